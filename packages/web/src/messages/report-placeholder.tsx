/** What stands in a report's place while it loads, and where there is none (REPORT-1). */
import { Button, Skeleton, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './report-screen.module.css';

/** As high as what will come, so that nothing jumps. */
export function ReportLoading() {
  return (
    <div aria-busy="true">
      <Text role="status" c="dimmed" mt={-8} mb={16}>
        Loading test report...
      </Text>
      <Skeleton height={188} radius="lg" mb={24} />
      <Skeleton height={24} width={180} radius="sm" mb={12} />
      <Skeleton height={440} radius="lg" />
    </div>
  );
}

interface ReportMissingProps {
  readonly text: 'Failed to load test report' | 'No report data available';
  /** What is known of why, and another way on. */
  readonly children?: ReactNode;
}

export function ReportMissing({ text, children }: ReportMissingProps) {
  return (
    <div className={classes.missing}>
      <div role="alert">
        <Title order={2} c="bright">
          {text}
        </Title>
      </div>
      {children}
      <Button component={Link} to="/tests" mt={8}>
        Back to Tests
      </Button>
    </div>
  );
}
