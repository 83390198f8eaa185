/** Counts the messages themselves: to prove the rollups right, and to make them anew should they ever be wrong. */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Database, Transaction } from '../connection.ts';
import { ROLLUP_LOCK } from './rollup-fold.ts';
import { type Rollup, storedRollups } from './rollup-reader.ts';

const DELIVERED = sql.lit(messageStatusRank('DELIVERED'));
const RECEIVED = sql.lit(messageStatusRank('RECEIVED'));

/** The rollups as they ought to be: the rule of the engine's `rollup-changes.ts`, said in SQL. */
const fromMessages = sql`
  select coalesce(date_trunc('hour', coalesce(submitted_at, arrived_at), 'UTC'), '-infinity') as hour,
    carrier, message_type, test_type, status, received, count(*) as messages,
    coalesce(sum(delay_ms) filter (where received), 0)::int8 as delay_ms,
    count(delay_ms) filter (where received) as delayed
  from (
    select *, status = ${RECEIVED} or (status = ${DELIVERED} and evidence = 'receipt') as received,
      -- greatest() passes over a null: what was never sent would count as a delay of 0.
      case when arrived_at is not null and submitted_at is not null
        then greatest(0, round(extract(epoch from arrived_at - submitted_at) * 1000))::int8 end as delay_ms
    from (
      select *, coalesce(received_at, case when evidence = 'receipt' and receipt_state = 3 then receipt_at end)
        as arrived_at
      from messages) timed) m
  group by 1, carrier, message_type, test_type, status, received`;

/**
 * How many sums differ from what the messages add up to. A scan of every message; one statement, so that a program at
 * work does not look like a fault.
 */
export async function countRollupFaults(db: Database): Promise<number> {
  return withoutTimeout(db, async (tx) => {
    const { rows } = await sql<{ faults: number }>`
      with stored as (${storedRollups}), counted as (${fromMessages})
      select count(*) as faults from (
        (select * from stored except select * from counted)
        union all
        (select * from counted except select * from stored)) differences`.execute(tx);
    return rows[0]?.faults ?? 0;
  });
}

/** A scan of every message: for tests and the rebuild command only. The same shape and order as `readRollups`. */
export async function recount(db: Database): Promise<Rollup[]> {
  const { rows } = await sql<Rollup>`
    select hour, carrier, message_type as "messageType", test_type as "testType", status, received, messages,
      delay_ms as "delayMs", delayed
    from (${fromMessages}) counted
    order by hour, carrier, message_type, test_type, status, received`.execute(db);
  return rows;
}

/** Makes the rollups anew from the messages, while the engine works: writers wait for as long as the scan takes. */
export async function rebuildRollups(db: Database): Promise<void> {
  await withoutTimeout(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${ROLLUP_LOCK})`.execute(tx);
    // From here on no change can commit: what has committed is counted, what has not adds its deltas afterwards.
    await sql`lock table rollup_deltas in exclusive mode`.execute(tx);
    await sql`delete from rollup_deltas`.execute(tx);
    await sql`delete from hourly_rollups`.execute(tx);
    await sql`
      insert into hourly_rollups (hour, carrier, message_type, test_type, status, received, messages, delay_ms, delayed)
      ${fromMessages}`.execute(tx);
  });
}

/** Ten million messages take longer than any statement of a running program should. */
function withoutTimeout<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return work(tx);
  });
}
