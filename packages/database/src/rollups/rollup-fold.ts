/**
 * Folds the deltas into the sums: messages by hour, by day and over all time, tests by status. One at a time in all
 * processes: writers then never meet on a row.
 */
import { sql } from 'kysely';
import type { Transaction } from '../connection.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';
import type { Taken } from '../set-aside/taken.ts';
import { dayOfHour, key } from './rollup-reader.ts';

/** Held by whoever writes what is folded. */
export const ROLLUP_LOCK = sql`hashtext('textprobe rollups')`;

/** What is folded: deltas of messages or of tests. */
export type FoldedKind = 'message sum' | 'test sum';

const DELTAS = { 'message sum': sql.table('rollup_deltas'), 'test sum': sql.table('test_count_deltas') };

/**
 * Adds up to `limit` deltas of a kind to the sums, the oldest first.
 * @param of.now epoch milliseconds: those that are set aside then are left out
 * @param taken hears of their ids before anything is done with them
 * @returns how many; 0 also when another process is at it
 */
export async function foldRollupDeltas(
  tx: Transaction,
  kind: FoldedKind,
  of: { limit: number; now: number },
  taken: Taken = async () => {},
): Promise<number> {
  const { rows: locks } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as taken`.execute(tx);
  if (locks[0]?.taken !== true) return 0;
  const { rows } = await sql<{ id: number }>`
    select d.id from ${DELTAS[kind]} d where ${isNotSetAside(kind, sql`d.id`, of.now)}
    order by d.id limit ${sql.lit(of.limit)}`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await taken(tx, ids);
  await (kind === 'message sum' ? foldMessages(tx, ids) : foldTests(tx, ids));
  return ids.length;
}

async function foldMessages(tx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`
    with taken as (
      delete from rollup_deltas where id = any (${ids}::int8[]) returning *
    ), summed as materialized (
      select hour, ${key}, sum(messages) as messages, sum(delay_ms) as delay_ms, sum(delayed) as delayed
      from taken group by hour, ${key}
    ), hourly as (
      insert into hourly_rollups as r (hour, ${columns})
      select hour, ${columns} from summed
      order by hour, ${key}
      on conflict (hour, ${key}) do update set ${added}
    ), daily as (
      insert into daily_rollups as r (day, ${columns})
      select ${dayOfHour}, ${key}, ${sums} from summed
      group by 1, ${key} order by 1, ${key}
      on conflict (day, ${key}) do update set ${added}
    )
    insert into overall_rollups as r (${columns})
    select ${key}, ${sums} from summed
    group by ${key} order by ${key}
    on conflict (${key}) do update set ${added}`.execute(tx);
}

const columns = sql`${key}, messages, delay_ms, delayed`;
const sums = sql`sum(messages), sum(delay_ms), sum(delayed)`;
const added = sql`messages = r.messages + excluded.messages, delay_ms = r.delay_ms + excluded.delay_ms,
  delayed = r.delayed + excluded.delayed`;

const testKey = sql`test_type, message_type, execution_status, status_reason`;

async function foldTests(tx: Transaction, ids: readonly number[]): Promise<void> {
  await sql`
    with taken as (
      delete from test_count_deltas where id = any (${ids}::int8[]) returning *
    ), daily as (
      insert into daily_test_counts as c (day, ${testKey}, tests)
      select day, ${testKey}, sum(tests) from taken
      group by day, ${testKey} order by day, ${testKey}
      on conflict (day, ${testKey}) do update set tests = c.tests + excluded.tests
    )
    insert into test_counts as c (${testKey}, tests)
    select ${testKey}, sum(tests) from taken
    group by ${testKey} order by ${testKey}
    on conflict (${testKey}) do update set tests = c.tests + excluded.tests`.execute(tx);
}

/**
 * Makes the daily and overall sums anew from the hourly ones, in the order of time: a span of days then lies in a few
 * pages. For whoever holds {@link ROLLUP_LOCK}.
 */
export async function sumHourlyRollups(tx: Transaction): Promise<void> {
  await sql`delete from daily_rollups`.execute(tx);
  await sql`delete from overall_rollups`.execute(tx);
  await sql`
    insert into daily_rollups (day, ${columns})
    select ${dayOfHour}, ${key}, ${sums} from hourly_rollups group by 1, ${key} order by 1, ${key}`.execute(
    tx,
  );
  await sql`
    insert into overall_rollups (${columns})
    select ${key}, ${sums} from hourly_rollups group by ${key}`.execute(tx);
}
