/** The delivery rate of a test and the formula that is printed beside it (WIRE). */
import type { Report } from '@textprobe/contract/messages';
import type { OutcomeCount } from '@textprobe/database/tests/outcome-counts';
import { isInProgress } from '@textprobe/domain/message-status';
import { countsAsReceived, endedOffline, isKnownOutcome } from '@textprobe/domain/verdict';

export function deliveryRate(counts: readonly OutcomeCount[]): Report['rate'] {
  const sum = (counted: (count: OutcomeCount) => boolean) =>
    counts.filter(counted).reduce((total, count) => total + count.messages, 0);
  const known = sum((count) => isKnownOutcome(count));
  const received = sum((count) => countsAsReceived(count.status, count.evidence));
  return {
    received,
    known,
    unknown: sum((count) => count.status === 'UNKNOWN' && !endedOffline(count)),
    offline: sum(endedOffline),
    inProgress: sum((count) => isInProgress(count.status)),
    deliveryRate: percentage(received, known),
    formula: 'messages received ÷ messages whose outcome is known × 100',
  };
}

/** A share in percent, rounded to one decimal; null of nothing. */
export function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}
