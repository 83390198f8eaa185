/**
 * Folds deltas into the rollups: messages overall and by scope, tests by status. Only one process folds at a time, so
 * writers never contend for a row.
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
 * Folds up to `limit` rows of deltas of one kind, oldest first.
 * @param of.now epoch milliseconds; deltas set aside at that time are left out
 * @param taken called with the rows before anything is done with them
 * @returns the number folded; 0 also if another process is folding
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

/** Whether at least this many rows of message deltas are waiting. */
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
