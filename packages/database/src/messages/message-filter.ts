/**
 * Filters for lists of messages as SQL: the meaning of the domain's `matchesAnalyticsFilter` (ANALYTICS-6), and the
 * creation period of a filter's messages.
 */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { LONGEST_SEND_EXPIRY_MS } from '@textprobe/domain/send-expiry';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { isInScope, narrowedTo, type Scope } from '../scope/scope.ts';
import { fileFindingCondition, findingCondition } from './message-finding.ts';
import { verdictCondition } from './message-verdict.ts';

/** When a message was sent, or else when it counts as arrived. */
const sentOrReceived = sql`coalesce(messages.submitted_at, messages.received_at,
  case when messages.evidence = 'receipt' and messages.receipt_state = ${sql.lit(receiptStateRank('delivered'))}
    then messages.receipt_at end)`;

/** The analytics filter, plus what only rows can answer: the rollups have no tests. */
export interface MessageFilter extends AnalyticsFilter {
  readonly testId?: number | undefined;
}

/** The condition on `messages`. */
export function messageConditions(scope: Scope, filter: MessageFilter): RawBuilder<boolean> {
  const { from, before, partnerId, status, finding, fileFinding, verdict, testId } = filter;
  const own = isInScope(narrowedTo(scope, partnerId), sql`messages.partner_id`);
  const all = [kindConditions(filter, sql`messages.`), own];
  if (testId !== undefined) all.push(sql<boolean>`messages.test_id = ${testId}`);
  if (from !== undefined) all.push(sql<boolean>`${sentOrReceived} >= ${sqlTime(from)}`);
  if (before !== undefined) all.push(sql<boolean>`${sentOrReceived} < ${sqlTime(before)}`);
  if (finding !== undefined) all.push(findingCondition(finding));
  if (fileFinding !== undefined) all.push(fileFindingCondition(fileFinding));
  if (verdict !== undefined) all.push(verdictCondition(verdict));
  if (status !== undefined) {
    const rank = sql.lit(messageStatusRank(status));
    // Equivalent to the marker, which has an index.
    const isMarked = status === 'UNKNOWN' || status === 'FAILED';
    all.push(
      isMarked ? sql<boolean>`messages.mark_status = ${rank}` : sql<boolean>`messages.status = ${rank}`,
    );
  }
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** Conditions on what is fixed at a message's creation, for `messages` or for a rollup table with the same columns. */
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
/** A message is sent before its expiry or not at all; one more day for clock skew. */
const LATEST_SUBMISSION_MS = LONGEST_SEND_EXPIRY_MS + DAY_MS;
/**
 * A handset may report a message that, as far as we know, was never sent, but not later than this after its creation.
 */
const LATEST_ARRIVAL_MS = 60 * DAY_MS;
/** Maximum clock skew between our machines; within it everything is scanned. */
const CLOCK_SLACK_MS = 3_600_000;

/** From (inclusive) and before (exclusive), epoch milliseconds: no message of the filter was created outside. */
export interface CreationSpan {
  readonly from: number;
  readonly before: number;
}

/**
 * The creation period of the filter's messages; null if there are none. The list of all messages is read in order of
 * creation, which says nothing about carriers, types or sent times: without bounds, a selective filter would scan ten
 * million rows.
 * @param until considers only messages created up to this instant
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

/** The earliest message that arrived without being recorded as sent and may count under `from`. */
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
