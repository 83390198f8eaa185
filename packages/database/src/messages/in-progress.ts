/**
 * Messages that wait or have not ended: they are in the ranges of waiting chunks and of claims. A page reads only the
 * newest ranges, not the backlog.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { IdRange } from './chunks.ts';
import { isOfClaim } from './held-messages.ts';
import type { MessageKey, MessageRow } from './message-row.ts';
import { withinMonths } from './messages-of-test.ts';

/** A range of messages that wait or are held by this claim. */
export interface OpenRange extends IdRange {
  /** The attempt of the claim; null if the messages wait. */
  readonly attempt: number | null;
}

/** The newest ranges that contain messages in progress. */
export interface NewestOpenRanges {
  readonly ranges: readonly OpenRange[];
  /** No other range contains a message from this key on; null: there are no other ranges. */
  readonly completeFrom: MessageKey | null;
}

/**
 * The newest ranges, ordered by last id; ranges overlap where messages were given back. A range at the instant of the
 * cursor is cut off there.
 * @param of.minAttempts waiting messages with at least this many claims
 * @param of.span of creation, epoch milliseconds, end exclusive
 * @param of.before only ranges with messages after this one, newest first
 */
export async function findNewestOpenRanges(
  db: Database,
  of: {
    minAttempts: number;
    span: { readonly from: number; readonly before: number };
    before?: MessageKey | undefined;
    limit: number;
  },
): Promise<NewestOpenRanges> {
  const { minAttempts, span, before, limit } = of;
  const [at, id] = [sqlTime(before?.createdAt ?? null), sql`${before?.id ?? null}::int8`];
  const last = sql`created_at desc, first_id + count desc`;
  const within = sql`created_at >= ${sqlTime(span.from)} and created_at < ${sqlTime(span.before)}
    and ${before === undefined ? sql`true` : sql`created_at <= ${at} and (created_at < ${at} or first_id < ${id})`}`;
  const rowLimit = sql.lit(limit + 1);
  const { rows } = await sql<OpenRange>`
    select created_at as "createdAt", first_id as "firstId", attempt,
      case when created_at = ${at} then least(end_id, ${id}) else end_id end as "endId" from (
      (select created_at, next_id as first_id, first_id + count as end_id, null::int4 as attempt from chunks
       where waiting and attempts >= ${minAttempts}::int4 and ${within} order by ${last} limit ${rowLimit})
      union all
      (select created_at, first_id, first_id + count, attempt from claims
       where ${within} order by ${last} limit ${rowLimit})) r
    order by created_at desc, end_id desc limit ${rowLimit}`.execute(db);
  const rest = rows[limit];
  return {
    ranges: rows.slice(0, limit),
    completeFrom: rest === undefined ? null : { createdAt: rest.createdAt, id: rest.endId },
  };
}

/**
 * Messages of these ranges as a table expression: from each range the newest `limit` that match the condition, which
 * refers to `messages`. Complete from `completeFrom` on.
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
