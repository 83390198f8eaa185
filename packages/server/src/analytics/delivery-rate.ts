/** The delivery rate of a test, with the formula printed next to it (WIRE). */
import type { Report } from '@textprobe/contract/messages';
import { type OutcomeCount, reportRate } from '@textprobe/domain/report-rate';

export const DELIVERY_RATE_FORMULA = 'messages received ÷ messages with a known outcome';

export function deliveryRate(counts: readonly OutcomeCount[]): Report['rate'] {
  return {
    ...reportRate(counts),
    formula: DELIVERY_RATE_FORMULA,
  };
}

/** A share in percent, rounded to one decimal; null when `whole` is 0. */
export function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 10;
}
