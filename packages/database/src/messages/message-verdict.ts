/**
 * A message's verdict and its carrier's claim (the domain's `deriveVerdict` and `receiptOutcome`), computed from its
 * columns in TypeScript and in SQL. A property test holds both to the domain's rules.
 */
import { isAltered, readComparison } from '@textprobe/domain/comparison-classes';
import { areFilesAltered } from '@textprobe/domain/file-classes';
import { receiptStateFromRank, receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusFromRank, messageStatusRank } from '@textprobe/domain/message-status';
import { type ReceiptOutcome, receiptOutcome } from '@textprobe/domain/receipt-truth';
import type { Verdict } from '@textprobe/domain/verdict';
import { type RawBuilder, sql } from 'kysely';
import { notSent, unalteredComparisons, wasNotSentRow } from './message-finding.ts';
import type { MessageRow } from './message-row.ts';

const status = (name: Parameters<typeof messageStatusRank>[0]) => sql.lit(messageStatusRank(name));
const REJECTED = submissionStateRank('rejected');
const UNDELIVERED = receiptStateRank('failed');

/** The columns that determine a verdict. */
export type JudgedColumns = Pick<
  MessageRow,
  | 'status'
  | 'evidence'
  | 'submission_state'
  | 'receipt_state'
  | 'received_at'
  | 'comparison'
  | 'file_finding'
  | 'deadline_at'
  | 'deadline_passed'
  | 'handset_offline'
>;

export function verdictOfRow(row: JudgedColumns): Verdict {
  switch (messageStatusFromRank(row.status)) {
    case 'PENDING':
      return 'waiting';
    case 'SENT':
      return 'in transit';
    case 'UNKNOWN':
      return row.handset_offline ? 'handset offline' : 'unknown';
    case 'FAILED':
      if (row.submission_state === REJECTED) return 'rejected';
      if (row.receipt_state === UNDELIVERED) return 'undelivered';
      return wasNotSentRow(row) ? 'not sent' : 'lost';
    case 'DELIVERED':
      if (row.evidence === 'receipt') return 'carrier confirmed';
      if (!row.deadline_passed) return 'in transit';
      return row.handset_offline ? 'handset offline' : 'receipt only';
    case 'RECEIVED':
      if (isAltered(readComparison(row.comparison)) || areFilesAltered(row.file_finding)) return 'altered';
      return (row.received_at ?? 0) > row.deadline_at ? 'late' : 'confirmed';
  }
}

/** The same in SQL, on the columns of `messages`. */
export const verdictColumn = sql<string>`
  case status
    when ${status('PENDING')} then 'waiting'
    when ${status('SENT')} then 'in transit'
    when ${status('UNKNOWN')} then case when handset_offline then 'handset offline' else 'unknown' end
    when ${status('FAILED')} then
      case when submission_state = ${sql.lit(REJECTED)} then 'rejected'
        when receipt_state = ${sql.lit(UNDELIVERED)} then 'undelivered'
        when ${notSent()} then 'not sent' else 'lost' end
    when ${status('DELIVERED')} then
      case when evidence = 'receipt' then 'carrier confirmed'
        when not deadline_passed then 'in transit'
        when handset_offline then 'handset offline' else 'receipt only' end
    else
      case when coalesce(comparison, 'unknown') not in (${unalteredComparisons}, 'unknown')
          or coalesce(file_finding, 'identical') in ('missing', 'damaged', 'other kind') then 'altered'
        when received_at > deadline_at then 'late' else 'confirmed' end
  end`;

/** The verdicts of ordinary messages, which have no marker. */
const UNMARKED: readonly Verdict[] = ['waiting', 'in transit', 'confirmed', 'carrier confirmed'];

/** The column `mark_verdict`. */
export function verdictMark(row: JudgedColumns): Verdict | null {
  const verdict = verdictOfRow(row);
  return isMarkedVerdict(verdict) ? verdict : null;
}

/** Whether the messages with this verdict have an index of their own. */
export function isMarkedVerdict(verdict: Verdict): boolean {
  return !UNMARKED.includes(verdict);
}

/** The filter as a condition on messages, with literals, so that the planner can choose the index. */
export function verdictCondition(verdict: Verdict): RawBuilder<boolean> {
  switch (verdict) {
    case 'waiting':
      return sql<boolean>`messages.status = ${status('PENDING')}`;
    case 'in transit':
      return sql<boolean>`(messages.status = ${status('SENT')}
        or (messages.status = ${status('DELIVERED')} and evidence = 'handset' and not deadline_passed))`;
    case 'confirmed':
      return sql<boolean>`(messages.status = ${status('RECEIVED')} and mark_verdict is null)`;
    case 'carrier confirmed':
      return sql<boolean>`(messages.status = ${status('DELIVERED')} and evidence = 'receipt')`;
    default:
      return sql<boolean>`mark_verdict = ${sql.lit(verdict)}`;
  }
}

export function receiptOfRow({
  evidence,
  receipt_state: receipt,
}: Pick<MessageRow, 'evidence' | 'receipt_state'>): ReceiptOutcome | null {
  return receiptOutcome({ evidence, receipt: receiptStateFromRank(receipt) });
}

/** The same as the rollups store it: empty for none. */
export const receiptColumn = sql<string>`
  case when evidence = 'receipt' then ''
    when receipt_state = ${sql.lit(receiptStateRank('delivered'))} then 'delivered'
    when receipt_state = ${sql.lit(UNDELIVERED)} then 'failed' else 'none' end`;
