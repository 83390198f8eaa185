/**
 * How verdicts look and in which order they stand: best news first, what is still moving last. The console and the
 * PDF reports both go by it.
 */
import type { Verdict } from './verdict.ts';

/** What a verdict means at a glance; each tone is one colour and one sign, never colour alone. */
export type Tone = 'arrived' | 'doubtful' | 'failed' | 'unknown' | 'moving' | 'waiting';

/** `doubtful`: something speaks for an arrival and something against it, or it came late or changed. */
const TONES: Record<Verdict, Tone> = {
  confirmed: 'arrived',
  'carrier confirmed': 'arrived',
  late: 'doubtful',
  altered: 'doubtful',
  'receipt only': 'doubtful',
  undelivered: 'failed',
  lost: 'failed',
  rejected: 'failed',
  'not sent': 'failed',
  'handset offline': 'unknown',
  unknown: 'unknown',
  'in transit': 'moving',
  waiting: 'waiting',
};

/** Bars, chips and sorting follow this order. */
export const VERDICT_ORDER = Object.keys(TONES) as Verdict[];

/** The tone of a verdict; of one that is not known nothing is known. */
export function toneOf(verdict: Verdict): Tone {
  return TONES[verdict] ?? 'unknown';
}

/** A verdict and how many messages have it. */
export interface VerdictCount {
  readonly verdict: Verdict;
  readonly count: number;
}

/** How many messages each verdict has, in order; verdicts that nobody has are left out. */
export function countVerdicts(logs: readonly { readonly verdict: Verdict }[]): VerdictCount[] {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of logs) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return VERDICT_ORDER.flatMap((verdict) => {
    const count = counts.get(verdict);
    return count === undefined ? [] : [{ verdict, count }];
  });
}
