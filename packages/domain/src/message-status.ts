/**
 * The status of a message on screens and in the API (`testActivityStatus`): one word derived from what the gateway, the
 * carrier and the handset have said. `message-lifecycle.ts` derives it.
 */

/** Every status, by rank: the further right, the stronger the evidence (SERVER-2). */
export const MESSAGE_STATUSES = ['PENDING', 'SENT', 'UNKNOWN', 'FAILED', 'DELIVERED', 'RECEIVED'] as const;

/** The status of one message. */
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What proves arrival at a phone: its handset's report (the default), or the carrier's receipt. */
export type EvidenceSource = 'handset' | 'receipt';

/** The rank of a status, 0 (PENDING) to 5 (RECEIVED), as stored. */
export function messageStatusRank(status: MessageStatus): number {
  return MESSAGE_STATUSES.indexOf(status);
}

/**
 * The status of a stored rank.
 * @throws RangeError for an unknown rank: the row was not written by this program.
 */
export function messageStatusFromRank(rank: number): MessageStatus {
  const status = MESSAGE_STATUSES[rank];
  if (status === undefined) throw new RangeError(`There is no message status of rank ${rank}`);
  return status;
}

/** Whether the message is still in progress (DATA-6): PENDING and SENT. */
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

/** The label on screens and in reports; an unknown status is shown as it is (DATA-6). */
export function messageStatusLabel(status: MessageStatus): string {
  return LABELS[status] ?? status;
}
