/**
 * The receipt that comes after its answer was written, the usual way: of a message of one part that nothing else is known
 * of, it says delivered. One statement finds the part, and writes part and message where both are as expected.
 */
import { type Evidence, messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { MessageType, TestType } from '../column-types.ts';
import { sqlTime, type Transaction } from '../connection.ts';
import type { RawReceipt } from '../receipts/raw-receipts.ts';
import { rowsAsTable } from '../rows-as-table.ts';
import { ACCEPTED, DELIVERED, NO_RECEIPT } from './rank-literals.ts';

/** A message that its receipt has moved. Instants are epoch milliseconds. */
export interface ReceiptedMessage {
  /** The receipt's place in what was given. */
  readonly receipt: number;
  readonly runId: number;
  readonly testId: number;
  readonly createdAt: number;
  readonly officeId: number;
  /** 0: of a message that does not name it. */
  readonly partnerId: number;
  readonly gatewayId: number;
  readonly carrier: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
  readonly evidence: Evidence;
  readonly submittedAt: number;
  readonly receiptAt: number;
  readonly settledAt: number | null;
}

const STATUS_DELIVERED = sql.lit(messageStatusRank('DELIVERED'));

/**
 * @param receipts that say delivered, each with one spelling of its id, which no other of them has
 * @param of.since epoch milliseconds: messages older than this are not looked at
 * @returns what was moved; all else is untouched and left to the careful way
 */
export async function receiptDirectly(
  tx: Transaction,
  receipts: readonly RawReceipt[],
  of: { since: number; now: number },
): Promise<ReceiptedMessage[]> {
  const told = rowsAsTable(
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
  // In a `case`, so that no statistics mislead the planner: see `direct-settle.ts`.
  // In the order of ids, as everyone who locks messages.
  // Two parts with one id are enough to leave it to the careful way: ids come again.
  const { rows } = await sql<ReceiptedMessage>`
    with found as materialized (
      select k.*, p.*, count(*) over (partition by k.receipt) as candidates
      from ${told} cross join lateral (
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
        and case when m.submission_state = ${ACCEPTED} and m.receipt_state = ${NO_RECEIPT} and m.received_at is null
          and not m.deadline_passed and (s.recipient is null or s.recipient = m.recipient) then true end
      returning s.receipt, m.run_id as "runId", m.test_id as "testId", m.created_at as "createdAt",
        m.office_id as "officeId", m.partner_id as "partnerId", m.gateway_id as "gatewayId", m.carrier,
        m.message_type as "messageType", m.test_type as "testType", m.evidence, m.submitted_at as "submittedAt", m.receipt_at as "receiptAt",
        m.settled_at as "settledAt"),
    noted as (
      update submission_parts p set receipt_state = ${DELIVERED}, receipt_at = s.at, receipt_raw = s.raw,
        receipt_provider_id = s.spelled
      from sure s
      where p.ctid = s.part_place and p.message_id = s.message_id and p.message_created_at > ${since}
        and s.receipt in (select receipt from moved))
    select * from moved`.execute(tx);
  return rows;
}
