/**
 * Columns that stay null for messages that take the usual way, and carry the indexes of all others. Were those indexes on
 * status, times and comparison themselves, each final update would write every index anew instead of the row alone.
 */
import { readComparison } from '@textprobe/domain/comparison-classes';
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import type { MessageRow } from './message-row.ts';

/** All of them; the other columns decide their values. */
export type MarkerColumns = Pick<
  MessageRow,
  'mark_status' | 'mark_comparison' | 'mark_sender_changed' | 'mark_not_sent' | 'mark_unsent_arrival'
>;

/** What the markers rest on. */
export type MarkedColumns = Pick<
  MessageRow,
  'status' | 'evidence' | 'submission_state' | 'receipt_state' | 'comparison' | 'sender_comparison'
> & { readonly submitted_at: number | null; readonly received_at: number | null };

const UNKNOWN = messageStatusRank('UNKNOWN');
const FAILED = messageStatusRank('FAILED');
const EXPIRED = submissionStateRank('expired');
const DELIVERED = receiptStateRank('delivered');

/** Every writer of a message sets these. */
export function markersOf(row: MarkedColumns): MarkerColumns {
  const comparison = readComparison(row.comparison);
  const arrived = row.received_at !== null || (row.evidence === 'receipt' && row.receipt_state === DELIVERED);
  return {
    mark_status: row.status === UNKNOWN || row.status === FAILED ? row.status : null,
    mark_comparison: comparison === 'identical' ? null : comparison,
    mark_sender_changed: row.sender_comparison === 'altered' ? true : null,
    mark_not_sent: row.submission_state === EXPIRED ? true : null,
    mark_unsent_arrival: row.submitted_at === null && arrived ? true : null,
  };
}
