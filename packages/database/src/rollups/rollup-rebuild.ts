/** Counts the messages themselves, to verify the rollups and to rebuild them if they are ever wrong. */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { countedMessages } from './counted-messages.ts';
import { OFFICE_SUMS } from './office-sums.ts';
import { pendingByKey, pendingByOffice } from './rollup-deltas.ts';
import {
  addTo,
  amounts,
  countsSomething,
  GATEWAY_SUMS,
  kind,
  PARTNER_SUMS,
  SUMS,
  type SumTable,
  sameKind,
  summedAmounts,
  summedFor,
  testKey,
  withRollupLock,
} from './rollup-tables.ts';
import { clearFinestSums, countIntoScopedSums, deriveScopedSums } from './scoped-sums.ts';

/** How tests count in their sums, by the Los Angeles day of their creation: the rule of the trigger `count_test`. */
const countedTestDays = sql`
  select (created_at at time zone 'America/Los_Angeles')::date as day, test_type, message_type, execution_status,
    coalesce(status_reason, '') as status_reason, count(*) as tests
  from tests group by 1, 2, 3, 4, 5`;

const countedTests = sql`
  select ${testKey}, sum(tests)::int8 as tests from (${countedTestDays}) days group by ${testKey}`;

/**
 * The number of sums that differ from the messages and tests. Scans every message; changes by a running program do not
 * appear as differences.
 */
export async function countRollupFaults(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Ten million messages take longer than the statement timeout of a running program.
    await sql`set local statement_timeout = 0`.execute(tx);
    return (await countSumFaults(tx)) + (await countScopedFaults(tx)) + (await countTestFaults(tx));
  });
}

/** Runs while the program works: readers see the old sums until all are rebuilt. */
export async function rebuildRollups(db: Database): Promise<void> {
  await withRollupLock(db, async (tx) => {
    await rebuildSums(tx);
    await rebuildScopedSums(tx);
    await sql`delete from rollup_deltas`.execute(tx);
  });
  await withRollupLock(db, async (tx) => {
    await sql`delete from test_count_deltas`.execute(tx);
    await sql`delete from test_counts`.execute(tx);
    await sql`delete from daily_test_counts`.execute(tx);
    await sql`insert into test_counts ${countedTests}`.execute(tx);
    await sql`insert into daily_test_counts ${countedTestDays} order by 1`.execute(tx);
  });
}

/** Daily and total sums from hourly ones, ordered by time: a period of days then occupies few pages. */
async function rebuildSums(tx: Transaction): Promise<void> {
  const { hourly, daily, overall } = SUMS;
  for (const { table } of [hourly, daily, overall]) await sql`delete from ${sql.table(table)}`.execute(tx);
  await addTo(hourly, summedFor(hourly, countedMessages())).execute(tx);
  for (const coarser of [daily, overall]) await addTo(coarser, summedFor(coarser, hourly.rows)).execute(tx);
}

/** One month of creation at a time, which fits into memory. */
async function rebuildScopedSums(tx: Transaction): Promise<void> {
  await clearFinestSums(tx);
  const { rows: months } = await sql<{ from: number; before: number }>`
    select month at time zone 'UTC' as "from", (month + interval '1 month') at time zone 'UTC' as before
    from (select distinct date_trunc('month', day::timestamp) as month from message_days) months
    order by month`.execute(tx);
  for (const month of months) await countIntoScopedSums(tx, month);
  await deriveScopedSums(tx);
}

/** Differences in the sums over all messages. */
async function countSumFaults(tx: Transaction): Promise<number> {
  const counted = sql`
    select hour, ${kind}, ${summedAmounts} from ${countedMessages()} group by hour, ${kind}`;
  const stored = Object.values(SUMS);
  return countDifferences(tx, { stored, counted, pending: sql`select * from ${pendingByKey()}` });
}

/** Differences in the sums by scope. A kind without a number is a difference too: no sum can include it. */
async function countScopedFaults(tx: Transaction): Promise<number> {
  const numbered = (rows: RawBuilder<unknown>) => sql`
    select office_id, partner_id, gateway_id, hour, k.id as kind_id, ${amounts}
    from (
      select office_id, partner_id, gateway_id, hour, ${kind}, ${summedAmounts} from ${rows}
      group by office_id, partner_id, gateway_id, hour, ${kind}) summed
    left join rollup_kinds k on ${sameKind('k', 'summed')}`;
  const counted = numbered(countedMessages());
  const stored = [...Object.values(PARTNER_SUMS), ...Object.values(GATEWAY_SUMS), OFFICE_SUMS];
  return countDifferences(tx, { stored, counted, pending: numbered(pendingByOffice()) });
}

/** How many keys of the tables, pending deltas included, differ from the counted messages. */
async function countDifferences(
  tx: Transaction,
  of: { stored: readonly SumTable[]; counted: RawBuilder<unknown>; pending: RawBuilder<unknown> },
): Promise<number> {
  const differing = of.stored.map(
    ({ rows, keyColumns, keyValues }) => sql`(
      select count(*) from (
        select ${keyColumns} from (
          select ${keyColumns}, ${amounts} from ${rows}
          union all select ${keyValues}, ${amounts} from pending
          union all select ${keyValues}, -messages, -delay_ms, -delayed from counted) one
        group by ${keyColumns} having ${countsSomething}) differing)`,
  );
  const { rows } = await sql<{ faults: number }>`
    with counted as materialized (${of.counted}), pending as materialized (${of.pending})
    select ${sql.join(differing, sql` + `)} as faults`.execute(tx);
  return rows[0]?.faults ?? 0;
}

/** Differences in the counts of tests. */
async function countTestFaults(tx: Transaction): Promise<number> {
  const stored = (columns: RawBuilder<unknown>, table: string) => sql`
    select ${columns}, sum(tests)::int8 as tests from (
      select ${columns}, tests from ${sql.table(table)}
      union all select ${columns}, tests from test_count_deltas) stored
    group by ${columns} having sum(tests) <> 0`;
  const days = stored(sql`day, ${testKey}`, 'daily_test_counts');
  const { rows } = await sql<{ faults: number }>`
    with tests_differ as (${difference(stored(testKey, 'test_counts'), countedTests)}),
      test_days_differ as (${difference(days, countedTestDays)})
    select (select count(*) from tests_differ) + (select count(*) from test_days_differ) as faults`.execute(
    tx,
  );
  return rows[0]?.faults ?? 0;
}

/** Rows in one but not in the other. */
function difference(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${one}) except (${other})) union all ((${other}) except (${one}))`;
}
