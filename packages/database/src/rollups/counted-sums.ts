/**
 * The sums that answer a question, as SQL: what is folded and what is not yet, in one statement and so of one instant.
 * Each question goes to the smallest table that answers it exactly: over all time, by day or by hour; over all messages,
 * by gateway, by partner or by office.
 */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { losAngelesDayStart } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { sqlTime } from '../core/connection.ts';
import { kindConditions } from '../messages/message-filter.ts';
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

/** Whose messages are counted. All that are given must hold, each by any of its ids; none given: all messages. */
export interface SumScope {
  /** Of the office when the message was created. */
  readonly partnerIds?: readonly number[] | undefined;
  readonly gatewayIds?: readonly number[] | undefined;
  /** Counted by day at the finest. */
  readonly officeIds?: readonly number[] | undefined;
}

/** A day in Los Angeles as `2026-11-21`; an hour in epoch milliseconds, -Infinity for messages without any time. */
export type Grouping = 'day' | 'hour' | 'carrier';

/**
 * The kind and the amounts of all that passes, with an `hour` or a `day` where that is the grouping.
 * @throws RangeError where offices are asked for by hour, or within bounds that are no midnights in Los Angeles
 */
export function countedSums(
  filter: AnalyticsFilter,
  scope: SumScope,
  grouping?: Grouping,
): RawBuilder<unknown> {
  const sums = sumsOf(scope);
  const period = periodOf(filter, grouping);
  if (sums === OFFICES && period === 'hourly') {
    throw new RangeError('Sums by office are kept by day: ask for days and for bounds at midnight');
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
  const whose = scopeConditions(scope);
  // Summed by number first: of a hundred thousand rows some hundreds are left to be joined.
  return sql`
    select ${time} ${kind}, ${amounts} from (
      select ${timeOfFolded} kind_id, ${summedAmounts} from ${rows} where ${whose} and ${bounds}
      group by ${time} kind_id) summed
    join rollup_kinds on rollup_kinds.id = kind_id where ${kinds}
    union all
    select ${timeOfHours} ${kind}, ${amounts} from ${pendingByOffice(scope)}
    where ${whose} and ${hourBounds(filter)} and ${kinds}`;
}

const OFFICES: Readonly<Record<Period, SumTable>> = {
  hourly: OFFICE_SUMS,
  daily: OFFICE_SUMS,
  overall: OFFICE_SUMS,
};

/** The tables that hold the least and still know all ids that are asked for. */
function sumsOf({ partnerIds, gatewayIds, officeIds }: SumScope): Readonly<Record<Period, SumTable>> {
  if (officeIds !== undefined) return OFFICES;
  if (partnerIds !== undefined) return PARTNER_SUMS;
  return gatewayIds === undefined ? SUMS : GATEWAY_SUMS;
}

function scopeConditions({ partnerIds, gatewayIds, officeIds }: SumScope): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [];
  if (officeIds !== undefined) all.push(sql`office_id = any (${officeIds}::int4[])`);
  if (partnerIds !== undefined) all.push(sql`partner_id = any (${partnerIds}::int4[])`);
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
function conditionsOnKind(filter: AnalyticsFilter): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [kindConditions(filter)];
  if (filter.status !== undefined) all.push(sql`status = ${messageStatusRank(filter.status)}::int2`);
  if (filter.finding === 'sender changed') all.push(sql`sender_changed`);
  else if (filter.finding !== undefined) all.push(sql`finding = ${filter.finding}`);
  return sql.join(all, sql` and `);
}
