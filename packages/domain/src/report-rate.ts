/**
 * The delivery rate of a report (WIRE): one rule for the call, the PDF and the screen. While a run is under way, what
 * only a receipt has said of a handset's message is not known yet: counted as known it would pull the rate down until the
 * handset speaks.
 */
import { isInProgress } from './message-status.ts';
import { type CountedOutcome, countsAsReceived, endedOffline, isKnownOutcome } from './verdict.ts';

/** So many messages that have come equally far. */
export interface OutcomeCount extends CountedOutcome {
  /** Nothing more is waited for: a receipt's word is then all there will be. */
  readonly settled: boolean;
  readonly messages: number;
}

export interface ReportRate {
  readonly received: number;
  /** With an outcome, whichever: the denominator. */
  readonly known: number;
  readonly unknown: number;
  /** Not confirmed while the phone was offline. */
  readonly offline: number;
  /** Expired before they were submitted. */
  readonly notSent: number;
  /** On their way, or delivered by the receipt's word with the handset still to be heard. */
  readonly inProgress: number;
  /** Percent, one decimal; null while no outcome is known. */
  readonly deliveryRate: number | null;
}

/** Each message is counted once: known, unknown, offline, not sent or in progress. */
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
