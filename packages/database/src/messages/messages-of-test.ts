/**
 * Messages of one test or of some partners, found by their chunks: each is a range of the key. Nothing else in `messages`
 * is read, whatever the statistics say.
 */
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { OutcomeCount } from '@textprobe/domain/report-rate';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { isInScope, type Scope } from '../scope/scope.ts';
import type { IdRange } from './chunks.ts';
import { isInRange } from './held-messages.ts';
import { notSent, unalteredColumn } from './message-finding.ts';
import type { MessageKey, MessageRow } from './message-row.ts';

/** Which chunks of the partners in scope. Creation instants are epoch milliseconds. */
export interface OfChunks {
  readonly testId?: number | undefined;
  /** Only these runs of the test. */
  readonly runIds?: readonly number[] | undefined;
  /** Created within this period, end exclusive. */
  readonly span?: { readonly from: number; readonly before: number } | undefined;
}

/** More than the clock skew between any two machines in use. */
const MAX_CLOCK_SKEW = sql`interval '1 day'`;

/** The condition on chunks `c`. No message is older than its run, or created after the run was closed. */
function conditions(scope: Scope, { testId, runIds, span }: OfChunks): RawBuilder<boolean> {
  const all: RawBuilder<unknown>[] = [isInScope(scope, sql`c.partner_id`)];
  if (testId !== undefined) all.push(sql`c.test_id = ${testId}::int4`);
  if (runIds !== undefined) {
    const runs = sql`from runs where id = any (${runIds}::int8[])`;
    all.push(sql`c.run_id = any (${runIds}::int8[])
      and c.created_at >= (select min(created_at) ${runs})
      and c.created_at <= (select max(coalesce(closed_at, 'infinity')) + ${MAX_CLOCK_SKEW} ${runs})`);
  }
  if (span !== undefined) {
    all.push(sql`c.created_at >= ${sqlTime(span.from)} and c.created_at < ${sqlTime(span.before)}`);
  }
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** All these messages as a table expression, unordered, for counting. */
export async function allOfTest(db: Database, scope: Scope, of: OfChunks): Promise<RawBuilder<MessageRow>> {
  const chunks = sql`from chunks c where c.origin and ${conditions(scope, of)}`;
  const { rows } = await sql<Span>`
    select (select c.created_at ${chunks} order by c.created_at limit 1) as first,
      (select c.created_at ${chunks} order by c.created_at desc limit 1) as last`.execute(db);
  const span = rows[0] ?? { first: null, last: null };
  return sql`(
    select m.* from (select c.* ${chunks}) c cross join lateral (
      select * from messages m where ${isInRange} and ${withinMonths(span)} offset 0) m)`;
}

/** The newest ranges, newest first. */
export interface NewestRanges {
  readonly ranges: readonly IdRange[];
  /** Whether there are no older ones. */
  readonly isLast: boolean;
}

/**
 * Ranges for the next page, as many as contain `capacity` messages.
 * @param of.maxRanges at most this many, even if they contain fewer
 * @param of.before only messages that follow this one, newest first
 */
export async function findNewestRanges(
  db: Database,
  scope: Scope,
  of: OfChunks & {
    capacity: number;
    maxRanges?: number | undefined;
    before?: MessageKey | undefined;
  },
): Promise<NewestRanges> {
  const { capacity, before } = of;
  const limit = Math.min(capacity, of.maxRanges ?? capacity);
  const [at, id] = [sqlTime(before?.createdAt ?? null), sql`${before?.id ?? null}::int8`];
  const older = before === undefined ? sql`true` : sql`(c.created_at, c.first_id) < (${at}, ${id})`;
  const newest = sql`order by c.created_at desc, c.first_id desc limit ${limit}::int8`;
  const found = sql`c.origin and ${conditions(scope, of)} and ${older}`;
  const partnerIds = of.testId === undefined ? scope.partnerIds : null;
  // The index has each partner's chunks in order, so the newest of each are read, not all.
  const chunks =
    partnerIds === null
      ? sql`chunks c where ${found}`
      : sql`unnest(${partnerIds}::int4[]) as p (id) cross join lateral (
          select * from chunks c where c.partner_id = p.id and ${found} ${newest}) c`;
  const { rows } = await sql<IdRange & { scanned: number }>`
    select created_at as "createdAt", first_id as "firstId", end_id as "endId", scanned from (
      select *, count(*) over () as scanned, coalesce(sum(end_id - first_id) over (
        order by created_at desc, first_id desc rows between unbounded preceding and 1 preceding), 0) as held
      from (
        select c.created_at, c.first_id,
          case when c.created_at = ${at} then least(c.first_id + c.count, ${id}) else c.first_id + c.count end as end_id
        from ${chunks} ${newest}) scanned) r
    where held < ${capacity}::int8 order by created_at desc, first_id desc`.execute(db);
  const scanned = rows[0]?.scanned ?? 0;
  return { ranges: rows, isLast: rows.length === scanned && scanned < limit };
}

/** The key that follows the `count` messages after this one, oldest first; null if fewer follow. */
export async function findKeyAfter(
  db: Database,
  scope: Scope,
  of: OfChunks & { after: MessageKey; count: number },
): Promise<MessageKey | null> {
  const { after, count } = of;
  const [at, id] = [sqlTime(after.createdAt), sql`${after.id}::int8`];
  const { rows } = await sql<MessageKey>`
    select created_at as "createdAt", end_id - (held - ${count}::int8) as id from (
      select *, sum(end_id - first_id) over (order by created_at, first_id) as held from (
        select c.created_at, c.first_id + c.count as end_id,
          case when c.created_at = ${at} then greatest(c.first_id, ${id} + 1) else c.first_id end as first_id
        from chunks c
        where c.origin and ${conditions(scope, of)} and (c.created_at, c.first_id + c.count) > (${at}, ${id} + 1)
          and c.created_at >= ${at}
        order by c.created_at, c.first_id limit ${count}::int8) scanned) r
    where held >= ${count}::int8 order by held limit 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Messages of these ranges as a table expression: from each range the newest `limit` that match the condition, which
 * refers to `messages`.
 */
export function newestOfRanges(
  ranges: readonly IdRange[],
  { limit, where }: { limit: number; where: RawBuilder<boolean> },
): RawBuilder<MessageRow> {
  const table = rowsAsTable('c', ranges, {
    created_at: ['instant', ({ createdAt }) => createdAt],
    first_id: ['int8', ({ firstId }) => firstId],
    end_id: ['int8', ({ endId }) => endId],
  });
  const [first, last] = [ranges.at(-1)?.createdAt ?? null, ranges.at(0)?.createdAt ?? null];
  return sql`(
    select m.* from ${table} cross join lateral (
      select * from messages
      where messages.created_at = c.created_at and messages.id >= c.first_id and messages.id < c.end_id
        and ${withinMonths({ first, last }, sql`messages`)} and ${where}
      order by messages.created_at desc, messages.id desc limit ${limit}::int8) m)`;
}

interface Span {
  readonly first: number | null;
  readonly last: number | null;
}

/**
 * Separate from the join, so that the planner excludes earlier and later months. Ends a millisecond later, because
 * reading an instant truncates it to milliseconds.
 */
export function withinMonths(
  { first, last }: Span,
  alias: RawBuilder<unknown> = sql`m`,
): RawBuilder<boolean> {
  const before = sqlTime(last === null ? null : last + 1);
  return sql<boolean>`(${alias}.created_at >= ${sqlTime(first)} and ${alias}.created_at < ${before})`;
}

/** One entry for each kind of outcome that occurs; with `runId`, only for that run. */
export async function countOutcomesOfTest(
  db: Database,
  scope: Scope,
  testId: number,
  runId?: number,
): Promise<OutcomeCount[]> {
  const messages = await allOfTest(db, scope, { testId, runIds: runId === undefined ? undefined : [runId] });
  const { rows } = await sql<Omit<OutcomeCount, 'status'> & { status: number }>`
    select status, evidence, handset_offline as "handsetOffline", ${notSent()} as "notSent",
      settled_at is not null as settled, nullif(${unalteredColumn}, '') as unaltered, count(*) as messages
    from ${messages} m group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map((row) => ({ ...row, status: messageStatusFromRank(row.status) }));
}
