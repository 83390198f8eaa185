/** A page without a session: the logo, a title, and what the page is for. */
import { Anchor, Box, Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { Logo } from './logo.tsx';

interface PlainPageProps {
  /** The title of the browser's tab. */
  readonly tab: string;
  readonly title: string;
  /** Whether the title replaces what had the focus. */
  readonly focusTitle?: boolean;
  /** Above the title: what the product does. */
  readonly about?: string;
  readonly children?: ReactNode;
}

export function PlainPage({ tab, title, focusTitle = false, about, children }: PlainPageProps) {
  useEffect(() => {
    document.title = `${tab} · Textprobe`;
  }, [tab]);
  return (
    <main className="auth-page">
      <Paper withBorder shadow="md" radius="xl" p={{ base: 'md', xs: 'xl' }} w="100%" maw={380}>
        <Group gap="sm">
          <Logo size={40} />
          <Text aria-hidden fz={18} fw={650}>
            Textprobe
          </Text>
        </Group>
        {about && (
          <Text c="dimmed" mt="sm">
            {about}
          </Text>
        )}
        <Title
          order={1}
          fz={20}
          mt="lg"
          mb="xs"
          tabIndex={-1}
          ref={(heading) => {
            if (focusTitle) heading?.focus();
          }}
        >
          {title}
        </Title>
        {children}
      </Paper>
    </main>
  );
}

/** Why the page's form was refused, if it was. */
export function Refusal({ children }: { readonly children: string | null }) {
  return (
    children !== null && (
      <Box role="alert" p="xs" c="var(--tp-danger)" bg="var(--tp-danger-soft)" bd="1px solid" bdrs="md">
        {children}
      </Box>
    )
  );
}

/** The link to the login page. @param props.children a question before it */
export function ToLogin({ children }: { readonly children?: string }) {
  return (
    <Text c="dimmed">
      {children}{' '}
      <Anchor component={Link} to="/login" underline="always">
        Log in
      </Anchor>
    </Text>
  );
}
