/**
 * When the messages of a filter were created. The list of all is walked in the order of creation, and nothing in that
 * order tells of carriers, types or sent times: without bounds, a filter that finds little would walk ten million rows.
 */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { LONGEST_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { kindConditions } from './message-filter.ts';

const DAY_MS = 24 * 3_600_000;
/** A message is sent before its expiry or not at all; one day more for clocks. */
const LATEST_SUBMISSION_MS = LONGEST_SEND_EXPIRY_MS + DAY_MS;
/** A handset may report a message that, for all we know, was never sent; not later than this after its creation. */
const LATEST_ARRIVAL_MS = 60 * DAY_MS;
/** How far the clocks of two of our machines may be apart: of what lies within it, all is walked and little is found. */
const CLOCK_SLACK_MS = 3_600_000;

/** From (included) and before (excluded), epoch milliseconds: no message of the filter was created outside. */
export interface CreationSpan {
  readonly from: number;
  readonly before: number;
}

/**
 * The span of the filter's messages; null when there are none.
 * @param until looks only at those created up to this instant
 */
export async function findCreationSpan(
  db: Database,
  filter: AnalyticsFilter,
  until: number = Infinity,
): Promise<CreationSpan | null> {
  const { from, before = Infinity } = filter;
  const latest = Math.min(until, before + CLOCK_SLACK_MS);
  const all = [kindConditions(filter)];
  if (latest < Infinity) all.push(sql<boolean>`day <= ${utcDay(latest)}`);
  if (from !== undefined) all.push(sql<boolean>`day >= ${utcDay(from - LATEST_ARRIVAL_MS)}`);
  const conditions = sql.join(all, sql` and `);
  const { rows } = await sql<{ first: number | null; last: number | null; unsent: number | null }>`
    select (select day::timestamptz from message_days where ${conditions} order by day limit 1) as first,
      (select day::timestamptz from message_days where ${conditions} order by day desc limit 1) as last,
      ${from === undefined ? sql`null::timestamptz` : earliestUnsent(from)} as unsent`.execute(db);
  const { first = null, last = null, unsent = null } = rows[0] ?? {};
  if (first === null || last === null) return null;
  const earliest = from === undefined ? -Infinity : Math.min(from - LATEST_SUBMISSION_MS, unsent ?? Infinity);
  return { from: Math.max(first, earliest), before: Math.min(last + DAY_MS, latest + 1) };
}

/** Of the messages that arrived though nothing says they were sent, the earliest that may count under `from`. */
function earliestUnsent(from: number) {
  return sql`(
    select min(created_at) from messages
    where mark_unsent_arrival
      and created_at >= ${sqlTime(from - LATEST_ARRIVAL_MS)} and created_at < ${sqlTime(from - LATEST_SUBMISSION_MS)})`;
}

/** The session's time zone is UTC, so that a date is a UTC day. */
function utcDay(at: number) {
  return sql`${sqlTime(at)}::date`;
}
