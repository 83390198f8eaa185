/** Figures in words, compared with those of the previous period, and the formulas shown beside them. */
import type { ReceiptTruthFigure } from '@textprobe/contract/analytics';
import { decimal, figure } from '@textprobe/domain/figures';
import { counted, percentWords } from '../../../ui/counted.ts';

export function countWords(count: number | null | undefined): string {
  return figure(count ?? 0);
}

/** Minutes; a dash if there is no delay (ANALYTICS-10). */
export function minutesWords(minutes: number | null | undefined): string {
  if (typeof minutes !== 'number' || !Number.isFinite(minutes)) return '–';
  // Below 10 minutes, seconds matter.
  return `${decimal(minutes, minutes < 10 ? 2 : 1)} min`;
}

export const RATE_FORMULA = 'Messages received ÷ messages with a known outcome';
export const SUCCESS_FORMULA = '(Delivered + Partially Delivered) ÷ completed tests with a known outcome';
export const FULLY_FORMULA = 'Delivered ÷ completed tests with a known outcome';

export interface Comparison {
  readonly direction: 'up' | 'down' | 'same';
  /** `12% more`, `4.5 times`, `2.1 points lower`, `4 s faster`, `the same`. */
  readonly words: string;
  /** What joins `words` to the previous period. */
  readonly than: 'than' | 'as many as' | 'as';
  /** Always neutral for counts: more messages are not better. */
  readonly tone: 'better' | 'worse' | 'neutral';
}

/** Null if there is nothing to compare with. */
export type Compare = (
  now: number | null | undefined,
  before: number | null | undefined,
) => Comparison | null;

export const compareCounts: Compare = (now, before) => {
  if (!isKnown(now) || !isKnown(before) || before === 0) return null;
  const percent = (Math.abs(now - before) / before) * 100;
  // More than twice: a factor is easier to read.
  if (now > 2 * before)
    return compared(now - before, `${decimal(now / before, 1)} times`, 'neutral', 'as many as');
  return compared(now - before, `${decimal(percent, 0)}% ${now > before ? 'more' : 'fewer'}`, 'neutral');
};

export const compareRates: Compare = (now, before) => {
  if (!isKnown(now) || !isKnown(before)) return null;
  const points = Math.round((now - before) * 10) / 10;
  const size = Math.abs(points);
  const words = `${decimal(size, 1)} ${size === 1 ? 'point' : 'points'} ${points > 0 ? 'higher' : 'lower'}`;
  return compared(points, words, points > 0 ? 'better' : 'worse');
};

/** In minutes. */
export const compareDelays: Compare = (now, before) => {
  if (!isKnown(now) || !isKnown(before)) return null;
  // Compares the rounded values as shown: 4.54 and 4.46 both read 4.5.
  const seconds = Math.round((tenths(now) - tenths(before)) * 10) / 10;
  const words = `${delayWords(Math.abs(seconds))} ${seconds > 0 ? 'slower' : 'faster'}`;
  return compared(seconds, words, seconds > 0 ? 'worse' : 'better');
};

/** Seconds with one decimal. */
function tenths(minutes: number): number {
  return Math.round(minutes * 600) / 10;
}

/** Seconds below a minute, otherwise minutes. */
export function delayWords(seconds: number): string {
  return seconds < 60 ? `${decimal(seconds, 1)} s` : `${decimal(seconds / 60, 1)} min`;
}

function compared(
  difference: number,
  words: string,
  tone: Comparison['tone'],
  than: Comparison['than'] = 'than',
): Comparison {
  if (difference === 0) return { direction: 'same', words: 'the same', than: 'as', tone: 'neutral' };
  return { direction: difference > 0 ? 'up' : 'down', words, than, tone };
}

function isKnown(figure: number | null | undefined): figure is number {
  return figure !== null && figure !== undefined && Number.isFinite(figure);
}

type Truth = Pick<ReceiptTruthFigure, 'judged' | 'claimedRate' | 'seenRate'>;

/**
 * What carriers claim compared with what handsets saw (EVIDENCE-4): `Carriers claimed 99%, handsets saw 95%`.
 * @param truth undefined while unknown or failed
 */
export function truthWords(truth: Truth | undefined): string {
  return `Carriers claimed ${percentWords(truth?.claimedRate)}, handsets saw ${percentWords(truth?.seenRate)}`;
}

/** How many messages the two rates cover. */
export function sampleWords(truth: Truth | undefined): string {
  if (truth === undefined) return 'Of messages with a known outcome, sent to phones that report';
  if (truth.judged === 0) return 'No phone that reports has a message with a known outcome yet';
  return `Of ${counted(truth.judged, 'message')} with a known outcome, sent to phones that report`;
}
