/**
 * The filters of lists of messages, as SQL: the meaning of the domain's `matchesAnalyticsFilter` (ANALYTICS-6), and the span of
 * time in which the messages of a filter were created.
 */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { LONGEST_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { findingCondition } from './message-finding.ts';

/** When a message was sent, else when it counts as having arrived. */
const sentOrReceived = sql`coalesce(messages.submitted_at, messages.received_at,
  case when messages.evidence = 'receipt' and messages.receipt_state = ${sql.lit(receiptStateRank('delivered'))}
    then messages.receipt_at end)`;

/** The filter of analytics, and what only rows themselves can tell: the rollups know no tests. */
export interface MessageFilter extends AnalyticsFilter {
  readonly testId?: number | undefined;
}

/** What `messages` must fulfil. */
export function messageConditions(filter: MessageFilter): RawBuilder<boolean> {
  const { from, before, status, finding, testId } = filter;
  const all = [kindConditions(filter, sql`messages.`)];
  if (testId !== undefined) all.push(sql<boolean>`messages.test_id = ${testId}`);
  if (from !== undefined) all.push(sql<boolean>`${sentOrReceived} >= ${sqlTime(from)}`);
  if (before !== undefined) all.push(sql<boolean>`${sentOrReceived} < ${sqlTime(before)}`);
  if (finding !== undefined) all.push(findingCondition(finding));
  if (status !== undefined) {
    const rank = sql.lit(messageStatusRank(status));
    // The marker says the same, and has an index.
    const isMarked = status === 'UNKNOWN' || status === 'FAILED';
    all.push(
      isMarked ? sql<boolean>`messages.mark_status = ${rank}` : sql<boolean>`messages.status = ${rank}`,
    );
  }
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** What stands from a message's creation on: of `messages`, or of a table of days or sums that has the same columns. */
export function kindConditions(
  filter: AnalyticsFilter,
  of: RawBuilder<unknown> = sql``,
): RawBuilder<boolean> {
  const all = [sql`true`];
  if (filter.carrier !== undefined) all.push(sql`lower(${of}carrier) = lower(${filter.carrier})`);
  if (filter.messageType !== undefined) all.push(sql`${of}message_type = ${filter.messageType}`);
  if (filter.testType !== undefined) all.push(sql`${of}test_type = ${filter.testType}`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

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
 * The span of the filter's messages; null when there are none. The list of all is walked in the order of creation, and nothing
 * in that order tells of carriers, types or sent times: without bounds, a filter that finds little would walk ten million rows.
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
