/** Reads messages for screens and reports: one, those of a test, all of them by page. Newest first everywhere. */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { appendMessageCode } from '@textprobe/domain/message-code';
import { isInProgress, type MessageStatus } from '@textprobe/domain/message-status';
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
import { findNewestRanges, newestOfRanges, type OfTest } from './messages-of-test.ts';

/** A message with what a reader needs beside it. `gateway_name` is null when it was left without a way out. */
export type MessageLogRow = MessageRow & {
  readonly code: string;
  readonly test_body: string;
  readonly gateway_name: string | null;
};

/** The whole text that was sent, message code included (SERVER-1). */
export function sentText(row: Pick<MessageLogRow, 'filled_body' | 'test_body' | 'code'>): string {
  return appendMessageCode(row.filled_body ?? row.test_body, row.code);
}

/** One message by its id alone; undefined when there is none. */
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

/** The newest `limit` messages of a test, or of one of its runs; those after `before` in that order, when it is given. */
export async function listMessagesOfTest(
  db: Database,
  codes: MessageCodes,
  testId: number,
  page: { limit: number; before?: MessageKey; runId?: number | undefined },
): Promise<MessageLogRow[]> {
  const { runId } = page;
  return pageOfTest({ db, codes }, { testId, runIds: runId === undefined ? undefined : [runId] }, page);
}

/** A page of all messages. The totals come from the rollups, so that no page ever counts the table. */
export interface MessagePage {
  readonly rows: readonly MessageLogRow[];
  /** Where the next page begins; null on the last. */
  readonly nextCursor: string | null;
  readonly total: number;
  readonly received: number;
}

/**
 * The messages of a filter by page: by `cursor` (of any depth at the same cost), else by number, counted from 1, whose
 * cost grows with its depth: callers bound it.
 * @param of.cursor as `nextCursor` of the page before; check it with `parseMessageCursor` first
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
    // One more than asked for tells whether a page follows.
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
 * How far a page is looked for first. Nearly every page is full by then, and a query over two months' partitions is
 * planned in a tenth of the time of one over all.
 */
const FIRST_LOOK_MS = 7 * DAY_MS;

/** The newest rows of a span; among the last days of it first, where that is enough. */
async function readNewest(
  from: { readonly db: Database; readonly codes: MessageCodes },
  filter: AnalyticsFilter,
  span: CreationSpan,
  slice: Slice,
): Promise<MessageLogRow[]> {
  const lately = span.before - FIRST_LOOK_MS;
  // What seldom occurs has an index of its own, and no page of it is full within days.
  const isRare =
    filter.status === 'UNKNOWN' ||
    filter.status === 'FAILED' ||
    (filter.finding !== undefined && filter.finding !== 'identical');
  if (lately > span.from && !isRare) {
    const rows = await filteredPage(from, filter, { ...span, from: lately }, slice);
    if (rows.length === slice.limit) return rows;
  }
  return filteredPage(from, filter, span, slice);
}

/** Every message of a filter, a batch at a time: memory and the connection are held for one batch only. */
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

/** A message's place in the list of all, as text for a URL. */
export function messageCursor(row: Pick<MessageRow, 'id' | 'created_at'>): string {
  return `${row.created_at}.${row.id}`;
}

/** Reads what {@link messageCursor} wrote; null for anything else. */
export function parseMessageCursor(text: string): MessageKey | null {
  const [, createdAt, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  return createdAt === undefined ? null : { createdAt: Number(createdAt), id: Number(id) };
}

/** Some of the messages in the order of all: `offset` are passed over, and `before` and all newer ones. */
interface Slice {
  readonly limit: number;
  readonly offset?: number;
  readonly before?: MessageKey;
}

type MessageQuery = SelectQueryBuilder<Schema, 'messages', MessageRow>;

/** What a reader needs beside messages. It is joined to the page alone: what an offset passes over needs none of it. */
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

/** So many messages of a test are looked at in one go for those that a filter wants. */
const LOOK = 10_000;

/** Messages of a test, those of a filter where it is given: from one range of ids to the next, until the page is full. */
async function pageOfTest(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  of: OfTest & { readonly filter?: MessageFilter },
  page: Omit<Slice, 'offset'>,
): Promise<MessageLogRow[]> {
  const where = of.filter === undefined ? sql<boolean>`true` : messageConditions(of.filter);
  const rows: MessageLogRow[] = [];
  for (let { before } = page; ; ) {
    const limit = page.limit - rows.length;
    const capacity = of.filter === undefined ? limit : Math.max(limit, LOOK);
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

/** Ranges read first: one is mostly enough. Eight times as many are read while they do not fill the page. */
const FIRST_RANGES = 4;

/** A page of what waits or has yet to end: it lies in chunks and claims, and nothing else of ten million messages is read. */
async function pageInProgress(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  of: { readonly status: MessageStatus; readonly where: RawBuilder<boolean>; readonly span: CreationSpan },
  slice: Slice,
): Promise<MessageLogRow[]> {
  const { where, span } = of;
  const { before, offset = 0 } = slice;
  const limit = slice.limit + offset;
  // What was never claimed was never sent.
  const leastAttempts = of.status === 'SENT' ? 1 : 0;
  for (let looked = FIRST_RANGES; ; looked *= 8) {
    const open = await findNewestOpenRanges(db, { leastAttempts, span, before, limit: looked });
    if (open.ranges.length === 0) return [];
    const found = asMessages(db, newestOfOpenRanges(open, { limit, where }));
    const rows = await readLog(db, codes, newestFirst(found, { limit: slice.limit, offset }));
    if (open.completeFrom === null || rows.length === slice.limit) return rows;
  }
}

/** A table expression in place of the table. */
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
  // The first condition says nothing new: it leaves out the partitions that are too young.
  return ordered
    .where('messages.created_at', '<=', sqlTime(createdAt))
    .where(sql<boolean>`(messages.created_at, messages.id) < (${sqlTime(createdAt)}, ${id}::int8)`);
}
