/**
 * The status of a message as screens and calls show it (`testActivityStatus`): one word derived from what the way out,
 * the carrier and the handset have said. How it is derived stands in `message-lifecycle.ts`.
 */

/** Every status, by rank: the further to the right, the stronger the evidence behind it (SERVER-2). */
export const MESSAGE_STATUSES = ['PENDING', 'SENT', 'UNKNOWN', 'FAILED', 'DELIVERED', 'RECEIVED'] as const;

/** The shown status of one message. */
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What counts as proof of arrival for a phone: its handset's word (the default), or the carrier's receipt. */
export type EvidenceSource = 'handset' | 'receipt';

/** The rank of a status, 0 (PENDING) to 5 (RECEIVED). It is the number that is stored. */
export function messageStatusRank(status: MessageStatus): number {
  return MESSAGE_STATUSES.indexOf(status);
}

/**
 * The status that a stored rank stands for.
 * @throws RangeError when there is no such rank: the row was not written by this program.
 */
export function messageStatusFromRank(rank: number): MessageStatus {
  const status = MESSAGE_STATUSES[rank];
  if (status === undefined) throw new RangeError(`There is no message status of rank ${rank}`);
  return status;
}

/** Whether the message is still on its way (DATA-6): PENDING and SENT. */
export function isInProgress(status: MessageStatus): boolean {
  return status === 'PENDING' || status === 'SENT';
}

const LABELS: Readonly<Record<MessageStatus, string>> = {
  PENDING: 'Pending',
  SENT: 'Sent',
  UNKNOWN: 'Unknown',
  FAILED: 'Failed',
  DELIVERED: 'Delivered',
  RECEIVED: 'Received',
};

/** The status as screens and reports write it; one that is not known stands for itself (DATA-6). */
export function messageStatusLabel(status: MessageStatus): string {
  return LABELS[status] ?? status;
}
