/** What a gateway tells, as it is gathered and settled: outcomes of submissions and receipts. */
import type { ClaimedMessage } from '@textprobe/database/messages/message-claims';
import type { MessageKey } from '@textprobe/database/messages/message-row';
import type { RawReceipt, UnmatchedReceipt } from '@textprobe/database/receipts/raw-receipts';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';

/** What became of a submission. `attempt` tells which claim it belongs to; null for an answer that came late. */
export interface OutcomeEvidence {
  readonly kind: 'outcome';
  readonly key: MessageKey;
  readonly gatewayId: number;
  readonly attempt: number | null;
  readonly outcome: SubmissionOutcome;
  /** The message as the worker claimed it; without it the outcome is settled the careful way. */
  readonly claimed?: ClaimedMessage;
}

/** A receipt that has just come, or (with `parked`) one that is stored and waits for its message. */
export interface ReceiptEvidence {
  readonly kind: 'receipt';
  readonly receipt: RawReceipt;
  readonly parked?: UnmatchedReceipt;
}

/** Either. */
export type Evidence = OutcomeEvidence | ReceiptEvidence;
