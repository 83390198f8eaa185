/** How many sums differ from what the messages and tests themselves add up to: each family of sums in one statement. */
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { countedMessages } from './counted-messages.ts';
import { countedTestDays, countedTests, testKey } from './counted-tests.ts';
import { OFFICE_SUMS } from './office-sums.ts';
import { pendingByKey, pendingByOffice } from './rollup-deltas.ts';
import {
  amounts,
  countsSomething,
  GATEWAY_SUMS,
  kind,
  PARTNER_SUMS,
  SUMS,
  type SumTable,
  sameKind,
  summedAmounts,
} from './rollup-tables.ts';

/** Of the sums over all messages. */
export async function countSumFaults(tx: Transaction): Promise<number> {
  const counted = sql`
    select hour, ${kind}, ${summedAmounts} from ${countedMessages()} group by hour, ${kind}`;
  const stored = Object.values(SUMS);
  return countDifferences(tx, { stored, counted, pending: sql`select * from ${pendingByKey()}` });
}

/** Of the sums by scope. A kind that has no number is a difference too: no sum can have it. */
export async function countScopedFaults(tx: Transaction): Promise<number> {
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

/** How many keys of the tables, what is not folded yet included, do not have what was counted. */
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

/** Of the counts of tests. */
export async function countTestFaults(tx: Transaction): Promise<number> {
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

/** What is in one but not in the other. */
function difference(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${one}) except (${other})) union all ((${other}) except (${one}))`;
}
