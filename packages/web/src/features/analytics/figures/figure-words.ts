/** Formats figures, and the formulas shown beside them. */
import { figure } from '../../../ui/counted.ts';

export function countWords(count: number | null | undefined): string {
  return figure(count ?? 0);
}

/** Minutes; a dash for no number (ANALYTICS-10). */
export function minutesWords(minutes: number | null | undefined): string {
  if (typeof minutes !== 'number' || !Number.isFinite(minutes)) return '–';
  // Below 10 minutes, seconds matter.
  return `${minutes.toLocaleString('en-US', { maximumFractionDigits: minutes < 10 ? 2 : 1 })} min`;
}

export const RATE_FORMULA = 'Messages received ÷ messages with a known outcome';
export const SUCCESS_FORMULA = '(Delivered + Partially Delivered) ÷ completed tests with a known outcome';
export const FULLY_FORMULA = 'Delivered ÷ completed tests with a known outcome';
