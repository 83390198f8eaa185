/** Counts the messages themselves: to prove the rollups right, and to make them anew should they ever be wrong. */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../connection.ts';
import { findingColumn, senderChangedColumn } from '../messages/message-finding.ts';
import { ROLLUP_LOCK, sumHourlyRollups } from './rollup-fold.ts';
import { dayOfHour, key, type Rollup, rollupColumns, storedRollups } from './rollup-reader.ts';

const DELIVERED = sql.lit(messageStatusRank('DELIVERED'));
const RECEIVED = sql.lit(messageStatusRank('RECEIVED'));

/** The rollups as they ought to be: the rule of the engine's `rollup-changes.ts`, said in SQL. */
const fromMessages = sql`
  select coalesce(date_trunc('hour', coalesce(submitted_at, arrived_at), 'UTC'), '-infinity') as hour,
    ${key}, count(*) as messages,
    coalesce(sum(delay_ms) filter (where received), 0)::int8 as delay_ms,
    count(delay_ms) filter (where received) as delayed
  from (
    select *, status = ${RECEIVED} or (status = ${DELIVERED} and evidence = 'receipt') as received,
      ${findingColumn} as finding, ${senderChangedColumn} as sender_changed,
      -- greatest() passes over a null: what was never sent would count as a delay of 0.
      case when arrived_at is not null and submitted_at is not null
        then greatest(0, round(extract(epoch from arrived_at - submitted_at) * 1000))::int8 end as delay_ms
    from (
      select *, coalesce(received_at, case when evidence = 'receipt' and receipt_state = 3 then receipt_at end)
        as arrived_at
      from messages) timed) m
  group by 1, ${key}`;

/**
 * How many sums differ from what the messages and tests add up to. A scan of every message; one statement, so that a
 * program at work does not look like a fault.
 */
export async function countRollupFaults(db: Database): Promise<number> {
  return withoutTimeout(db, async (tx) => {
    const { rows } = await sql<{ faults: number }>`
      with counted as materialized (${fromMessages}),
      messages_differ as (${difference(storedRollups, sql`select * from counted`)}),
      days_differ as (${difference(
        storedDays,
        sql`
        select ${dayOfHour} as day, ${key}, ${sums} from counted group by 1, ${key}`,
      )}),
      overall_differ as (${difference(storedOverall, sql`select ${key}, ${sums} from counted group by ${key}`)}),
      tests_differ as (${difference(storedTests, countedTests)}),
      test_days_differ as (${difference(storedTestDays, countedTestDays)})
      select (select count(*) from messages_differ) + (select count(*) from days_differ)
        + (select count(*) from overall_differ) + (select count(*) from tests_differ)
        + (select count(*) from test_days_differ) as faults`.execute(tx);
    return rows[0]?.faults ?? 0;
  });
}

const sums = sql`sum(messages)::int8 as messages, sum(delay_ms)::int8 as delay_ms, sum(delayed)::int8 as delayed`;
const columns = sql`${key}, messages, delay_ms, delayed`;
const countsSomething = sql`sum(messages) <> 0 or sum(delay_ms) <> 0 or sum(delayed) <> 0`;

const storedDays = sql`
  select day, ${key}, ${sums} from (
    select day, ${columns} from daily_rollups
    union all select ${dayOfHour}, ${columns} from rollup_deltas) stored
  group by day, ${key} having ${countsSomething}`;
const storedOverall = sql`
  select ${key}, ${sums} from (
    select ${columns} from overall_rollups union all select ${columns} from rollup_deltas) stored
  group by ${key} having ${countsSomething}`;
const testKey = sql`test_type, message_type, execution_status, status_reason`;
const storedTests = sql`
  select ${testKey}, sum(tests)::int8 as tests from (
    select ${testKey}, tests from test_counts union all select ${testKey}, tests from test_count_deltas) stored
  group by ${testKey} having sum(tests) <> 0`;
const storedTestDays = sql`
  select day, ${testKey}, sum(tests)::int8 as tests from (
    select day, ${testKey}, tests from daily_test_counts
    union all select day, ${testKey}, tests from test_count_deltas) stored
  group by day, ${testKey} having sum(tests) <> 0`;
const countedTestDays = sql`
  select (created_at at time zone 'America/Los_Angeles')::date as day, test_type, message_type, execution_status,
    coalesce(status_reason, '') as status_reason, count(*) as tests
  from tests group by 1, 2, 3, 4, 5`;
const countedTests = sql`
  select ${testKey}, sum(tests)::int8 as tests from (${countedTestDays}) days group by ${testKey}`;

/** What is in one but not in the other. */
function difference(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${one}) except (${other})) union all ((${other}) except (${one}))`;
}

/** A scan of every message: for tests and the rebuild command only. The same shape and order as `readRollups`. */
export async function recount(db: Database): Promise<Rollup[]> {
  const { rows } = await sql<Rollup>`
    select ${rollupColumns}
    from (${fromMessages}) counted
    order by hour, ${key}`.execute(db);
  return rows;
}

/**
 * Makes the sums anew from the messages and the tests, while the engine works: writers wait for as long as the scan
 * takes.
 */
export async function rebuildRollups(db: Database): Promise<void> {
  await withoutTimeout(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${ROLLUP_LOCK})`.execute(tx);
    // From here on no change can commit: what has committed is counted, what has not adds its deltas afterwards.
    await sql`lock table rollup_deltas in exclusive mode`.execute(tx);
    await sql`delete from rollup_deltas`.execute(tx);
    await sql`delete from hourly_rollups`.execute(tx);
    await sql`
      insert into hourly_rollups (hour, ${key}, messages, delay_ms, delayed)
      ${fromMessages} order by hour, ${key}`.execute(tx);
    await sumHourlyRollups(tx);
  });
  // On its own: who holds the lock of one kind of deltas and waits for the other's could meet a writer that came the
  // other way.
  await withoutTimeout(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${ROLLUP_LOCK})`.execute(tx);
    await sql`lock table test_count_deltas in exclusive mode`.execute(tx);
    await sql`delete from test_count_deltas`.execute(tx);
    await sql`delete from test_counts`.execute(tx);
    await sql`delete from daily_test_counts`.execute(tx);
    await sql`insert into test_counts ${countedTests}`.execute(tx);
    await sql`insert into daily_test_counts ${countedTestDays} order by 1`.execute(tx);
  });
}

/** Ten million messages take longer than any statement of a running program should. */
function withoutTimeout<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    return work(tx);
  });
}
