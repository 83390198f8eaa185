/** Pages of messages, newest first: of a filter, or of the chunks of a test or partners. */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { isInProgress, type MessageStatus } from '@textprobe/domain/message-status';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import type { IdRange } from '../messages/chunks.ts';
import { findNewestOpenRanges, newestOfOpenRanges } from '../messages/in-progress.ts';
import { fillCodes, type MessageCodes } from '../messages/message-codes.ts';
import { type CreationSpan, type MessageFilter, messageConditions } from '../messages/message-filter.ts';
import type { MessageKey, MessageLogRow, MessageRow } from '../messages/message-row.ts';
import { isMarkedVerdict } from '../messages/message-verdict.ts';
import { findNewestRanges, newestOfRanges, type OfChunks } from '../messages/messages-of-test.ts';
import type { Schema } from '../schema/schema.ts';
import { isInScope, narrowedTo, type Scope } from '../scope/scope.ts';

/** Messages in list order: skips `before` and newer ones, then `offset` more. */
export interface Slice {
  readonly limit: number;
  readonly offset?: number;
  readonly before?: MessageKey;
}

type MessageQuery = SelectQueryBuilder<Schema, 'messages', MessageRow>;

/**
 * Messages as screens show them; no other query reads them so. Names are joined to the page only: rows skipped by an offset need
 * none. The scope is checked here too: a page that forgot it is short, but shows no message of another partner.
 */
export async function readLog(
  db: Database,
  scope: Scope,
  codes: MessageCodes,
  page: MessageQuery,
): Promise<MessageLogRow[]> {
  const rows = await db
    .selectFrom(page.as('messages'))
    .innerJoin('tests', 'tests.id', 'messages.test_id')
    .leftJoin('gateways', 'gateways.id', 'messages.gateway_id')
    .selectAll('messages')
    .select([
      'tests.body as test_body',
      'tests.partner_ids as test_partner_ids',
      'gateways.name as gateway_name',
    ])
    .where(isInScope(scope, sql`messages.partner_id`))
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .execute();
  return fillCodes(codes, rows, ({ id, created_at: createdAt }) => ({ id, createdAt }));
}

/** Messages that are scanned at once for a filter: as many as the page first, then eight times as many, up to this. */
const SCAN_SIZE = 10_000;
const SCAN_GROWTH = 8;
/** Reading the ranges of many partners takes longer than scanning their messages: 20 partners, 30 ms for 3,200 messages in 758. */
const SCAN_RANGES = 400;

/** Messages of a test or of the partners in scope, optionally of a filter: range by range of ids, until the page is full. */
export async function pageOfChunks(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  scope: Scope,
  of: OfChunks & { readonly filter?: MessageFilter },
  page: Slice,
): Promise<MessageLogRow[]> {
  const where = of.filter === undefined ? sql<boolean>`true` : messageConditions(scope, of.filter);
  const rows: MessageLogRow[] = [];
  let { before, offset = 0 } = page;
  for (let scan = page.limit; ; scan = Math.min(scan * SCAN_GROWTH, SCAN_SIZE)) {
    const limit = page.limit - rows.length;
    const needed = offset + limit;
    const capacity = of.filter === undefined ? needed : Math.max(needed, scan);
    const maxRanges = of.filter === undefined || offset > 0 ? undefined : SCAN_RANGES;
    const { ranges, isLast } = await findNewestRanges(db, scope, { ...of, capacity, maxRanges, before });
    const last = ranges.at(-1);
    if (last === undefined) return rows;
    const found = asMessages(db, newestOfRanges(ranges, { limit: needed, where }));
    const read = await readLog(db, scope, codes, newestFirst(found, { limit, offset }));
    rows.push(...read);
    if (isLast || rows.length === page.limit) return rows;
    if (offset > 0) offset = read.length > 0 ? 0 : offset - (await count(found));
    before = { createdAt: last.createdAt, id: last.firstId };
  }
}

