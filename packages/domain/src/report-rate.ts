/**
 * The delivery rate of a report (WIRE): one rule for the API, the PDF and the screen. While a run is in progress, a
 * message confirmed only by a receipt has no known outcome yet if its handset decides: counting it as known would lower
 * the rate until the handset reports.
 */
import { isInProgress } from './message-status.ts';
import { type CountedOutcome, countsAsReceived, endedOffline, isKnownOutcome } from './verdict.ts';

/** Number of messages with the same outcome. */
export interface OutcomeCount extends CountedOutcome {
  /** Nothing more is awaited: then the receipt is final. */
  readonly settled: boolean;
  readonly messages: number;
}

export interface ReportRate {
  readonly received: number;
  /** With any outcome: the denominator. */
  readonly known: number;
  readonly unknown: number;
  /** Unconfirmed while the phone was offline. */
  readonly offline: number;
  /** Expired before submission. */
  readonly notSent: number;
  /** On their way, or delivered by receipt with the handset's report still awaited. */
  readonly inProgress: number;
  /** Percent, one decimal; null if no outcome is known. */
  readonly deliveryRate: number | null;
}

/** Each message counts once: known, unknown, offline, not sent or in progress. */
export function reportRate(counts: readonly OutcomeCount[]): ReportRate {
  const sum = (counted: (count: OutcomeCount) => boolean) =>
    counts.filter(counted).reduce((total, count) => total + count.messages, 0);
  const known = sum((count) => isKnownOutcome(count) && !awaitsHandset(count));
  const received = sum(({ status, evidence }) => countsAsReceived(status, evidence));
  return {
    received,
    known,
    unknown: sum((count) => count.status === 'UNKNOWN' && !endedOffline(count)),
    offline: sum((count) => endedOffline(count)),
    notSent: sum(({ notSent }) => notSent),
    inProgress: sum((count) => isInProgress(count.status) || awaitsHandset(count)),
    deliveryRate: known === 0 ? null : Math.round((received / known) * 1_000) / 10,
  };
}

function awaitsHandset({ status, evidence, settled, handsetOffline }: OutcomeCount): boolean {
  return status === 'DELIVERED' && evidence === 'handset' && !settled && !handsetOffline;
}
