/**
 * The usual reception in one statement: a message that the carrier accepted arrived as it was sent, and nothing was heard of
 * it before. The report is kept and the message's row written by its place; 7 columns instead of 25.
 */
import { submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import { sqlTime, type Transaction } from '../connection.ts';
import { isStillAt, type LockedMessage } from '../messages/message-ledgers.ts';
import { writeByPartition } from '../messages/write-by-partition.ts';
import { rowsAsTable } from '../rows-as-table.ts';
import type { NewReception } from './receptions.ts';

/** A report without files, whose text is identical, and the row of its message as it was read, without a lock. */
export interface DirectReception {
  readonly row: LockedMessage;
  readonly reception: NewReception;
}

const ACCEPTED = sql.lit(submissionStateRank('accepted'));
const RECEIVED = sql.lit(messageStatusRank('RECEIVED'));

/**
 * Keeps all of the reports, and notes the arrival of those messages that nobody has written to since they were read.
 * @param receptions at most one for each message
 * @param now epoch milliseconds: when the messages reach their end
 * @returns the ids of the messages that were moved; the others are to be moved under lock
 */
export function receiveDirectly(
  tx: Transaction,
  receptions: readonly DirectReception[],
  now: number,
): Promise<Set<number>> {
  return writeByPartition(
    receptions,
    ({ row }) => row.partition,
    (partition, some) => receiveIn(tx, partition, some, now),
  );
}

async function receiveIn(
  tx: Transaction,
  partition: string,
  receptions: readonly DirectReception[],
  now: number,
): Promise<readonly number[]> {
  // In the order of ids, as everyone who locks messages: two batches that share some wait for each other.
  const sorted = receptions.toSorted((a, b) => a.row.id - b.row.id);
  const reports = rowsAsTable('r', sorted, {
    id: ['int8', ({ row }) => row.id],
    created_at: ['instant', ({ row }) => row.created_at],
    place: ['text', ({ row }) => row.place],
    received_at: ['instant', ({ reception }) => reception.at],
    inbox: ['text', ({ reception }) => reception.inbox],
    phone_id: ['int4', ({ reception }) => reception.phoneId],
    account_id: ['int4', ({ reception }) => reception.accountId],
    code: ['text', ({ reception }) => reception.code],
    text: ['text', ({ reception }) => reception.text],
    sender: ['text', ({ reception }) => reception.sender],
    stated_at: ['instant', ({ reception }) => reception.statedAt],
    stated_clock: ['text', ({ reception }) => reception.statedClock],
    comparison: ['text', ({ reception }) => reception.comparison],
    sender_comparison: ['text', ({ reception }) => reception.senderComparison],
  });
  // Usually all of them: then no id comes back.
  const { rows } = await sql<{ moved: number; ids: number[] | null }>`
    with k as materialized (select * from ${reports}),
    kept as (
      insert into receptions (received_at, inbox, phone_id, account_id, code, text, sender, stated_at, stated_clock,
        message_id, message_created_at, comparison, sender_comparison)
      select received_at, inbox, phone_id, account_id, code, text, sender, stated_at, stated_clock, id, created_at,
        comparison, sender_comparison
      from k),
    moved as (
      update ${sql.raw(partition)} m set received_at = k.received_at, comparison = k.comparison,
        sender_comparison = k.sender_comparison, status = ${RECEIVED}, settled_at = coalesce(m.settled_at, ${sqlTime(now)}),
        mark_status = null, mark_sender_changed = case when k.sender_comparison = 'altered' then true end
      from k
      where m.ctid = k.place::tid and m.id = k.id
        and ${isStillAt(sql`k.place::tid`)}
        and case when m.submission_state = ${ACCEPTED} and m.received_at is null and not m.deadline_passed then true end
      returning m.id)
    select count(*)::int4 as moved, case when count(*) <> ${sorted.length}::int8 then array_agg(id) end as ids
    from moved`.execute(tx);
  const [result] = rows;
  return result?.ids ?? (result?.moved === sorted.length ? sorted.map(({ row }) => row.id) : []);
}
