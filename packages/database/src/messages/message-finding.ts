/**
 * The finding about a message (the domain's `findingOf`), computed from its columns in TypeScript and in SQL. A property
 * test holds both to the domain's rule.
 */
import { readComparison, UNALTERED_COMPARISONS } from '@textprobe/domain/comparison-classes';
import type { FileFinding } from '@textprobe/domain/file-classes';
import { type Finding, type FindingWord, findingOfText } from '@textprobe/domain/finding';
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusFromRank, messageStatusRank } from '@textprobe/domain/message-status';
import { arrivedUnaltered, type UnalteredAnswer } from '@textprobe/domain/unaltered';
import { endedOffline } from '@textprobe/domain/verdict';
import { type RawBuilder, sql } from 'kysely';
import type { MessageRow } from './message-row.ts';

const UNKNOWN = messageStatusRank('UNKNOWN');
const FAILED = messageStatusRank('FAILED');
const DELIVERED = messageStatusRank('DELIVERED');
const RECEIVED = messageStatusRank('RECEIVED');
const EXPIRED = submissionStateRank('expired');
const NO_RECEIPT = receiptStateRank('none');

/** The columns that determine a finding. */
export type FoundColumns = Pick<
  MessageRow,
  'comparison' | 'handset_offline' | 'status' | 'evidence' | 'submission_state' | 'receipt_state'
>;

/** The finding; null if there is none. */
export function findingOfRow(row: FoundColumns): Finding | null {
  const comparison = readComparison(row.comparison);
  if (comparison !== null) return findingOfText(comparison);
  if (wasNotSentRow(row)) return 'not sent';
  const { handset_offline: handsetOffline, evidence } = row;
  if (!handsetOffline) return null;
  const status = messageStatusFromRank(row.status);
  return endedOffline({ status, evidence, handsetOffline }) ? 'handset offline' : null;
}

/** The domain's `arrivedUnaltered`. */
export function unalteredRow(
  row: Pick<
    MessageRow,
    'status' | 'evidence' | 'message_type' | 'comparison' | 'sender_comparison' | 'file_finding'
  >,
): UnalteredAnswer | null {
  return arrivedUnaltered({
    status: messageStatusFromRank(row.status),
    evidence: row.evidence,
    isMms: row.message_type === 'MMS',
    comparison: readComparison(row.comparison),
    sender: row.sender_comparison,
    files: row.file_finding,
  });
}

/** The domain's `wasNotSent`. */
export function wasNotSentRow(
  row: Pick<MessageRow, 'status' | 'submission_state' | 'receipt_state'>,
): boolean {
  return row.status === FAILED && row.submission_state === EXPIRED && row.receipt_state === NO_RECEIPT;
}

/** The same in SQL, on the columns of `messages`; `of` is their prefix if the statement has other tables too. */
export function notSent(of: RawBuilder<unknown> = sql``): RawBuilder<boolean> {
  return sql`(${of}submission_state = ${sql.lit(EXPIRED)} and ${of}status = ${sql.lit(FAILED)}
    and ${of}receipt_state = ${sql.lit(NO_RECEIPT)})`;
}

/** The domain's `endedOffline`, on the columns of `messages`; `of` as above. */
export function offline(of: RawBuilder<unknown> = sql``): RawBuilder<boolean> {
  return sql`(${of}handset_offline and (${of}status = ${sql.lit(UNKNOWN)}
    or (${of}status = ${sql.lit(DELIVERED)} and ${of}evidence = 'handset')))`;
}

/** The finding as the rollups store it: empty for none. */
export const findingColumn = sql<string>`
  case when comparison = 'unknown' then 'text not told'
    when comparison is not null then comparison when ${offline()} then 'handset offline'
    when ${notSent()} then 'not sent' else '' end`;

/** Whether the handset saw another sender, as the rollups store it. */
export const senderChangedColumn = sql<boolean>`coalesce(sender_comparison = 'altered', false)`;

/** The finding about the files as the rollups store it: empty for none. */
export const fileFindingColumn = sql<string>`coalesce(file_finding, '')`;

/** The domain's `UNALTERED_COMPARISONS`, for a list in SQL. */
export const unalteredComparisons = sql.join(UNALTERED_COMPARISONS.map((one) => sql.lit(one)));

/** The domain's `arrivedUnaltered` as the rollups store it: empty for null. */
export const unalteredColumn = sql<string>`
  case when status <> ${sql.lit(RECEIVED)} then
      case when status = ${sql.lit(DELIVERED)} and evidence = 'receipt' then 'not reported' else '' end
    when coalesce(comparison, 'unknown') = 'unknown' or sender_comparison is null
      or (message_type = 'MMS' and coalesce(file_finding, 'not told') = 'not told') then 'not reported'
    when comparison in (${unalteredComparisons}) and sender_comparison = 'identical'
      and coalesce(file_finding, 'identical') not in ('missing', 'damaged', 'other kind') then 'yes'
    else 'no' end`;

/** The filter on the files' finding, with literals like the next one. */
export function fileFindingCondition(finding: FileFinding): RawBuilder<boolean> {
  return finding === 'identical'
    ? sql<boolean>`file_finding = 'identical'`
    : sql<boolean>`mark_file_finding = ${sql.lit(finding)}`;
}

/** The filter as a condition on messages, with literals, so that the planner can choose the index. */
export function findingCondition(word: FindingWord): RawBuilder<boolean> {
  switch (word) {
    case 'sender changed':
      return sql<boolean>`mark_sender_changed`;
    case 'handset offline':
      return sql<boolean>`mark_verdict = 'handset offline'`;
    case 'not sent':
      return sql<boolean>`mark_verdict = 'not sent'`;
    case 'text not told':
      return comparisonIs('unknown');
    case 'identical':
      return sql<boolean>`comparison = 'identical'`;
    default:
      return comparisonIs(word);
  }
}

function comparisonIs(word: string): RawBuilder<boolean> {
  return sql<boolean>`mark_comparison = ${sql.lit(word)}`;
}
