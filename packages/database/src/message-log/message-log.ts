/** Reads messages for screens and reports: one message, those of a test, or all by page. Always newest first. */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { appendMessageCode, monthOfCode, normalizeMessageCode } from '@textprobe/domain/message-code';
import { isInProgress } from '@textprobe/domain/message-status';
import { monthIndexOf } from '@textprobe/domain/utc-month';
import { type Database, sqlTime } from '../core/connection.ts';
import { findCreation } from '../messages/chunks.ts';
import type { MessageCodes } from '../messages/message-codes.ts';
import { type CreationSpan, findCreationSpan, type MessageFilter } from '../messages/message-filter.ts';
import type { MessageKey, MessageLogRow, MessageRow } from '../messages/message-row.ts';
import { findKeyAfter } from '../messages/messages-of-test.ts';
import { readTotals } from '../rollups/rollup-reader.ts';
import { narrowedTo, type Scope } from '../scope/scope.ts';
import { filteredPage, isByPartners, isIndexed, pageOfChunks, readLog, type Slice } from './message-pages.ts';

/** The complete text as sent, including the message code (SERVER-1). */
export function sentText(row: Pick<MessageLogRow, 'filled_body' | 'test_body' | 'code'>): string {
  return appendMessageCode(row.filled_body ?? row.test_body, row.code);
}

/** One message by id; undefined if there is none in scope. */
export async function findMessage(
  db: Database,
  scope: Scope,
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
  return (await readLog(db, scope, codes, found)).at(0);
}

/** One message by its code, in any spelling; undefined if there is none in scope. @param of.now epoch milliseconds */
export async function findMessageOfCode(
  db: Database,
  scope: Scope,
  codes: MessageCodes,
  of: { code: string; now: number },
): Promise<MessageLogRow | undefined> {
  const code = normalizeMessageCode(of.code);
  if (code === null) return undefined;
  const [id] = codes.idsOf([{ code, monthIndex: monthOfCode(code, monthIndexOf(of.now)) }]);
  // Every code has an id, so the message with that id may have another.
  const row = id === undefined ? undefined : await findMessage(db, scope, codes, id);
  return row?.code === code ? row : undefined;
}

/** The newest `limit` messages in scope of a test or of one of its runs; with `before`, those after it in that order. */
export async function listMessagesOfTest(
  db: Database,
  scope: Scope,
  codes: MessageCodes,
  testId: number,
  page: { limit: number; before?: MessageKey; runId?: number | undefined },
): Promise<MessageLogRow[]> {
  const { runId } = page;
  return pageOfChunks(
    { db, codes },
    scope,
    { testId, runIds: runId === undefined ? undefined : [runId] },
    page,
  );
}

/**
 * A message of the test, or of the run, and its neighbors: at most half of `limit` are newer. Empty if it belongs to
 * another test or run.
 */
export async function listMessagesAround(
  db: Database,
  scope: Scope,
  codes: MessageCodes,
  id: number,
  of: { testId: number; runId?: number | undefined; limit: number },
): Promise<MessageLogRow[]> {
  const { testId, runId, limit } = of;
  const row = await findMessage(db, scope, codes, id);
  if (row === undefined || row.test_id !== testId || (runId !== undefined && row.run_id !== runId)) return [];
  const ofTest = { testId, runIds: runId === undefined ? undefined : [runId] };
  const after = { createdAt: row.created_at, id };
  const before = await findKeyAfter(db, scope, { ...ofTest, after, count: Math.floor(limit / 2) });
  return pageOfChunks({ db, codes }, scope, ofTest, before === null ? { limit } : { limit, before });
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
  scope: Scope,
  codes: MessageCodes,
  of: { pageSize: number; page?: number; cursor?: MessageKey; filter?: AnalyticsFilter },
): Promise<MessagePage> {
  const { filter = {}, pageSize, cursor } = of;
  const [totals, span] = await Promise.all([
    readTotals(db, scope, filter),
    findCreationSpan(db, filter, cursor?.createdAt),
  ]);
  const slice = {
    // One extra row shows whether another page follows.
    limit: pageSize + 1,
    offset: cursor === undefined ? ((of.page ?? 1) - 1) * pageSize : 0,
    ...(cursor && { before: cursor }),
  };
  const found =
    span === null || totals.messages === 0 ? [] : await readNewest({ db, codes }, scope, filter, span, slice);
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
  scope: Scope,
  filter: AnalyticsFilter,
  span: CreationSpan,
  slice: Slice,
): Promise<MessageLogRow[]> {
  const recentFrom = span.before - FIRST_PERIOD_MS;
  if (isByPartners(scope, filter)) {
    return pageOfChunks(from, narrowedTo(scope, filter.partnerId), { span, filter }, slice);
  }
  if (recentFrom > span.from && !isIndexed(filter)) {
    const rows = await filteredPage(from, scope, filter, { ...span, from: recentFrom }, slice);
    if (rows.length === slice.limit) return rows;
  }
  return filteredPage(from, scope, filter, span, slice);
}

/** Every message of a filter, in batches: memory and the connection are needed for one batch at a time. */
export async function* streamMessages(
  db: Database,
  scope: Scope,
  codes: MessageCodes,
  filter: MessageFilter,
  batchSize: number,
): AsyncGenerator<MessageLogRow[]> {
  const span = await findCreationSpan(db, filter);
  if (span === null) return;
  const { testId, partnerId, status } = filter;
  const own = narrowedTo(scope, partnerId);
  const isOpen = status !== undefined && isInProgress(status);
  const isByChunks = (testId !== undefined && !isOpen) || isByPartners(scope, filter);
  let page: Omit<Slice, 'offset'> = { limit: batchSize };
  for (;;) {
    const batch = isByChunks
      ? await pageOfChunks({ db, codes }, own, { testId, span, filter }, page)
      : await filteredPage({ db, codes }, scope, filter, span, page);
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
