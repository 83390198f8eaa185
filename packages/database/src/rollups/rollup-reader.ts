/** The rollups as readers see them: what is folded and what is not yet, in one statement and so of one instant. */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Database } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import type { RollupDelta } from './rollup-deltas.ts';

/** One key with what counts under it; keys with nothing are left out. Ordered by hour, then by the rest. */
export type Rollup = RollupDelta;

export async function readRollups(db: Database): Promise<Rollup[]> {
  const { rows } = await sql<Rollup>`
    select hour, carrier, message_type as "messageType", test_type as "testType", status, received, messages,
      delay_ms as "delayMs", delayed
    from (${storedRollups}) stored
    order by hour, carrier, message_type, test_type, status, received`.execute(db);
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
  coalesce(sum(messages) filter (where status >= ${sql.lit(messageStatusRank('FAILED'))}), 0)::int8 as known,
  coalesce(sum(delay_ms), 0)::int8 as "delayMs",
  coalesce(sum(delayed), 0)::int8 as delayed`;

export async function readTotals(db: Database, filter: AnalyticsFilter = {}): Promise<RollupTotals> {
  const { rows } = await sql<RollupTotals>`
    select ${totals} from (${counted}) counted where ${conditions(filter)}`.execute(db);
  return rows[0] as RollupTotals;
}

/** What readers may be told apart by; `hour` is in epoch milliseconds, -Infinity for messages without any time. */
type Grouping = 'hour' | 'carrier' | 'message_type' | 'test_type';
type GroupOf<G extends Grouping> = G extends 'hour' ? number : string;

/** The totals of each group that has messages, in the order of the groups. */
export async function readTotalsBy<G extends Grouping>(
  db: Database,
  grouping: G,
  filter: AnalyticsFilter = {},
): Promise<(RollupTotals & { readonly group: GroupOf<G> })[]> {
  const { rows } = await sql<RollupTotals & { group: GroupOf<G> }>`
    select ${sql.ref(grouping)} as "group", ${totals}
    from (${counted}) counted
    where ${conditions(filter)}
    group by 1
    having sum(messages) <> 0
    order by 1`.execute(db);
  return rows;
}

const counted = sql`
  select hour, carrier, message_type, test_type, status, received, messages, delay_ms, delayed from hourly_rollups
  union all
  select hour, carrier, message_type, test_type, status, received, messages, delay_ms, delayed from rollup_deltas`;

/** Each key that counts something, with its sums: the columns of `hourly_rollups`. */
export const storedRollups = sql`
  select hour, carrier, message_type, test_type, status, received,
    sum(messages)::int8 as messages, sum(delay_ms)::int8 as delay_ms, sum(delayed)::int8 as delayed
  from (${counted}) counted
  group by hour, carrier, message_type, test_type, status, received
  having sum(messages) <> 0 or sum(delay_ms) <> 0 or sum(delayed) <> 0`;

/** The meaning of `matchesAnalyticsFilter`; exact, because a day in Los Angeles begins on a full hour of UTC. */
function conditions(filter: AnalyticsFilter) {
  const all = [sql`true`];
  if (filter.from !== undefined) all.push(sql`hour >= ${sqlTime(filter.from)}`);
  // Messages without any time lie at -infinity, before every end.
  if (filter.before !== undefined) all.push(sql`hour > '-infinity' and hour < ${sqlTime(filter.before)}`);
  if (filter.carrier !== undefined) all.push(sql`lower(carrier) = lower(${filter.carrier})`);
  if (filter.messageType !== undefined) all.push(sql`message_type = ${filter.messageType}`);
  if (filter.testType !== undefined) all.push(sql`test_type = ${filter.testType}`);
  if (filter.status !== undefined) all.push(sql`status = ${messageStatusRank(filter.status)}::int2`);
  return sql.join(all, sql` and `);
}
