/**
 * Folds the deltas into the sums: messages over all and by scope, tests by status. One at a time in all processes:
 * writers then never meet on a row.
 */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { isNotSetAside, type Taken } from '../set-aside/set-aside.ts';
import { pendingByKey } from './rollup-deltas.ts';
import { addTo, SUMS, summedFor, testKey, tryRollupLock } from './rollup-tables.ts';
import { foldIntoScopedSums } from './scoped-sums.ts';

/** What is folded: deltas of messages or of tests. */
export type FoldedKind = 'message sum' | 'test sum';

const DELTAS = { 'message sum': sql.table('rollup_deltas'), 'test sum': sql.table('test_count_deltas') };

/**
 * Adds up to `limit` rows of deltas of a kind to the sums, the oldest first.
 * @param of.now epoch milliseconds: those that are set aside then are left out
 * @param taken hears of them before anything is done with them
 * @returns how many; 0 also when another process is at it
 */
export async function foldRollupDeltas(
  tx: Transaction,
  kind: FoldedKind,
  of: { limit: number; now: number },
  taken: Taken = async () => {},
): Promise<number> {
  if (!(await tryRollupLock(tx))) return 0;
  const { rows } = await sql<{ id: number }>`
    select d.id from ${DELTAS[kind]} d where ${isNotSetAside(kind, sql`d.id`, of.now)}
    order by d.id limit ${sql.lit(of.limit)}`.execute(tx);
  if (rows.length === 0) return 0;
  await taken(tx, rows);
  const ids = rows.map(({ id }) => id);
  await (kind === 'message sum' ? foldMessages(tx, ids) : foldTests(tx, ids));
  return ids.length;
}

/** Whether at least so many rows of messages' deltas wait. */
export async function hasManyDeltas(db: Database, many: number): Promise<boolean> {
  const { rows } = await sql`select 1 from rollup_deltas limit 1 offset ${sql.lit(many - 1)}`.execute(db);
  return rows.length > 0;
}

async function foldMessages(tx: Transaction, ids: readonly number[]): Promise<void> {
  const folded = sql<boolean>`rollup_deltas.id = any (${ids}::int8[])`;
  const { hourly, daily, overall } = SUMS;
  const [hours, days, all] = [hourly, daily, overall].map((sums) => addTo(sums, summedFor(sums, sql`taken`)));
  await sql`
    with taken as materialized (select * from ${pendingByKey(folded)}),
      hours as (${hours}), days as (${days}) ${all}`.execute(tx);
  await foldIntoScopedSums(tx, folded);
  await sql`delete from rollup_deltas where ${folded}`.execute(tx);
}

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
