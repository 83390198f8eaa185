/**
 * The figures that sums add up to: over all messages, or over those of a scope. Every reader sees what is folded and
 * what is not yet.
 */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import type { Finding } from '@textprobe/domain/finding';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import type { MessageType, TestType } from '../schema/column-types.ts';
import { countedSums, type Grouping, type SumScope } from './counted-sums.ts';
import { pendingByKey, type RollupDelta } from './rollup-deltas.ts';
import { amounts, countsSomething, kind, summedAmounts } from './rollup-tables.ts';

/** A rollup's columns under the names of {@link RollupDelta}. */
const rollupColumns = sql`hour, carrier, message_type as "messageType", test_type as "testType", status, received,
  finding, sender_changed as "senderChanged", messages, delay_ms as "delayMs", delayed`;

/** Each key with what counts under it; keys with nothing are left out. Ordered by hour, then by the rest. */
export async function readRollups(db: Database): Promise<RollupDelta[]> {
  const { rows } = await sql<RollupDelta>`
    select ${rollupColumns}
    from (
      select hour, ${kind}, ${summedAmounts}
      from (
        select hour, ${kind}, ${amounts} from hourly_rollups union all select * from ${pendingByKey()}) stored
      group by hour, ${kind} having ${countsSomething}) summed
    order by hour, ${kind}`.execute(db);
  return rows;
}

/** What a filter adds up to. `known`: with an outcome, the denominator of every rate. Delays in milliseconds. */
export interface RollupTotals {
  readonly messages: number;
  readonly received: number;
  readonly known: number;
  readonly delayMs: number;
  readonly delayed: number;
}

const totals = sql`
  coalesce(sum(messages), 0)::int8 as messages,
  coalesce(sum(messages) filter (where received), 0)::int8 as received,
  coalesce(sum(messages) filter (
    where status >= ${sql.lit(messageStatusRank('FAILED'))} and finding not in ('handset offline', 'not sent')), 0)::int8 as known,
  coalesce(sum(delay_ms), 0)::int8 as "delayMs",
  coalesce(sum(delayed), 0)::int8 as delayed`;

/** @throws RangeError as `countedSums`; so do all below that take a scope */
export async function readTotals(
  db: Database,
  filter: AnalyticsFilter = {},
  scope: SumScope = {},
): Promise<RollupTotals> {
  const { rows } = await sql<RollupTotals>`
    select ${totals} from (${countedSums(filter, scope)}) counted`.execute(db);
  return rows[0] as RollupTotals;
}

/** The totals of one kind of messages. */
export interface KindTotals extends RollupTotals {
  readonly carrier: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
}

/** The totals of each kind that has messages, in the order of their names: all figures without time, in one read. */
export async function readTotalsByKind(
  db: Database,
  filter: AnalyticsFilter = {},
  scope: SumScope = {},
): Promise<KindTotals[]> {
  const { rows } = await sql<KindTotals>`
    select carrier, message_type as "messageType", test_type as "testType", ${totals}
    from (${countedSums(filter, scope)}) counted
    group by 1, 2, 3
    having sum(messages) <> 0
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** How many messages were found so. */
export interface FindingCount {
  readonly finding: Finding | '';
  readonly messages: number;
  /** Of these, those of which the handset saw another sender. */
  readonly senderChanged: number;
}

/** The messages of each finding that there is, those without any under the empty one. */
export async function readFindings(
  db: Database,
  filter: AnalyticsFilter = {},
  scope: SumScope = {},
): Promise<FindingCount[]> {
  const { rows } = await sql<FindingCount>`
    select finding, sum(messages)::int8 as messages,
      coalesce(sum(messages) filter (where sender_changed), 0)::int8 as "senderChanged"
    from (${countedSums(filter, scope)}) counted
    group by 1
    having sum(messages) <> 0
    order by 1`.execute(db);
  return rows;
}

type GroupOf<G extends Grouping> = G extends 'hour' ? number : string;

/** The totals of each group that has messages, in the order of the groups. */
export async function readTotalsBy<G extends Grouping>(
  db: Database,
  grouping: G,
  filter: AnalyticsFilter = {},
  scope: SumScope = {},
): Promise<(RollupTotals & { readonly group: GroupOf<G> })[]> {
  const { rows } = await sql<RollupTotals & { group: GroupOf<G> }>`
    select ${sql.ref(grouping)} as "group", ${totals}
    from (${countedSums(filter, scope, grouping)}) counted
    group by 1
    having sum(messages) <> 0
    order by 1`.execute(db);
  return rows;
}
