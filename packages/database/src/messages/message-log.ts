/** Reads messages for screens and reports: one message, those of a test, or all by page. Always newest first. */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { appendMessageCode, monthOfCode, normalizeMessageCode } from '@textprobe/domain/message-code';
import { isInProgress, type MessageStatus } from '@textprobe/domain/message-status';
import { monthIndexOf } from '@textprobe/domain/utc-month';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { readTotals } from '../rollups/rollup-reader.ts';
import type { Schema } from '../schema/schema.ts';
import { findCreation } from './chunks.ts';
import { findNewestOpenRanges, newestOfOpenRanges } from './in-progress.ts';
import { fillCodes, type MessageCodes } from './message-codes.ts';
import {
  type CreationSpan,
  findCreationSpan,
  type MessageFilter,
  messageConditions,
} from './message-filter.ts';
import type { MessageKey, MessageRow } from './message-row.ts';
import { isMarkedVerdict } from './message-verdict.ts';
import { findKeyAfter, findNewestRanges, newestOfRanges, type OfTest } from './messages-of-test.ts';

/** A message with related names. `gateway_name` is null if it has no gateway. */
export type MessageLogRow = MessageRow & {
  readonly code: string;
  readonly test_body: string;
  readonly gateway_name: string | null;
};

/** The complete text as sent, including the message code (SERVER-1). */
export function sentText(row: Pick<MessageLogRow, 'filled_body' | 'test_body' | 'code'>): string {
  return appendMessageCode(row.filled_body ?? row.test_body, row.code);
}

/** One message by id; undefined if there is none. */
export async function findMessage(
  db: Database,
  codes: MessageCodes,
  id: number,
): Promise<MessageLogRow | undefined> {
  const createdAt = await findCreation(db, id);
  if (createdAt === undefined) return undefined;
  const found = db
    .selectFrom('messages')
    .selectAll('messages')
    .where('created_at', '=', sqlTime(createdAt))
    .where('id', '=', id);
  return (await readLog(db, codes, found)).at(0);
}

/** One message by its code, in any spelling; undefined if there is none. @param of.now epoch milliseconds */
export async function findMessageOfCode(
  db: Database,
  codes: MessageCodes,
  of: { code: string; now: number },
): Promise<MessageLogRow | undefined> {
  const code = normalizeMessageCode(of.code);
  if (code === null) return undefined;
  const [id] = codes.idsOf([{ code, monthIndex: monthOfCode(code, monthIndexOf(of.now)) }]);
  // Every code has an id, so the message with that id may have another.
  const row = id === undefined ? undefined : await findMessage(db, codes, id);
  return row?.code === code ? row : undefined;
}

/** The newest `limit` messages of a test or of one of its runs; with `before`, those after it in that order. */
export async function listMessagesOfTest(
  db: Database,
  codes: MessageCodes,
  testId: number,
  page: { limit: number; before?: MessageKey; runId?: number | undefined },
): Promise<MessageLogRow[]> {
  const { runId } = page;
  return pageOfTest({ db, codes }, { testId, runIds: runId === undefined ? undefined : [runId] }, page);
}

/**
 * A message of the test, or of the run, and its neighbors: at most half of `limit` are newer. Empty if it belongs to
 * another test or run.
 */
export async function listMessagesAround(
  db: Database,
  codes: MessageCodes,
  id: number,
  of: { testId: number; runId?: number | undefined; limit: number },
): Promise<MessageLogRow[]> {
  const { testId, runId, limit } = of;
  const row = await findMessage(db, codes, id);
  if (row === undefined || row.test_id !== testId || (runId !== undefined && row.run_id !== runId)) return [];
  const ofTest = { testId, runIds: runId === undefined ? undefined : [runId] };
  const after = { createdAt: row.created_at, id };
  const before = await findKeyAfter(db, { ...ofTest, after, count: Math.floor(limit / 2) });
  return pageOfTest({ db, codes }, ofTest, before === null ? { limit } : { limit, before });
}

