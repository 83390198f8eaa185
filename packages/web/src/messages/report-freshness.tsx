/** The line under the title: while messages are on their way the banner of REPORT-3, then in the same place that it is over. Nothing jumps. */
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { IconCheck, IconClockHour4, IconLivePhoto } from '@tabler/icons-react';
import classes from './report-screen.module.css';

interface ReportFreshnessProps {
  readonly moving: boolean;
  /** False while the test has no messages yet. */
  readonly begun: boolean;
  /** Epoch milliseconds of the last answer. */
  readonly updatedAt: number;
}

export function ReportFreshness({ moving, begun, updatedAt }: ReportFreshnessProps) {
  const Sign = moving ? IconLivePhoto : begun ? IconCheck : IconClockHour4;
  return (
    <div className={classes.freshness} data-moving={moving}>
      <Sign size={16} aria-hidden />
      <span role="status">{wordsOf(moving, begun)}</span>
      <span className={classes.updated}>Last updated {formatDateTime(formatLosAngeles(updatedAt))}</span>
    </div>
  );
}

function wordsOf(moving: boolean, begun: boolean): string {
  if (moving) return 'Auto-refreshing every minute (tests in progress)';
  return begun ? 'All messages have reached their end' : 'The test has not begun yet';
}
