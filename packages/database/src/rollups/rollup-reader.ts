/**
 * Reads figures from the rollups: over the messages of a scope. Every read includes folded and pending deltas
 * in one statement, so from one snapshot. Each query uses the smallest table that answers it exactly: over all time, by
 * day or by hour; over all messages, by gateway, by partner or by office.
 */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import type { FileFinding } from '@textprobe/domain/file-classes';
import type { Finding } from '@textprobe/domain/finding';
import { losAngelesDayStart } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { messageStatusRank } from '@textprobe/domain/message-status';
import type { ReceiptTruth } from '@textprobe/domain/receipt-truth';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { kindConditions } from '../messages/message-filter.ts';
import type { MessageType, TestType } from '../schema/column-types.ts';
import { isInScope, narrowedTo, type Scope } from '../scope/scope.ts';
import { OFFICE_SUMS } from './office-sums.ts';
import { pendingByKey, pendingByOffice } from './rollup-deltas.ts';
import {
  amounts,
  dayOfHour,
  GATEWAY_SUMS,
  kind,
  PARTNER_SUMS,
  type Period,
  SUMS,
  type SumTable,
  summedAmounts,
} from './rollup-tables.ts';

/** Which messages of the scope count. All given filters must match, each with any of its ids; none: all. */
export interface CountedOf {
  readonly gatewayIds?: readonly number[] | undefined;
  /** These sums are kept by day, not by hour. */
  readonly officeIds?: readonly number[] | undefined;
}

/** A day in Los Angeles as `2026-11-21`; an hour in epoch milliseconds, -Infinity for messages without a time. */
export type Grouping = 'day' | 'hour' | 'carrier';

/**
 * Kind and amounts of everything that matches, with an `hour` or a `day` if grouped by it.
 * @throws RangeError if offices are requested by hour, or with bounds that are not midnight in Los Angeles
 */
function countedSums(
  within: Scope,
  filter: AnalyticsFilter,
  of: CountedOf,
  grouping?: Grouping,
): RawBuilder<unknown> {
  const scope = narrowedTo(within, filter.partnerId);
  const sums = sumsOf(scope, of);
  const period = periodOf(filter, grouping);
  if (sums === OFFICES && period === 'hourly') {
    throw new RangeError('Sums by office are kept by day: use days and bounds at midnight');
  }
  const time = grouping === 'hour' ? sql`hour,` : grouping === 'day' ? sql`day,` : sql``;
  const timeOfHours = grouping === 'day' ? sql`${dayOfHour} as day,` : time;
  const timeOfFolded = period === 'hourly' ? timeOfHours : time;
  const bounds = period === 'daily' ? dayBounds(filter) : hourBounds(filter);
  const kinds = conditionsOnKind(filter);
  const { rows } = sums[period];
  if (sums === SUMS) {
    return sql`
      select ${timeOfFolded} ${kind}, ${amounts} from ${rows} where ${bounds} and ${kinds}
      union all
      select ${timeOfHours} ${kind}, ${amounts} from ${pendingByKey()} where ${hourBounds(filter)} and ${kinds}`;
  }
  const whose = conditionsOnIds(scope, of);
  // Sum by kind number first: only some hundreds of a hundred thousand rows remain for the join.
  return sql`
    select ${time} ${kind}, ${amounts} from (
      select ${timeOfFolded} kind_id, ${summedAmounts} from ${rows} where ${whose} and ${bounds}
      group by ${time} kind_id) summed
    join rollup_kinds on rollup_kinds.id = kind_id where ${kinds}
    union all
    select ${timeOfHours} ${kind}, ${amounts} from ${pendingByOffice({ scope })}
    where ${whose} and ${hourBounds(filter)} and ${kinds}`;
}

const OFFICES: Readonly<Record<Period, SumTable>> = {
  hourly: OFFICE_SUMS,
  daily: OFFICE_SUMS,
  overall: OFFICE_SUMS,
};

