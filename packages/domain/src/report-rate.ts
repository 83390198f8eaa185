/**
 * The delivery rate of a report (WIRE): one rule for the API, the PDF and the screen. While a run is in progress, a
 * message confirmed only by a receipt has no known outcome yet if its handset decides: counting it as known would lower
 * the rate until the handset reports.
 */
import { figure } from './figures.ts';
import { isInProgress } from './message-status.ts';
import type { UnalteredAnswer } from './unaltered.ts';
import { type CountedOutcome, countsAsReceived, endedOffline, isKnownOutcome } from './verdict.ts';

/** Number of messages with the same outcome. */
export interface OutcomeCount extends CountedOutcome {
  /** Nothing more is awaited: then the receipt is final. */
  readonly settled: boolean;
  readonly unaltered: UnalteredAnswer | null;
  readonly messages: number;
}

export interface ReportRate {
  readonly received: number;
  /** With a known outcome: the denominator of the delivery rate. */
  readonly known: number;
  readonly unknown: number;
  /** Unconfirmed while the phone was offline. */
  readonly offline: number;
  /** Expired before submission. */
  readonly notSent: number;
  /** In transit, or delivered by receipt with the handset's report still awaited. */
  readonly inProgress: number;
  /** Percent, one decimal; null if no outcome is known. */
  readonly deliveryRate: number | null;
  /** Received with text, sender and files as sent, or looking the same. */
  readonly unaltered: number;
  /** Received, with text, sender and files reported: the denominator of the unaltered rate. */
  readonly compared: number;
  /** Received without one of these reported. */
  readonly notReported: number;
  /** Percent, one decimal; null if nothing was reported. */
  readonly unalteredRate: number | null;
}

/** What the delivery rate is computed from, such as `12 received ÷ 17 known outcomes so far`. */
export function deliveryRateWords(rate: Pick<ReportRate, 'received' | 'known' | 'inProgress'>): string {
  const isOpen = rate.inProgress > 0;
  if (rate.known === 0) return isOpen ? 'No known outcomes yet' : 'No known outcomes';
  const [received, known] = [rate.received, rate.known].map(figure);
  const outcomes = rate.known === 1 ? 'known outcome' : 'known outcomes';
  return `${received} received ÷ ${known} ${outcomes}${isOpen ? ' so far' : ''}`;
}

/** Each message counts once: known, unknown, offline, not sent or in progress. */
export function reportRate(counts: readonly OutcomeCount[]): ReportRate {
  const sum = (counted: (count: OutcomeCount) => boolean) =>
    counts.filter(counted).reduce((total, count) => total + count.messages, 0);
  const known = sum((count) => isKnownOutcome(count) && !awaitsHandset(count));
  const received = sum(({ status, evidence }) => countsAsReceived(status, evidence));
  const answered = (answer: UnalteredAnswer) =>
    sum((count) => count.unaltered === answer && !awaitsHandset(count));
  const unaltered = answered('yes');
  const compared = unaltered + answered('no');
  return {
    received,
    known,
    unknown: sum((count) => count.status === 'UNKNOWN' && !endedOffline(count)),
    offline: sum((count) => endedOffline(count)),
    notSent: sum(({ notSent }) => notSent),
    inProgress: sum((count) => isInProgress(count.status) || awaitsHandset(count)),
    deliveryRate: percent(received, known),
    unaltered,
    compared,
    notReported: answered('not reported'),
    unalteredRate: percent(unaltered, compared),
  };
}

/** One decimal. */
function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;
}

function awaitsHandset({ status, evidence, settled, handsetOffline }: OutcomeCount): boolean {
  return status === 'DELIVERED' && evidence === 'handset' && !settled && !handsetOffline;
}
