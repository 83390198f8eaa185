/** The sign of a run's status: colour and shape, beside its word. */
import {
  IconCircleCheckFilled,
  IconCircleHalf2,
  IconCircleXFilled,
  IconClockPause,
  IconHelpCircle,
  IconLoader2,
  IconMoonFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react';
import type { Run } from '@textprobe/contract/schedules';
import classes from './runs-strip.module.css';

const SIGNS: Readonly<Record<string, typeof IconHelpCircle>> = {
  EXECUTING: IconLoader2,
  DELIVERED: IconCircleCheckFilled,
  PARTIALLY_DELIVERED: IconCircleHalf2,
  FAILED: IconCircleXFilled,
  WAITING: IconClockPause,
  MISSED: IconMoonFilled,
  SKIPPED: IconPlayerSkipForwardFilled,
} as const satisfies Record<Run['status'], unknown>;

export function RunSign({ status }: { status: Run['status'] }) {
  const Sign = SIGNS[status] ?? IconHelpCircle;
  return <Sign size={14} aria-hidden className={classes[status.toLowerCase()] ?? ''} />;
}
