/**
 * Maps a message's columns to the domain's ledgers and back. All rules about ledgers are in the domain; this file only
 * knows where they are stored.
 */
import { readComparison } from '@textprobe/domain/comparison-classes';
import {
  receiptStateFromRank,
  receiptStateRank,
  submissionStateFromRank,
  submissionStateRank,
} from '@textprobe/domain/ledger-states';
import { deadlineAt, type Ledgers } from '@textprobe/domain/message-lifecycle';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/** Every column; instants are epoch milliseconds, states are ranks. */
export type MessageRow = Selectable<Schema['messages']>;

/** The key of a message. `createdAt` (epoch milliseconds) selects the partition, so every key includes it. */
export interface MessageKey {
  readonly id: number;
  readonly createdAt: number;
}

/** The columns that facts change. */
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
  | 'file_finding'
  | 'deadline_at'
  | 'deadline_passed'
  | 'handset_offline'
  | 'handset_heard_at'
>;

type LedgerSource = LedgerColumns & Pick<MessageRow, 'expires_at' | 'deadline_ms' | 'evidence'>;

/** The ledgers stored in the columns. While a message is claimed, its submission time is that of the claim. */
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
      files: row.file_finding,
    },
    deadlinePassed: row.deadline_passed,
    handsetOffline: row.handset_offline,
    handsetHeardAt: row.handset_heard_at,
  };
}

/**
 * The columns that store the ledgers. A message that was given back loses its claim; any other keeps it for the record.
 * The lease is kept until an outcome is known: with an unknown submission it means that only the lease ended it.
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
    file_finding: ledgers.reception.files,
    deadline_at: deadlineAt(ledgers),
    deadline_passed: ledgers.deadlinePassed,
    handset_offline: ledgers.handsetOffline,
    handset_heard_at: ledgers.handsetHeardAt,
  };
}

/**
 * When the message counts as arrived, epoch milliseconds: when the handset confirmed it, or the carrier if receipts are
 * the phone's evidence. Null if it did not.
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

/** A message with related names. `gateway_name` is null if it has no gateway. */
export type MessageLogRow = MessageRow & {
  readonly code: string;
  readonly test_body: string;
  /** Partners of its test, among them its own. */
  readonly test_partner_ids: readonly number[];
  readonly gateway_name: string | null;
};
