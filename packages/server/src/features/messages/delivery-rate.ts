/** The delivery rate of a test and the formula that is printed beside it (WIRE). */
import type { Report } from '@textprobe/contract/messages';
import { type OutcomeCount, reportRate } from '@textprobe/domain/report-rate';

export function deliveryRate(counts: readonly OutcomeCount[]): Report['rate'] {
  return {
    ...reportRate(counts),
    formula: 'messages received ÷ messages whose outcome is known × 100',
  };
}

/** A share in percent, rounded to one decimal; null of nothing. */
export function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}
