/** A section of the form, named by its heading. */
import { Box, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './test-form.module.css';

interface FormSectionProps {
  /** Of the heading. */
  readonly id: string;
  readonly title: string;
  /** Beside the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function FormSection({ id, title, action, children }: FormSectionProps) {
  return (
    <Box
      component="section"
      className={classes.section}
      px={{ base: 'md', xs: 20 }}
      pt="md"
      pb={20}
      aria-labelledby={id}
    >
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id} fz="md" lh="20px">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Box>
  );
}
