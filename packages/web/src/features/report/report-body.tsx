/** A loaded report, most important first: progress, outcome, executions, then the test itself. */
import { Box, Group, Paper, Text, Title } from '@mantine/core';
import { IconCheck, IconClockHour4, IconLivePhoto } from '@tabler/icons-react';
import type { Run } from '@textprobe/contract/schedules';
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import list from '../../ui/list-table.module.css';
import { TimesNote } from '../../ui/screen.tsx';
import { DetailedInformation } from './detailed-information.tsx';
import { readNames } from './directory-names.ts';
import { Executions } from './executions.tsx';
import { NO_FILTERS, type ReportView } from './report-address.ts';
import { ReportCards } from './report-cards.tsx';
import { RunsStrip } from './runs-strip.tsx';
import { SummaryStrip } from './summary-strip.tsx';
import { TestHistory } from './test-history.tsx';
import { type Progress, progressOf } from './use-report.ts';
import { useRuns } from './use-runs.ts';
import { WaitingNotice } from './waiting-notice.tsx';

interface ReportBodyProps extends Omit<ReportView, 'run' | 'names'> {
  /** Epoch milliseconds of the last response. */
  readonly updatedAt: number;
  /** Whether the previous run is shown while another loads. */
  readonly outdated: boolean;
}

export function ReportBody({ updatedAt, outdated, ...props }: ReportBodyProps) {
  const { report, address, onAddress, around } = props;
  const { test } = report;
  const names = readNames(report.directory);
  const hasRuns = test.testType === 'RECURRING' || report.runCount > 1 || report.upcoming.length > 0;
  const runs = useRuns(report, address.runId);
  const run = runs.runs.find(({ runId }) => runId === address.runId) ?? null;
  const view = { ...props, run, names, around: outdated ? null : around };
  return (
    <div>
      <Text
        dir="auto"
        c="dimmed"
        lineClamp={2}
        maw="88ch"
        mt={-8}
        mb={16}
        style={{ overflowWrap: 'anywhere' }}
      >
        {test.messageBody === '' ? <em>Only the message code</em> : test.messageBody}
      </Text>
      <Freshness progress={progressOf(report)} run={run} updatedAt={updatedAt} />
      <WaitingNotice logs={report.testLogs} />
      {hasRuns && (
        <RunsStrip
          runs={runs}
          runCount={report.runCount}
          upcoming={report.upcoming}
          chosen={address.runId}
          // Clear the filters: those of the previous run may hide everything in this one.
          onChoose={(runId) => onAddress({ runId, ...NO_FILTERS })}
        />
      )}
      <div className={outdated ? list.outdated : ''} aria-busy={outdated}>
        <SummaryStrip {...view} />
        <Executions {...view} />
      </div>
      <Title order={2} mt={32} mb={12}>
        About this test
      </Title>
      <ReportCards test={test} names={names} />
      <Box mt={32}>
        <DetailedInformation test={test} names={names} />
      </Box>
      <TestHistory history={report.history} />
    </div>
  );
}

const PROGRESS = {
  none: [IconClockHour4, 'The test has not started yet'],
  moving: [IconLivePhoto, 'Auto-refreshing every minute (tests in progress)'],
  settling: [IconLivePhoto, 'Waiting for the last handsets to confirm'],
  ended: [IconCheck, 'All messages are final'],
} as const satisfies Record<Progress, readonly [unknown, string]>;

interface FreshnessProps {
  readonly progress: Progress;
  /** Null shows all runs. */
  readonly run: Run | null;
  /** Epoch milliseconds of the last response. */
  readonly updatedAt: number;
}

/**
 * The line under the title: the banner of REPORT-3 while messages are in flight, then “All messages are final”. Both are in one place, so
 * that the layout does not shift.
 */
function Freshness({ progress, run, updatedAt }: FreshnessProps) {
  const [Sign, words] = PROGRESS[progress];
  const isMoving = progress === 'moving' || progress === 'settling';
  const sentNothing = run?.status === 'MISSED' || run?.status === 'SKIPPED';
  return (
    <Paper
      withBorder
      px={12}
      py={8}
      mb={12}
      fz="sm"
      c={isMoving ? 'var(--tp-status-executing)' : 'dimmed'}
      bg={
        isMoving
          ? 'color-mix(in srgb, var(--tp-status-executing) 8%, var(--tp-surface))'
          : 'var(--tp-surface-raised)'
      }
    >
      <Group gap="0 8px">
        <Sign size={16} aria-hidden />
        <span role="status">{sentNothing ? 'This run sent nothing' : words}</span>
        <Group gap="0 12px" c="dimmed" ml="auto">
          <TimesNote />
          <span>Last updated {formatDateTime(formatLosAngeles(updatedAt))}</span>
        </Group>
      </Group>
    </Paper>
  );
}
