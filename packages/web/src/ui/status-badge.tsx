/** The status of a test or message as label, color and icon, the same in lists, reports and charts. */
import {
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleXFilled,
  IconHelpCircle,
  IconLoader2,
} from '@tabler/icons-react';
import { type MessageStatus, messageStatusLabel } from '@textprobe/domain/message-status';
import { type ExecutionStatus, executionStatusLabel } from '@textprobe/domain/run-status';
import type { Verdict } from '@textprobe/domain/verdict';
import { toneOf } from '@textprobe/domain/verdict-tones';
import classes from './status-badge.module.css';
import { ToneSign } from './tone-sign.tsx';
import tones from './tones.module.css';

const SIGNS: Readonly<Record<string, typeof IconHelpCircle>> = {
  UNEXECUTED: IconCircleDashed,
  EXECUTING: IconLoader2,
  DELIVERED: IconCircleCheckFilled,
  PARTIALLY_DELIVERED: IconCircleHalf2,
  FAILED: IconCircleXFilled,
} as const satisfies Record<ExecutionStatus, unknown>;

/**
 * Status of a test (LIST-12, ANALYTICS-9). Without one it is UNEXECUTED; an unknown one is shown as is. The style is chosen by the
 * lower-cased status.
 */
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

interface MessageStatusBadgeProps {
  /** An unknown status is shown as is; without one it is Unknown (DATA-6). */
  readonly status: MessageStatus | null | undefined;
  readonly verdict: Verdict;
}

/**
 * Status of a message as the specification names it, in the tone of its verdict: a Delivered confirmed only by the carrier is not green.
 */
export function MessageStatusBadge({ status, verdict }: MessageStatusBadgeProps) {
  const tone = toneOf(verdict);
  return (
    <span className={`${classes.badge} ${classes.message} ${tones[tone]}`}>
      <ToneSign tone={tone} />
      {messageStatusLabel(status ?? 'UNKNOWN')}
    </span>
  );
}