/** A page of all messages. The totals come from the rollups, so no page counts the table. */
export interface MessagePage {
  readonly rows: readonly MessageLogRow[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
  readonly total: number;
  readonly received: number;
}

/**
 * A page of the filter's messages: by `cursor` (same cost at any depth) or by number, from 1, with a cost that grows
 * with its depth: callers limit it.
 * @param of.cursor the previous page's `nextCursor`; validate it with `parseMessageCursor` first
 */
export async function listMessages(
  db: Database,
  codes: MessageCodes,
  of: { pageSize: number; page?: number; cursor?: MessageKey; filter?: AnalyticsFilter },
): Promise<MessagePage> {
  const { filter = {}, pageSize, cursor } = of;
  const [totals, span] = await Promise.all([
    readTotals(db, filter),
    findCreationSpan(db, filter, cursor?.createdAt),
  ]);
  const slice = {
    // One extra row shows whether another page follows.
    limit: pageSize + 1,
    offset: cursor === undefined ? ((of.page ?? 1) - 1) * pageSize : 0,
    ...(cursor && { before: cursor }),
  };
  const found =
    span === null || totals.messages === 0 ? [] : await readNewest({ db, codes }, filter, span, slice);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const nextCursor = found.length > pageSize && last !== undefined ? messageCursor(last) : null;
  return { rows, nextCursor, total: totals.messages, received: totals.received };
}

const DAY_MS = 24 * 3_600_000;
/**
 * Period that is searched first. It fills nearly every page, and a query over two months' partitions takes a tenth of
 * the planning time of one over all.
 */
const FIRST_PERIOD_MS = 7 * DAY_MS;

/** The newest rows of a period, from its last days if they suffice. */
async function readNewest(
  from: { readonly db: Database; readonly codes: MessageCodes },
  filter: AnalyticsFilter,
  span: CreationSpan,
  slice: Slice,
): Promise<MessageLogRow[]> {
  const recentFrom = span.before - FIRST_PERIOD_MS;
  // Rare findings have an index of their own, and no page of them fills within days.
  const isRare =
    filter.status === 'UNKNOWN' ||
    filter.status === 'FAILED' ||
    (filter.finding !== undefined && filter.finding !== 'identical') ||
    (filter.verdict !== undefined && isMarkedVerdict(filter.verdict));
  if (recentFrom > span.from && !isRare) {
    const rows = await filteredPage(from, filter, { ...span, from: recentFrom }, slice);
    if (rows.length === slice.limit) return rows;
  }
  return filteredPage(from, filter, span, slice);
}

/** Every message of a filter, in batches: memory and the connection are needed for one batch at a time. */
export async function* streamMessages(
  db: Database,
  codes: MessageCodes,
  filter: MessageFilter,
  batchSize: number,
): AsyncGenerator<MessageLogRow[]> {
  const span = await findCreationSpan(db, filter);
  if (span === null) return;
  const { testId, status } = filter;
  const isOpen = status !== undefined && isInProgress(status);
  let page: Omit<Slice, 'offset'> = { limit: batchSize };
  for (;;) {
    const batch =
      testId === undefined || isOpen
        ? await filteredPage({ db, codes }, filter, span, page)
        : await pageOfTest({ db, codes }, { testId, span, filter }, page);
    const last = batch.at(-1);
    if (last === undefined) return;
    yield batch;
    if (batch.length < batchSize) return;
    page = { limit: batchSize, before: { id: last.id, createdAt: last.created_at } };
  }
}

/** A message's position in the list of all, as text for a URL. */
export function messageCursor(row: Pick<MessageRow, 'id' | 'created_at'>): string {
  return `${row.created_at}.${row.id}`;
}

/** Parses {@link messageCursor}; null for anything else. */
export function parseMessageCursor(text: string): MessageKey | null {
  const [, createdAt, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return createdAt === undefined ? null : { createdAt: Number(createdAt), id: Number(id) };
}

/** Messages in list order: skips `before` and newer ones, then `offset` more. */
interface Slice {
  readonly limit: number;
  readonly offset?: number;
  readonly before?: MessageKey;
}

type MessageQuery = SelectQueryBuilder<Schema, 'messages', MessageRow>;

/** Related names of messages. Joined to the page only: rows skipped by an offset need none. */
async function readLog(db: Database, codes: MessageCodes, page: MessageQuery): Promise<MessageLogRow[]> {
  const rows = await db
    .selectFrom(page.as('messages'))
    .innerJoin('tests', 'tests.id', 'messages.test_id')
    .leftJoin('gateways', 'gateways.id', 'messages.gateway_id')
    .selectAll('messages')
    .select(['tests.body as test_body', 'gateways.name as gateway_name'])
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .execute();
  return fillCodes(codes, rows, ({ id, created_at: createdAt }) => ({ id, createdAt }));
}

/** Messages of a test that are scanned at once for a filter. */
const SCAN_SIZE = 10_000;

/** Messages of a test, optionally of a filter: range by range of ids, until the page is full. */
async function pageOfTest(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  of: OfTest & { readonly filter?: MessageFilter },
  page: Omit<Slice, 'offset'>,
): Promise<MessageLogRow[]> {
  const where = of.filter === undefined ? sql<boolean>`true` : messageConditions(of.filter);
  const rows: MessageLogRow[] = [];
  for (let { before } = page; ; ) {
    const limit = page.limit - rows.length;
    const capacity = of.filter === undefined ? limit : Math.max(limit, SCAN_SIZE);
    const { ranges, isLast } = await findNewestRanges(db, { ...of, capacity, before });
    const last = ranges.at(-1);
    if (last === undefined) return rows;
    const found = asMessages(db, newestOfRanges(ranges, { limit, where }));
    rows.push(...(await readLog(db, codes, newestFirst(found, { limit }))));
    if (isLast || rows.length === page.limit) return rows;
    before = { createdAt: last.createdAt, id: last.firstId };
  }
}

async function filteredPage(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  filter: MessageFilter,
  span: CreationSpan,
  slice: Slice,
): Promise<MessageLogRow[]> {
  const where = sql<boolean>`(${messageConditions(filter)}
    and messages.created_at >= ${sqlTime(span.from)} and messages.created_at < ${sqlTime(span.before)})`;
  if (filter.status !== undefined && isInProgress(filter.status)) {
    return pageInProgress({ db, codes }, { status: filter.status, where, span }, slice);
  }
  const matching = db.selectFrom('messages').selectAll('messages').where(where);
  return readLog(db, codes, newestFirst(matching, slice));
}

/** Ranges read first; one is usually enough. Each further round reads eight times as many. */
const FIRST_RANGES = 4;

/** A page of messages in progress: reads chunks and claims only, not the ten million other messages. */
async function pageInProgress(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
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
    const rows = await readLog(db, codes, newestFirst(found, { limit: slice.limit, offset }));
    if (open.completeFrom === null || rows.length === slice.limit) return rows;
  }
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
