/** Counts the messages themselves: to prove the sums right, and to make them anew should they ever be wrong. */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { countedMessages } from './counted-messages.ts';
import { countedTestDays, countedTests } from './counted-tests.ts';
import { withRollupLock } from './rollup-lock.ts';
import { addTo, SUMS, summedFor } from './rollup-tables.ts';
import { clearFinestSums, countIntoScopedSums, deriveScopedSums } from './scoped-sums.ts';
import { countScopedFaults, countSumFaults, countTestFaults } from './sum-differences.ts';

/**
 * How many sums differ from what the messages and tests add up to. A scan of every message; a program at work does not
 * look like a fault.
 */
export async function countRollupFaults(db: Database): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // Ten million messages take longer than any statement of a running program should.
    await sql`set local statement_timeout = 0`.execute(tx);
    return (await countSumFaults(tx)) + (await countScopedFaults(tx)) + (await countTestFaults(tx));
  });
}

/** While everything goes on: readers see the sums of before until all are made. */
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

/** The daily and overall ones from the hourly ones, in the order of time: a span of days then lies in a few pages. */
async function rebuildSums(tx: Transaction): Promise<void> {
  const { hourly, daily, overall } = SUMS;
  for (const { table } of [hourly, daily, overall]) await sql`delete from ${sql.table(table)}`.execute(tx);
  await addTo(hourly, summedFor(hourly, countedMessages())).execute(tx);
  for (const coarser of [daily, overall]) await addTo(coarser, summedFor(coarser, hourly.rows)).execute(tx);
}

/** A month of creation at a time, which fits into memory. */
async function rebuildScopedSums(tx: Transaction): Promise<void> {
  await clearFinestSums(tx);
  const { rows: months } = await sql<{ from: number; before: number }>`
    select month at time zone 'UTC' as "from", (month + interval '1 month') at time zone 'UTC' as before
    from (select distinct date_trunc('month', day::timestamp) as month from message_days) months
    order by month`.execute(tx);
  for (const month of months) await countIntoScopedSums(tx, month);
  await deriveScopedSums((work) => work(tx));
}
