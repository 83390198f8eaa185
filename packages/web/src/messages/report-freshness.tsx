/** The line under the title: while messages are on their way the banner of REPORT-3, then in the same place that it is over. Nothing jumps. */
import { TimesNote } from '../app/times-note.tsx';
import type { Run } from '@textprobe/contract/schedules';
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { IconCheck, IconClockHour4, IconLivePhoto } from '@tabler/icons-react';
import classes from './report-screen.module.css';
import type { Progress } from './use-report.ts';

const WORDS: Record<Progress, string> = {
  none: 'The test has not begun yet',
  moving: 'Auto-refreshing every minute (tests in progress)',
  settling: 'Waiting for the last handsets to confirm',
  ended: 'All messages have reached their end',
};
const SIGNS = {
  none: IconClockHour4,
  moving: IconLivePhoto,
  settling: IconLivePhoto,
  ended: IconCheck,
} as const satisfies Record<Progress, unknown>;

interface ReportFreshnessProps {
  readonly progress: Progress;
  /** Null: all runs are shown. */
  readonly run: Run | null;
  /** Epoch milliseconds of the last answer. */
  readonly updatedAt: number;
}

export function ReportFreshness({ progress, run, updatedAt }: ReportFreshnessProps) {
  const Sign = SIGNS[progress];
  const sentNothing = run?.status === 'MISSED' || run?.status === 'SKIPPED';
  return (
    <div className={classes.freshness} data-moving={progress === 'moving' || progress === 'settling'}>
      <Sign size={16} aria-hidden />
      <span role="status">{sentNothing ? 'This run sent nothing' : WORDS[progress]}</span>
      <span className={classes.updated}>
        <TimesNote />
        <span>Last updated {formatDateTime(formatLosAngeles(updatedAt))}</span>
      </span>
    </div>
  );
}
