/** The icon of a tone: distinguishable by color and by shape. */
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleXFilled,
  IconHelpCircleFilled,
  IconSend,
} from '@tabler/icons-react';
import type { Tone } from '@textprobe/domain/verdict-tones';
import classes from './tones.module.css';

const SIGNS = {
  arrived: IconCircleCheckFilled,
  doubtful: IconAlertTriangleFilled,
  failed: IconCircleXFilled,
  unknown: IconHelpCircleFilled,
  moving: IconSend,
  waiting: IconCircleDashed,
} as const satisfies Record<Tone, unknown>;

/** Decorative: the label is beside it. */
export function ToneSign({ tone, size = 14 }: { tone: Tone; size?: number }) {
  const Sign = SIGNS[tone];
  return <Sign size={size} aria-hidden className={`${classes.sign} ${classes[tone]}`} />;
}
