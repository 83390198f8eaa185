/**
 * What the engine counts. A port: whoever puts the program together decides what becomes of the figures, and nothing here
 * knows how they are kept. Each is called once the thing has happened, and must not fail.
 */
import type { CarrierReceipt, SubmissionOutcome } from '@textprobe/gateways/gateway-port';

export interface EngineMetrics {
  /** Messages were claimed for a gateway, by its name. */
  claimed(gateway: string, messages: number): void;
  /** A gateway told what became of a submission. */
  submitted(gateway: string, outcome: SubmissionOutcome['kind']): void;
  /** The answer to a submission that had been told as unknown came after all. */
  lateAnswer(gateway: string, outcome: SubmissionOutcome['kind']): void;
  /** A message went out so many milliseconds after its run was due. */
  sent(lagMs: number): void;
  /** A receipt was committed. */
  receipt(gateway: string, state: CarrierReceipt['state']): void;
  /** Reports of handsets were committed: those that named a message of ours, and the others. */
  receptions(matched: number, unmatched: number): void;
  /** The waiting for so many messages ended at their deadline. */
  deadlinesPassed(messages: number): void;
  /** So many messages were in the hands of a worker that is gone: they are UNKNOWN now. */
  claimsLost(messages: number): void;
  /** An item failed three times and is left out: a run, a receipt, a message's deadline … */
  setAside(kind: string): void;
}

function nothing(): void {}

/** Where nobody looks. */
export const NO_METRICS: EngineMetrics = {
  claimed: nothing,
  submitted: nothing,
  lateAnswer: nothing,
  sent: nothing,
  receipt: nothing,
  receptions: nothing,
  deadlinesPassed: nothing,
  claimsLost: nothing,
  setAside: nothing,
};
