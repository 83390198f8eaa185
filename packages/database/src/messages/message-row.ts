/**
 * A message as it stands in the table, and the way between its columns and the ledgers of the domain. Every rule about
 * ledgers lives in the domain; here is only where each of them is kept.
 */
import { readComparison } from '@textprobe/domain/comparison-classes';
import {
  deadlineAt,
  type Ledgers,
  receiptStateFromRank,
  receiptStateRank,
  submissionStateFromRank,
  submissionStateRank,
} from '@textprobe/domain/message-lifecycle';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** Every column; instants are epoch milliseconds, states are ranks. */
export type MessageRow = Selectable<Schema['messages']>;

/** What names a message: its partition is found by `createdAt` (epoch milliseconds), so that is part of every key. */
export interface MessageKey {
  readonly id: number;
  readonly createdAt: number;
}

/** The columns that facts move. */
export type LedgerColumns = Pick<
  MessageRow,
  | 'submission_state'
  | 'submitted_at'
  | 'submission_error'
  | 'claimed_at'
  | 'claimed_by'
  | 'claim_expires_at'
  | 'receipt_state'
  | 'receipt_at'
  | 'receipt_error'
  | 'received_at'
  | 'comparison'
  | 'sender_comparison'
  | 'deadline_at'
  | 'deadline_passed'
  | 'handset_offline'
  | 'handset_heard_at'
>;

type LedgerSource = LedgerColumns & Pick<MessageRow, 'expires_at' | 'deadline_ms' | 'evidence'>;

/** The ledgers that the columns hold. While a message is claimed, its time of submission is that of the claim. */
export function toLedgers(row: LedgerSource): Ledgers {
  const state = submissionStateFromRank(row.submission_state);
  return {
    expiresAt: row.expires_at,
    deadlineMs: row.deadline_ms,
    evidence: row.evidence,
    submission: {
      state,
      at: state === 'claimed' ? row.claimed_at : row.submitted_at,
      error: row.submission_error,
      ...(state === 'unknown' && row.claim_expires_at !== null && { leaseEnded: true as const }),
    },
    receipt: {
      state: receiptStateFromRank(row.receipt_state),
      at: row.receipt_at,
      error: row.receipt_error,
    },
    reception: {
      at: row.received_at,
      comparison: readComparison(row.comparison),
      sender: row.sender_comparison,
    },
    deadlinePassed: row.deadline_passed,
    handsetOffline: row.handset_offline,
    handsetHeardAt: row.handset_heard_at,
  };
}

/**
 * The columns that hold the ledgers. A message given back forgets its claim; any other keeps it, for the record. The
 * claim's expiry is kept until an outcome is known: with an unknown submission it says that the lease alone ended it.
 */
export function fromLedgers(ledgers: Ledgers, row: LedgerSource): LedgerColumns {
  const { state, at, error, leaseEnded = false } = ledgers.submission;
  const givenBack = state === 'waiting';
  return {
    submission_state: submissionStateRank(state),
    submitted_at: state === 'claimed' ? null : at,
    submission_error: error,
    claimed_at: givenBack ? null : row.claimed_at,
    claimed_by: givenBack ? null : row.claimed_by,
    claim_expires_at: state === 'claimed' || leaseEnded ? row.claim_expires_at : null,
    receipt_state: receiptStateRank(ledgers.receipt.state),
    receipt_at: ledgers.receipt.at,
    receipt_error: ledgers.receipt.error,
    received_at: ledgers.reception.at,
    comparison: ledgers.reception.comparison,
    sender_comparison: ledgers.reception.sender,
    deadline_at: deadlineAt(ledgers),
    deadline_passed: ledgers.deadlinePassed,
    handset_offline: ledgers.handsetOffline,
    handset_heard_at: ledgers.handsetHeardAt,
  };
}

/**
 * When the message counts as having arrived, in epoch milliseconds: the handset's confirmation, else the carrier's word
 * where that is the phone's evidence. Null while it does not.
 */
export function receivedTime(
  row: Pick<MessageRow, 'received_at' | 'receipt_at' | 'receipt_state' | 'evidence'>,
) {
  if (row.received_at !== null) return row.received_at;
  const delivered = row.receipt_state === receiptStateRank('delivered');
  return row.evidence === 'receipt' && delivered ? row.receipt_at : null;
}

/** Values of `submission_state`. */
export const WAITING = sql.lit(submissionStateRank('waiting'));
export const CLAIMED = sql.lit(submissionStateRank('claimed'));
export const ACCEPTED = sql.lit(submissionStateRank('accepted'));

/** Values of `receipt_state`. */
export const NO_RECEIPT = sql.lit(receiptStateRank('none'));
export const DELIVERED = sql.lit(receiptStateRank('delivered'));
