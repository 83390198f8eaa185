/**
 * Messages that wait or have yet to end: they lie in the ranges of waiting chunks and of claims. A page reads the newest
 * ranges only, not the backlog.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { IdRange } from './chunks.ts';
import { isOfClaim } from './held-messages.ts';
import type { MessageKey, MessageRow } from './message-row.ts';
import { withinMonths } from './messages-of-test.ts';

/** A range whose messages wait, or are in this claim. */
export interface OpenRange extends IdRange {
  /** Of the claim; null: they wait. */
  readonly attempt: number | null;
}

/** The newest ranges that hold messages in progress. */
export interface NewestOpenRanges {
  readonly ranges: readonly OpenRange[];
  /** From this key on no other range holds a message; null: there are no other ranges. */
  readonly completeFrom: MessageKey | null;
}

/**
 * The newest ranges, ordered by their last ids: ranges overlap where messages were given back. What comes before a cursor in
 * the same instant is cut off.
 * @param of.leastAttempts of waiting messages only those that were claimed so often
 * @param of.span created within it, epoch milliseconds, its end excluded
 * @param of.before only ranges that hold messages after this one, newest first
 */
export async function findNewestOpenRanges(
  db: Database,
  of: {
    leastAttempts: number;
    span: { readonly from: number; readonly before: number };
    before?: MessageKey | undefined;
    limit: number;
  },
): Promise<NewestOpenRanges> {
  const { leastAttempts, span, before, limit } = of;
  const [at, id] = [sqlTime(before?.createdAt ?? null), sql`${before?.id ?? null}::int8`];
  const last = sql`created_at desc, first_id + count desc`;
  const within = sql`created_at >= ${sqlTime(span.from)} and created_at < ${sqlTime(span.before)}
    and ${before === undefined ? sql`true` : sql`created_at <= ${at} and (created_at < ${at} or first_id < ${id})`}`;
  const most = sql.lit(limit + 1);
  const { rows } = await sql<OpenRange>`
    select created_at as "createdAt", first_id as "firstId", attempt,
      case when created_at = ${at} then least(end_id, ${id}) else end_id end as "endId" from (
      (select created_at, next_id as first_id, first_id + count as end_id, null::int4 as attempt from chunks
       where waiting and attempts >= ${leastAttempts}::int4 and ${within} order by ${last} limit ${most})
      union all
      (select created_at, first_id, first_id + count, attempt from claims
       where ${within} order by ${last} limit ${most})) r
    order by created_at desc, end_id desc limit ${most}`.execute(db);
  const rest = rows[limit];
  return {
    ranges: rows.slice(0, limit),
    completeFrom: rest === undefined ? null : { createdAt: rest.createdAt, id: rest.endId },
  };
}

/**
 * Messages of these ranges as a table expression: of each range the newest `limit` that fulfil the condition, which names
 * `messages`. Complete from `completeFrom` on.
 */
export function newestOfOpenRanges(
  { ranges, completeFrom }: NewestOpenRanges,
  { limit, where }: { limit: number; where: RawBuilder<boolean> },
): RawBuilder<MessageRow> {
  const table = rowsAsTable('c', ranges, {
    created_at: ['instant', ({ createdAt }) => createdAt],
    first_id: ['int8', ({ firstId }) => firstId],
    end_id: ['int8', ({ endId }) => endId],
    attempt: ['int4', ({ attempt }) => attempt],
  });
  const [first, last] = [ranges.at(-1)?.createdAt ?? null, ranges.at(0)?.createdAt ?? null];
  const isComplete =
    completeFrom === null
      ? sql`true`
      : sql`(m.created_at, m.id) >= (${sqlTime(completeFrom.createdAt)}, ${completeFrom.id}::int8)`;
  return sql`(
    select messages.* from ${table} cross join lateral (
      select * from (
        select * from messages m
        where m.created_at = c.created_at and m.id >= c.first_id and m.id < c.end_id and ${withinMonths({ first, last })}
          and ${isComplete} and (c.attempt is null or ${isOfClaim})) messages
      where ${where}
      order by messages.created_at desc, messages.id desc limit ${limit}::int8) messages)`;
}
