/** Evidence that a gateway reports: outcomes of submissions, and receipts. */
import type { ClaimedMessage } from '@textprobe/database/messages/message-claims';
import type { MessageKey } from '@textprobe/database/messages/message-row';
import type { RawReceipt, UnmatchedReceipt } from '@textprobe/database/receipts/raw-receipts';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';

/** The outcome of a submission. `attempt` identifies its claim; null for a late answer. */
export interface OutcomeEvidence {
  readonly kind: 'outcome';
  readonly key: MessageKey;
  readonly gatewayId: number;
  readonly attempt: number | null;
  readonly outcome: SubmissionOutcome;
  /** The message as the worker claimed it; without it the outcome takes the slow path. */
  readonly claimed?: ClaimedMessage;
}

/** A new receipt, or (with `stored`) an unmatched one that waits for its message. */
export interface ReceiptEvidence {
  readonly kind: 'receipt';
  readonly receipt: RawReceipt;
  readonly stored?: UnmatchedReceipt;
}

export type Evidence = OutcomeEvidence | ReceiptEvidence;
