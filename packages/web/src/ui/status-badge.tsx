/** A test's execution status: word, colour and sign, the same in lists, reports and charts (LIST-12, ANALYTICS-9). */
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleXFilled,
  IconHelpCircle,
  IconLoader2,
} from '@tabler/icons-react';
import type { ExecutionStatus } from '@textprobe/domain/run-status';
import { executionStatusLabel } from '@textprobe/domain/run-status';
import classes from './status-badge.module.css';

const SIGNS: Readonly<Record<string, typeof IconHelpCircle>> = {
  UNEXECUTED: IconCircleDashed,
  EXECUTING: IconLoader2,
  DELIVERED: IconCircleCheckFilled,
  PARTIALLY_DELIVERED: IconCircleHalf2,
  FAILED: IconCircleXFilled,
} as const satisfies Record<ExecutionStatus, unknown>;

/** No status displays as UNEXECUTED, one that is not known as it is; the style comes from the lower-cased status. */
export function StatusBadge({ status }: { status: ExecutionStatus | null | undefined }) {
  const shown = status ?? 'UNEXECUTED';
  const Sign = SIGNS[shown] ?? IconHelpCircle;
  return (
    <span className={`${classes.badge} ${classes[shown.toLowerCase()] ?? ''}`}>
      <Sign size={14} aria-hidden />
      {executionStatusLabel(shown)}
    </span>
  );
}
