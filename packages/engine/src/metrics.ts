/**
 * Metrics port: the engine reports events here and does not know how they are stored. Each method is called after the
 * event and must not throw.
 */
import type { IgnoredReason } from '@textprobe/domain/ignored-receipts';
import type { CarrierReceipt, SubmissionOutcome } from '@textprobe/gateways/gateway-port';

export interface EngineMetrics {
  /** Messages were claimed for this gateway. */
  claimed(gateway: string, messages: number): void;
  /** A gateway reported the outcome of a submission. */
  submitted(gateway: string, outcome: SubmissionOutcome['kind']): void;
  /** The answer to a submission arrived after it had been reported as unknown. */
  lateAnswer(gateway: string, outcome: SubmissionOutcome['kind']): void;
  /** A message was sent this many milliseconds after its run was due. */
  sent(lagMs: number): void;
  /** A receipt was committed. */
  receipt(gateway: string, state: CarrierReceipt['state']): void;
  /** A receipt counted for nothing, or only in part. */
  receiptIgnored(gateway: string, reason: IgnoredReason): void;
  /** Handset reports were committed: matched to a message, or unmatched. */
  receptions(matched: number, unmatched: number): void;
  /** Messages reached their deadline without confirmation. */
  deadlinesPassed(messages: number): void;
  /** Messages became UNKNOWN because the worker that had claimed them is gone. */
  claimsLost(messages: number): void;
  /** An item failed three times and was set aside: a run, a receipt, a message's deadline … */
  setAside(kind: string): void;
}

function nothing(): void {}

/** Discards everything. */
export const NO_METRICS: EngineMetrics = {
  claimed: nothing,
  submitted: nothing,
  lateAnswer: nothing,
  sent: nothing,
  receipt: nothing,
  receiptIgnored: nothing,
  receptions: nothing,
  deadlinesPassed: nothing,
  claimsLost: nothing,
  setAside: nothing,
};
