/** Tones of verdicts and runs, and the order of verdicts: best first, messages in progress last. Used by the console and the PDF reports. */
import type { RunStatus } from './run-status.ts';
import type { Verdict } from './verdict.ts';

/** The meaning of a verdict at a glance; each tone has its own color and sign, never color alone. */
export type Tone = 'arrived' | 'doubtful' | 'failed' | 'unknown' | 'moving' | 'waiting';

/** `doubtful`: there is evidence for and against an arrival, or it was late or changed. */
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

const RUN_TONES: Record<RunStatus, Tone> = {
  DELIVERED: 'arrived',
  PARTIALLY_DELIVERED: 'doubtful',
  FAILED: 'failed',
  EXECUTING: 'moving',
  WAITING: 'unknown',
  MISSED: 'unknown',
  SKIPPED: 'unknown',
};

/** The tone of a run's status; an unknown status gets the tone `unknown`. */
export function toneOfRun(status: RunStatus): Tone {
  return RUN_TONES[status] ?? 'unknown';
}

/** The order of bars, chips and sorting. */
export const VERDICT_ORDER = Object.keys(TONES) as Verdict[];

/** The tone of a verdict; an unknown verdict gets the tone `unknown`. */
export function toneOf(verdict: Verdict): Tone {
  return TONES[verdict] ?? 'unknown';
}

/** A verdict and its number of messages. */
export interface VerdictCount {
  readonly verdict: Verdict;
  readonly count: number;
}

/** The number of messages by verdict, in order; verdicts without any are left out. */
export function countVerdicts(logs: readonly { readonly verdict: Verdict }[]): VerdictCount[] {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of logs) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return VERDICT_ORDER.flatMap((verdict) => {
    const count = counts.get(verdict);
    return count === undefined ? [] : [{ verdict, count }];
  });
}