/** The smallest tables that contain all requested ids. */
function sumsOf(
  { partnerIds }: Scope,
  { gatewayIds, officeIds }: CountedOf,
): Readonly<Record<Period, SumTable>> {
  if (officeIds !== undefined) return OFFICES;
  if (partnerIds !== null) return PARTNER_SUMS;
  return gatewayIds === undefined ? SUMS : GATEWAY_SUMS;
}

function conditionsOnIds(scope: Scope, { gatewayIds, officeIds }: CountedOf): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [isInScope(scope, sql`partner_id`)];
  if (officeIds !== undefined) all.push(sql`office_id = any (${officeIds}::int4[])`);
  if (gatewayIds !== undefined) all.push(sql`gateway_id = any (${gatewayIds}::int4[])`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

function periodOf({ from, before }: AnalyticsFilter, grouping: Grouping | undefined): Period {
  const bounds = [from, before].filter((bound) => bound !== undefined);
  if (grouping === 'hour' || !bounds.every(isMidnight)) return 'hourly';
  return bounds.length > 0 || grouping === 'day' ? 'daily' : 'overall';
}

/** In Los Angeles. */
function isMidnight(at: number): boolean {
  return losAngelesDayStart(losAngelesDate(at)) === at;
}

function dayBounds({ from, before }: AnalyticsFilter): RawBuilder<unknown> {
  const all = [sql`true`];
  if (from !== undefined) all.push(sql`day >= ${losAngelesDate(from)}::date`);
  // Messages without a time are at -infinity, before every end.
  if (before !== undefined) all.push(sql`day > '-infinity' and day < ${losAngelesDate(before)}::date`);
  return sql.join(all, sql` and `);
}

/** Exact, because a day in Los Angeles starts on a full hour of UTC. */
function hourBounds({ from, before }: AnalyticsFilter): RawBuilder<unknown> {
  const all = [sql`true`];
  if (from !== undefined) all.push(sql`hour >= ${sqlTime(from)}`);
  if (before !== undefined) all.push(sql`hour > '-infinity' and hour < ${sqlTime(before)}`);
  return sql.join(all, sql` and `);
}

/** Together with the bounds, equivalent to `matchesAnalyticsFilter`. */
function conditionsOnKind(filter: AnalyticsFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [kindConditions(filter)];
  if (filter.status !== undefined) all.push(sql`status = ${messageStatusRank(filter.status)}::int2`);
  if (filter.finding === 'sender changed') all.push(sql`sender_changed`);
  else if (filter.finding !== undefined) all.push(sql`finding = ${filter.finding}`);
  if (filter.fileFinding !== undefined) all.push(sql`files = ${filter.fileFinding}`);
  if (filter.verdict !== undefined) all.push(sql`verdict = ${filter.verdict}`);
  return sql.join(all, sql` and `);
}

/** The totals of a filter. `known`: with a known outcome, the denominator of every rate. Delays in milliseconds. */
export interface RollupTotals extends ReceiptTruth {
  readonly messages: number;
  readonly received: number;
  readonly known: number;
  readonly delayMs: number;
  readonly delayed: number;
  /** Received unaltered, of those received whose text, sender and files were reported. */
  readonly unaltered: number;
  readonly compared: number;
  /** Received without one of these reported. */
  readonly notReported: number;
}

const isKnown = sql`status >= ${sql.lit(messageStatusRank('FAILED'))} and finding not in ('handset offline', 'not sent')`;

/** For messages whose outcome a handset decides: what receipts claimed, and what handsets saw. */
const receiptTruth = sql`
  coalesce(sum(messages) filter (where ${isKnown} and receipt <> ''), 0)::int8 as judged,
  coalesce(sum(messages) filter (where ${isKnown} and receipt = 'delivered'), 0)::int8 as claimed,
  coalesce(sum(messages) filter (where ${isKnown} and receipt <> '' and received), 0)::int8 as seen`;

const totals = sql`
  coalesce(sum(messages), 0)::int8 as messages,
  coalesce(sum(messages) filter (where received), 0)::int8 as received,
  coalesce(sum(messages) filter (where ${isKnown}), 0)::int8 as known,
  ${receiptTruth},
  coalesce(sum(delay_ms), 0)::int8 as "delayMs",
  coalesce(sum(delayed), 0)::int8 as delayed,
  coalesce(sum(messages) filter (where unaltered = 'yes'), 0)::int8 as unaltered,
  coalesce(sum(messages) filter (where unaltered in ('yes', 'no')), 0)::int8 as compared,
  coalesce(sum(messages) filter (where unaltered = 'not reported'), 0)::int8 as "notReported"`;

/** @throws RangeError like `countedSums`, as do all functions below */
export async function readTotals(
  db: Database,
  scope: Scope,
  filter: AnalyticsFilter = {},
  of: CountedOf = {},
): Promise<RollupTotals> {
  const { rows } = await sql<RollupTotals>`
    select ${totals} from (${countedSums(scope, filter, of)}) counted`.execute(db);
  return rows[0] as RollupTotals;
}

/** The totals of one kind of messages. */
export interface KindTotals extends RollupTotals {
  readonly carrier: string;
  readonly messageType: MessageType;
  readonly testType: TestType;
}

/** The totals of each kind with messages, ordered by name: all figures without a time dimension, in one read. */
export async function readTotalsByKind(
  db: Database,
  scope: Scope,
  filter: AnalyticsFilter = {},
  of: CountedOf = {},
): Promise<KindTotals[]> {
  const { rows } = await sql<KindTotals>`
    select carrier, message_type as "messageType", test_type as "testType", ${totals}
    from (${countedSums(scope, filter, of)}) counted
    group by 1, 2, 3
    having sum(messages) <> 0
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** Messages with these findings. */
export interface FindingCount {
  readonly finding: Finding | '';
  readonly files: FileFinding | '';
  readonly messages: number;
  /** Of these, messages with a different sender on the handset. */
  readonly senderChanged: number;
}

/** The number of messages by finding about them and about their files; an empty finding means none. */
export async function readFindings(
  db: Database,
  scope: Scope,
  filter: AnalyticsFilter = {},
  of: CountedOf = {},
): Promise<FindingCount[]> {
  const { rows } = await sql<FindingCount>`
    select finding, files, sum(messages)::int8 as messages,
      coalesce(sum(messages) filter (where sender_changed), 0)::int8 as "senderChanged"
    from (${countedSums(scope, filter, of)}) counted
    group by 1, 2
    having sum(messages) <> 0
    order by 1, 2`.execute(db);
  return rows;
}

/** Receipts and handsets by day in Los Angeles and carrier, in this order; -Infinity days are left out. */
export async function readReceiptTruthByDay(
  db: Database,
  scope: Scope,
  filter: AnalyticsFilter = {},
  of: CountedOf = {},
): Promise<(ReceiptTruth & { readonly day: string; readonly carrier: string })[]> {
  const { rows } = await sql<ReceiptTruth & { day: string; carrier: string }>`
    select day, carrier, ${receiptTruth} from (${countedSums(scope, filter, of, 'day')}) counted
    where day > '-infinity'
    group by 1, 2
    having sum(messages) filter (where ${isKnown} and receipt <> '') > 0
    order by 1, 2`.execute(db);
  return rows;
}

type GroupOf<G extends Grouping> = G extends 'hour' ? number : string;

/** The totals of each group with messages, in the order of the groups. */
export async function readTotalsBy<G extends Grouping>(
  db: Database,
  scope: Scope,
  grouping: G,
  filter: AnalyticsFilter = {},
  of: CountedOf = {},
): Promise<(RollupTotals & { readonly group: GroupOf<G> })[]> {
  const { rows } = await sql<RollupTotals & { group: GroupOf<G> }>`
    select ${sql.ref(grouping)} as "group", ${totals}
    from (${countedSums(scope, filter, of, grouping)}) counted
    group by 1
    having sum(messages) <> 0
    order by 1`.execute(db);
  return rows;
}
