/**
 * Fast path for the usual evidence: the carrier accepts a message of one part, and its receipt, in the same batch or
 * later, says delivered. No row is locked or read first; the statements check that no other evidence has changed the
 * message.
 *
 * They find a row's ctid by its key, and the row by its ctid: PostgreSQL has one plan for each, whatever its statistics
 * say. All other conditions are inside a `case`, which the statistics do not cover: if they showed no waiting message, the
 * plan would scan all rows. Rows are updated in the order of ids, the order in which all code locks messages.
 */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { ClaimedMessage } from '../messages/message-claims.ts';
import { writeByPartition } from '../messages/message-ledgers.ts';
import { ACCEPTED, DELIVERED, type MessageRow, NO_RECEIPT, WAITING } from '../messages/message-row.ts';
import { isWritten } from '../receipts/number-endings.ts';
import type { RawReceipt } from '../receipts/raw-receipts.ts';
import type { CountedMessage } from '../rollups/rollup-changes.ts';

/** Whether a row `m` meets `more`, has no reception and is not overdue. */
export const isUsual = (more: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`case when ${more} and m.received_at is null and not m.deadline_passed then true end`;

/** A claimed message and its outcome. Instants are epoch milliseconds. */
export interface UsualAnswer {
  readonly claimed: ClaimedMessage;
  readonly submittedAt: number;
  /** When the receipt said delivered; null: no receipt yet. */
  readonly deliveredAt: number | null;
  /** The rank of the resulting status. */
  readonly status: number;
  readonly settledAt: number | null;
}

/**
 * Writes answers to messages whose rows have not changed since they were claimed.
 * @returns the ids of written messages; all others are unchanged and left to the slow path
 */
export async function writeUsualAnswers(
  tx: Transaction,
  answers: readonly UsualAnswer[],
): Promise<Set<number>> {
  return writeByPartition(
    answers,
    ({ claimed }) => claimed.partition,
    (partition, rows) => writeAnswersIn(tx, partition, rows),
  );
}

async function writeAnswersIn(
  tx: Transaction,
  partition: string,
  answers: readonly UsualAnswer[],
): Promise<number[]> {
  const leaf = sql.raw(partition);
  const next = rowsAsTable(
    's',
    answers.toSorted((a, b) => a.claimed.id - b.claimed.id),
    {
      id: ['int8', ({ claimed }) => claimed.id],
      created_at: ['instant', ({ claimed }) => claimed.createdAt],
      attempt: ['int4', ({ claimed }) => claimed.attempt],
      claimed_at: ['instant', ({ claimed }) => claimed.claimedAt],
      worker: ['text', ({ claimed }) => claimed.workerId],
      submitted_at: ['instant', ({ submittedAt }) => submittedAt],
      delivered_at: ['instant', ({ deliveredAt }) => deliveredAt],
      status: ['int2', ({ status }) => status],
      settled_at: ['instant', ({ settledAt }) => settledAt],
    },
  );
  // Usually all rows are written; then no ids are returned.
  const { rows } = await sql<{ moved: number; ids: number[] | null }>`
    with moved as (update ${leaf} m set
        submission_state = ${ACCEPTED}, submitted_at = k.submitted_at, claimed_at = k.claimed_at, claimed_by = k.worker,
        attempts = k.attempt,
        receipt_state = case when k.delivered_at is null then ${NO_RECEIPT} else ${DELIVERED} end,
        receipt_at = k.delivered_at, status = k.status, settled_at = k.settled_at,
        deadline_at = k.submitted_at + make_interval(secs => m.deadline_ms / 1000.0)
      from (
        select s.*, p.place from ${next} cross join lateral (
          select ctid as place from ${leaf} p where p.id = s.id and p.created_at = s.created_at offset 0) p) k
      where m.ctid = k.place and m.id = k.id and ${isUsual(sql`m.submission_state = ${WAITING} and m.attempts < k.attempt
        and m.receipt_state = ${NO_RECEIPT}`)}
      returning m.id)
    select count(*)::int4 as moved, case when count(*) <> ${answers.length}::int8 then array_agg(id) end as ids
    from moved`.execute(tx);
  const [result] = rows;
  return result?.ids ?? (result?.moved === answers.length ? answers.map(({ claimed }) => claimed.id) : []);
}

/** A message updated by its receipt. Instants are epoch milliseconds. */
export interface ReceiptedMessage
  extends CountedMessage,
    Pick<MessageRow, 'run_id' | 'test_id' | 'settled_at'> {
  /** Index of the receipt in the input. */
  readonly receipt: number;
}

const STATUS_DELIVERED = sql.lit(messageStatusRank('DELIVERED'));

/**
 * Finds the parts of receipts that arrive after their answers, and updates part and message if both are as expected.
 * @param receipts that say delivered, each with one spelling of its id, all ids distinct
 * @param of.since epoch milliseconds: older messages are not searched
 * @returns what was updated; everything else is unchanged and left to the slow path
 */
export async function writeUsualReceipts(
  tx: Transaction,
  receipts: readonly RawReceipt[],
  of: { since: number; now: number },
): Promise<ReceiptedMessage[]> {
  const reported = rowsAsTable(
    'k',
    receipts.map((receipt, index) => ({ ...receipt, index })),
    {
      receipt: ['int4', ({ index }) => index],
      gateway_id: ['int4', ({ gatewayId }) => gatewayId],
      provider_id: ['text', ({ idVariants }) => idVariants[0] ?? ''],
      spelled: ['text', ({ idVariants, providerId }) => (idVariants[0] === providerId ? null : providerId)],
      recipient: ['text', ({ recipient }) => recipient],
      at: ['instant', ({ at }) => at],
      raw: ['text', ({ raw }) => raw],
    },
  );
  const since = sqlTime(of.since);
  // Two matches are enough to leave the id to the slow path: ids repeat.
  const { rows } = await sql<ReceiptedMessage>`
    with found as materialized (
      select k.*, p.*, count(*) over (partition by k.receipt) as candidates
      from ${reported} cross join lateral (
        select message_id, message_created_at, parts, receipt_state as part_state, ctid as part_place from submission_parts p
        where p.gateway_id = k.gateway_id and p.provider_id = k.provider_id and p.message_created_at > ${since} limit 2) p),
    sure as materialized (
      select f.*, m.place from found f cross join lateral (
        select ctid as place from messages m
        where m.id = f.message_id and m.created_at = f.message_created_at and m.created_at > ${since} offset 0) m
      where f.candidates = 1 and f.parts = 1 and f.part_state = ${NO_RECEIPT} order by f.message_id),
    moved as (
      update messages m set receipt_state = ${DELIVERED}, receipt_at = s.at, status = ${STATUS_DELIVERED},
        settled_at = case when m.evidence = 'receipt' then ${sqlTime(of.now)} end
      from sure s
      where m.ctid = s.place and m.id = s.message_id and m.created_at > ${since}
        and ${isUsual(sql`m.submission_state = ${ACCEPTED} and m.receipt_state = ${NO_RECEIPT}
          and (s.recipient is null or ${isWritten(sql`m.recipient`, sql`s.recipient`)})`)}
      returning s.receipt, m.run_id, m.test_id, m.office_id, m.partner_id, m.gateway_id, m.carrier,
        m.message_type, m.test_type, m.evidence, m.submission_state, m.submitted_at, m.receipt_state, m.receipt_at,
        m.received_at, m.comparison, m.sender_comparison, m.file_finding, m.deadline_at, m.deadline_passed,
        m.handset_offline, m.status, m.settled_at),
    noted as (
      update submission_parts p set receipt_state = ${DELIVERED}, receipt_at = s.at, receipt_raw = s.raw,
        receipt_provider_id = s.spelled
      from sure s
      where p.ctid = s.part_place and p.message_id = s.message_id and p.message_created_at > ${since}
        and s.receipt in (select receipt from moved))
    select * from moved`.execute(tx);
  return rows;
}
