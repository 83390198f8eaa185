/** A message's status as the specification names it, in the tone of its verdict: a Delivered that only the carrier believes is not green. */
import { type MessageStatus, messageStatusLabel } from '@textprobe/domain/message-status';
import type { Verdict } from '@textprobe/domain/verdict';
import { toneOf } from '@textprobe/domain/verdict-tones';
import classes from './message-status-badge.module.css';
import { ToneSign } from './tone-sign.tsx';
import tones from './tones.module.css';

interface MessageStatusBadgeProps {
  /** One that is not known is shown as it is; absent, it is Unknown (DATA-6). */
  readonly status: MessageStatus | null | undefined;
  readonly verdict: Verdict;
}

export function MessageStatusBadge({ status, verdict }: MessageStatusBadgeProps) {
  const tone = toneOf(verdict);
  return (
    <span className={`${classes.badge} ${tones[tone]}`}>
      <ToneSign tone={tone} />
      {messageStatusLabel(status ?? 'UNKNOWN')}
    </span>
  );
}
