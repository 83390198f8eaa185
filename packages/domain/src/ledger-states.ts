/** The states of two ledgers, submission and receipt, and the ranks under which they are stored. */

/** The states of a submission, by stored rank (0 to 5). */
export const SUBMISSION_STATES = [
  'waiting',
  'claimed',
  'expired',
  'unknown',
  'rejected',
  'accepted',
] as const;

/** State of submitting the message to a gateway. `expired`: its expiry came first, and it was never sent. */
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** The states of a carrier's receipt, by stored rank (0 to 3). */
export const RECEIPT_STATES = ['none', 'enroute', 'failed', 'delivered'] as const;

/** What the carrier's delivery receipt says. */
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** The stored rank of a submission state. */
export function submissionStateRank(state: SubmissionState): number {
  return SUBMISSION_STATES.indexOf(state);
}

/** The submission state of a stored rank. @throws RangeError for an unknown rank */
export function submissionStateFromRank(rank: number): SubmissionState {
  const state = SUBMISSION_STATES[rank];
  if (state === undefined) throw new RangeError(`There is no submission state of rank ${rank}`);
  return state;
}

/** The stored rank of a receipt state. */
export function receiptStateRank(state: ReceiptState): number {
  return RECEIPT_STATES.indexOf(state);
}

/** The receipt state of a stored rank. @throws RangeError for an unknown rank */
export function receiptStateFromRank(rank: number): ReceiptState {
  const state = RECEIPT_STATES[rank];
  if (state === undefined) throw new RangeError(`There is no receipt state of rank ${rank}`);
  return state;
}
