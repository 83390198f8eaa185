/**
 * Fast path for the usual reception: a message that the carrier accepted arrived unaltered, with no earlier report. One
 * statement stores the report and updates the message's row by ctid, with 8 columns instead of 26. A batch is written
 * with its rollup deltas or not at all: one round trip instead of five.
 */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { isStillAt, type LockedMessage } from '../messages/message-ledgers.ts';
import { ACCEPTED } from '../messages/message-row.ts';
import type { NewReception } from '../receptions/receptions.ts';
import { insertRollupDeltas, type RollupDeltas } from '../rollups/rollup-deltas.ts';
import { insertRunDeltas, type RunDelta } from '../runs/run-deltas.ts';
import { isUsual } from './fast-path.ts';

/** An unaltered report without files, and its message's row as read without a lock. */
export interface DirectReception {
  readonly row: LockedMessage;
  readonly reception: NewReception;
}

const RECEIVED = sql.lit(messageStatusRank('RECEIVED'));

/** The deltas of these arrivals for the rollups and for the counts of their runs. */
export interface ArrivalDeltas {
  readonly rollups: RollupDeltas;
  readonly runs: ReadonlyMap<number, RunDelta>;
}

/**
 * Stores the reports, marks their messages as received and appends the deltas, in a statement that is its own
 * transaction. Writes nothing if any of the messages has been changed or locked since it was read.
 * @param receptions one per message, at least one
 * @param now epoch milliseconds: when the messages become final
 * @returns whether it was written
 */
export async function receiveAllDirectly(
  db: Database,
  receptions: readonly DirectReception[],
  { rollups, runs }: ArrivalDeltas,
  now: number,
): Promise<boolean> {
  const partition = receptions[0]?.row.partition;
  // A batch at the turn of a month spans two partitions.
  if (partition === undefined || receptions.some(({ row }) => row.partition !== partition)) return false;
  const isWhole = sql<boolean>`(select count(*) from held) = ${receptions.length}::int8`;
  const appended = [
    ...(rollups.keys.length > 0 ? [insertRollupDeltas(rollups, isWhole)] : []),
    ...(runs.size === 0 ? [] : [insertRunDeltas(runs, isWhole)]),
  ].map((statement, index) => sql`, ${sql.raw(`appended_${index}`)} as (${statement})`);
  const { rows } = await sql<{ held: number }>`
    with k as materialized (select * from ${asTable(receptions)}),
    held as materialized (
      select m.id from k join ${sql.raw(partition)} m on m.ctid = k.place::tid and m.id = k.id
      where ${isUsual(sql`m.submission_state = ${ACCEPTED}`)} and ${isAsRead}
      for no key update of m skip locked),
    kept as (${keepReports(isWhole)}),
    moved as (${noteArrivals(partition, now)} and ${isWhole})
    ${sql.join(appended, sql``)}
    select count(*)::int4 as held from held`.execute(db);
  return rows[0]?.held === receptions.length;
}

/** Reports with the locations of their messages, as `k`. */
function asTable(receptions: readonly DirectReception[]): RawBuilder<unknown> {
  return rowsAsTable('r', receptions, {
    id: ['int8', ({ row }) => row.id],
    created_at: ['instant', ({ row }) => row.created_at],
    place: ['text', ({ row }) => row.place],
    written_by: ['text', ({ row }) => row.writtenBy],
    received_at: ['instant', ({ reception }) => reception.at],
    inbox: ['text', ({ reception }) => reception.inbox],
    phone_id: ['int4', ({ reception }) => reception.phoneId],
    account_id: ['int4', ({ reception }) => reception.accountId],
    reporter: ['text', ({ reception }) => reception.reporter],
    code: ['text', ({ reception }) => reception.code],
    text: ['text', ({ reception }) => reception.text],
    sender: ['text', ({ reception }) => reception.sender],
    stated_at: ['instant', ({ reception }) => reception.statedAt],
    stated_clock: ['text', ({ reception }) => reception.statedClock],
    comparison: ['text', ({ reception }) => reception.comparison],
    sender_comparison: ['text', ({ reception }) => reception.senderComparison],
  });
}

/** @param condition whether to insert them */
function keepReports(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into receptions (received_at, inbox, phone_id, account_id, reporter, code, text, sender, stated_at, stated_clock,
      message_id, message_created_at, comparison, sender_comparison)
    select received_at, inbox, phone_id, account_id, reporter, code, text, sender, stated_at, stated_clock, id, created_at,
      comparison, sender_comparison
    from k where ${condition}`;
}

/** Updates the rows `m` of the messages of `k`, which are all locked. The caller may append conditions. */
function noteArrivals(partition: string, now: number): RawBuilder<unknown> {
  return sql`
    update ${sql.raw(partition)} m set received_at = k.received_at, comparison = k.comparison,
      sender_comparison = k.sender_comparison, status = ${RECEIVED}, settled_at = coalesce(m.settled_at, ${sqlTime(now)}),
      mark_status = null, mark_verdict = case when k.received_at > m.deadline_at then 'late' end,
      mark_sender_changed = case when k.sender_comparison = 'altered' then true end
    from k
    where m.ctid = k.place::tid and m.id = k.id`;
}

const isAsRead = sql<boolean>`(${isStillAt(sql`k.place::tid`)} and case when m.xmin = k.written_by::xid then true end)`;