async function count(found: MessageQuery): Promise<number> {
  const { messages } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('messages'))
    .executeTakeFirstOrThrow();
  return messages;
}

export async function filteredPage(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  scope: Scope,
  filter: MessageFilter,
  span: CreationSpan,
  slice: Slice,
): Promise<MessageLogRow[]> {
  const where = sql<boolean>`(${messageConditions(scope, filter)}
    and messages.created_at >= ${sqlTime(span.from)} and messages.created_at < ${sqlTime(span.before)})`;
  if (filter.status !== undefined && isInProgress(filter.status)) {
    return pageInProgress({ db, codes }, scope, { status: filter.status, where, span }, slice);
  }
  const matching = db.selectFrom('messages').selectAll('messages').where(where);
  return readLog(db, scope, codes, newestFirst(matching, slice));
}

/** Ranges read first; one is usually enough. Each further round reads eight times as many. */
const FIRST_RANGES = 4;

/** A page of messages in progress: reads chunks and claims only, not the ten million other messages. */
async function pageInProgress(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  scope: Scope,
  of: { readonly status: MessageStatus; readonly where: RawBuilder<boolean>; readonly span: CreationSpan },
  slice: Slice,
): Promise<MessageLogRow[]> {
  const { where, span } = of;
  const { before, offset = 0 } = slice;
  const limit = slice.limit + offset;
  // A message without a claim was never sent.
  const minAttempts = of.status === 'SENT' ? 1 : 0;
  for (let rangeLimit = FIRST_RANGES; ; rangeLimit *= 8) {
    const open = await findNewestOpenRanges(db, { minAttempts, span, before, limit: rangeLimit });
    if (open.ranges.length === 0) return [];
    const found = asMessages(db, newestOfOpenRanges(open, { limit, where }));
    const rows = await readLog(db, scope, codes, newestFirst(found, { limit: slice.limit, offset }));
    if (open.completeFrom === null || rows.length === slice.limit) return rows;
  }
}

/** The newest messages of these ranges that match; `where` refers to `messages`. */
export function readRanges(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  scope: Scope,
  ranges: readonly IdRange[],
  of: { readonly where: RawBuilder<boolean>; readonly limit: number },
): Promise<MessageLogRow[]> {
  return readLog(db, scope, codes, newestFirst(asMessages(db, newestOfRanges(ranges, of)), of));
}

/** A table expression to use instead of the table. */
function asMessages(db: Database, rows: RawBuilder<MessageRow>): MessageQuery {
  return db.selectFrom(rows.as('messages')).selectAll('messages') as unknown as MessageQuery;
}

function newestFirst(query: MessageQuery, { limit, offset = 0, before }: Slice): MessageQuery {
  const ordered = query
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .offset(offset);
  if (before === undefined) return ordered;
  const { createdAt, id } = before;
  // The first condition is redundant, but lets the planner exclude newer partitions.
  return ordered
    .where('messages.created_at', '<=', sqlTime(createdAt))
    .where(sql<boolean>`(messages.created_at, messages.id) < (${sqlTime(createdAt)}, ${id}::int8)`);
}

/** Rare findings have an index of their own, and no page of them fills within days. */
export function isIndexed({ status, finding, verdict }: AnalyticsFilter): boolean {
  if (status === 'UNKNOWN' || status === 'FAILED') return true;
  if (finding !== undefined && finding !== 'identical') return true;
  return verdict !== undefined && isMarkedVerdict(verdict);
}

/** Whether the messages are best found by the chunks of their partners: no index leads to fewer. */
export function isByPartners(scope: Scope, filter: AnalyticsFilter): boolean {
  const { partnerId, status } = filter;
  const isOfSome = narrowedTo(scope, partnerId).partnerIds !== null;
  return isOfSome && !isIndexed(filter) && !(status !== undefined && isInProgress(status));
}
