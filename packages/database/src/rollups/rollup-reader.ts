/**
 * The rollups as readers see them: what is folded and what is not yet, in one statement and so of one instant. Sums lie
 * ready by hour, by day and over all time; each question goes to the coarsest that can answer it exactly.
 */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import type { Finding } from '@textprobe/domain/finding';
import { losAngelesDayStart } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import type { MessageType, TestType } from '../column-types.ts';
import type { Database } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import type { RollupDelta } from './rollup-deltas.ts';

/** One key with what counts under it; keys with nothing are left out. Ordered by hour, then by the rest. */
export type Rollup = RollupDelta;

/** What messages are counted by, but for the time. */
export const key = sql`carrier, message_type, test_type, status, received, finding, sender_changed`;

/** A rollup's columns under the names of {@link Rollup}. */
export const rollupColumns = sql`hour, carrier, message_type as "messageType", test_type as "testType", status, received,
  finding, sender_changed as "senderChanged", messages, delay_ms as "delayMs", delayed`;

export async function readRollups(db: Database): Promise<Rollup[]> {
  const { rows } = await sql<Rollup>`
    select ${rollupColumns}
    from (${storedRollups}) stored
    order by hour, ${key}`.execute(db);
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

export async function readTotals(db: Database, filter: AnalyticsFilter = {}): Promise<RollupTotals> {
  const { rows } = await sql<RollupTotals>`select ${totals} from (${counted(filter)}) counted`.execute(db);
  return rows[0] as RollupTotals;
}

/** The totals of one kind of messages. */
export interface KindTotals extends RollupTotals {
  readonly carrier: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
}

/** The totals of each kind that has messages, in the order of their names: all figures without time, in one read. */
export async function readTotalsByKind(db: Database, filter: AnalyticsFilter = {}): Promise<KindTotals[]> {
  const { rows } = await sql<KindTotals>`
    select carrier, message_type as "messageType", test_type as "testType", ${totals}
    from (${counted(filter)}) counted
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
export async function readFindings(db: Database, filter: AnalyticsFilter = {}): Promise<FindingCount[]> {
  const { rows } = await sql<FindingCount>`
    select finding, sum(messages)::int8 as messages,
      coalesce(sum(messages) filter (where sender_changed), 0)::int8 as "senderChanged"
    from (${counted(filter)}) counted
    group by 1
    having sum(messages) <> 0
    order by 1`.execute(db);
  return rows;
}

/** A day in Los Angeles as `2026-11-21`; an hour in epoch milliseconds, -Infinity for messages without any time. */
type Grouping = 'day' | 'hour' | 'carrier';
type GroupOf<G extends Grouping> = G extends 'hour' ? number : string;

/** The totals of each group that has messages, in the order of the groups. */
export async function readTotalsBy<G extends Grouping>(
  db: Database,
  grouping: G,
  filter: AnalyticsFilter = {},
): Promise<(RollupTotals & { readonly group: GroupOf<G> })[]> {
  const { rows } = await sql<RollupTotals & { group: GroupOf<G> }>`
    select ${sql.ref(grouping)} as "group", ${totals}
    from (${counted(filter, grouping)}) counted
    group by 1
    having sum(messages) <> 0
    order by 1`.execute(db);
  return rows;
}

/** Each key that counts something, with its sums: the columns of `hourly_rollups`. */
export const storedRollups = sql`
  select hour, ${key}, sum(messages)::int8 as messages, sum(delay_ms)::int8 as delay_ms, sum(delayed)::int8 as delayed
  from (
    select hour, ${key}, messages, delay_ms, delayed from hourly_rollups
    union all
    select hour, ${key}, messages, delay_ms, delayed from rollup_deltas
  ) counted
  group by hour, ${key}
  having sum(messages) <> 0 or sum(delay_ms) <> 0 or sum(delayed) <> 0`;

/**
 * The day in Los Angeles of an `hour`. From an instant to a wall clock there is but one way, so that SQL may go it; the
 * way back is the one that needs the domain's rules.
 */
export const dayOfHour = sql`(hour at time zone 'America/Los_Angeles')::date`;

/** The sums of a filter, from the coarsest table that has its bounds and the groups that are asked for. */
function counted(filter: AnalyticsFilter, grouping?: Grouping): RawBuilder<unknown> {
  const table = tableFor(filter, grouping);
  const columns = sql`${key}, messages, delay_ms, delayed`;
  const isDaily = table === 'daily_rollups';
  const group = grouping === 'hour' ? sql`hour,` : grouping === 'day' ? sql`${dayOfHour} as day,` : sql``;
  const folded = isDaily && grouping === 'day' ? sql`day,` : group;
  const kinds = kindConditions(filter);
  return sql`
    select ${folded} ${columns} from ${sql.table(table)}
    where ${isDaily ? dayBounds(filter) : hourBounds(filter)} and ${kinds}
    union all
    select ${group} ${columns} from rollup_deltas where ${hourBounds(filter)} and ${kinds}`;
}

function tableFor({ from, before }: AnalyticsFilter, grouping: Grouping | undefined) {
  const bounds = [from, before].filter((bound) => bound !== undefined);
  if (grouping === 'hour' || !bounds.every(isMidnight)) return 'hourly_rollups';
  return bounds.length > 0 || grouping === 'day' ? 'daily_rollups' : 'overall_rollups';
}

/** In Los Angeles. */
function isMidnight(at: number): boolean {
  return losAngelesDayStart(losAngelesDate(at)) === at;
}

function dayBounds({ from, before }: AnalyticsFilter): RawBuilder<unknown> {
  const all = [sql`true`];
  if (from !== undefined) all.push(sql`day >= ${losAngelesDate(from)}::date`);
  // Messages without any time lie at -infinity, before every end.
  if (before !== undefined) all.push(sql`day > '-infinity' and day < ${losAngelesDate(before)}::date`);
  return sql.join(all, sql` and `);
}

/** Exact, because a day in Los Angeles begins on a full hour of UTC. */
function hourBounds({ from, before }: AnalyticsFilter): RawBuilder<unknown> {
  const all = [sql`true`];
  if (from !== undefined) all.push(sql`hour >= ${sqlTime(from)}`);
  if (before !== undefined) all.push(sql`hour > '-infinity' and hour < ${sqlTime(before)}`);
  return sql.join(all, sql` and `);
}

/** With the bounds the meaning of `matchesAnalyticsFilter`. */
function kindConditions(filter: AnalyticsFilter): RawBuilder<unknown> {
  const all = [sql`true`];
  if (filter.carrier !== undefined) all.push(sql`lower(carrier) = lower(${filter.carrier})`);
  if (filter.messageType !== undefined) all.push(sql`message_type = ${filter.messageType}`);
  if (filter.testType !== undefined) all.push(sql`test_type = ${filter.testType}`);
  if (filter.status !== undefined) all.push(sql`status = ${messageStatusRank(filter.status)}::int2`);
  if (filter.finding === 'sender changed') all.push(sql`sender_changed`);
  else if (filter.finding !== undefined) all.push(sql`finding = ${filter.finding}`);
  return sql.join(all, sql` and `);
}
