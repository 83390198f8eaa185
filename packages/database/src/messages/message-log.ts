/** Reads messages for screens and reports: one, those of a test, all of them by page. Newest first everywhere. */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { appendMessageCode } from '@textprobe/domain/message-code';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import { readTotals } from '../rollups/rollup-reader.ts';
import type { Schema } from '../schema.ts';
import { messageConditions } from './message-filter.ts';
import type { MessageKey, MessageRow } from './message-row.ts';

/** A message with what a reader needs beside it. `gateway_name` is null when it was left without a way out. */
export type MessageLogRow = MessageRow & { readonly test_body: string; readonly gateway_name: string | null };

/** The whole text that was sent, message code included (SERVER-1). */
export function sentText(row: Pick<MessageLogRow, 'filled_body' | 'test_body' | 'code'>): string {
  return appendMessageCode(row.filled_body ?? row.test_body, row.code);
}

/** One message by its id alone; undefined when there is none. */
export async function findMessage(db: Database, id: number): Promise<MessageLogRow | undefined> {
  return messageLog(db).where('messages.id', '=', id).executeTakeFirst();
}

/** The newest `limit` messages of a test, or of one of its runs; those after `before` in that order, when it is given. */
export async function listMessagesOfTest(
  db: Database,
  testId: number,
  page: { limit: number; before?: MessageKey; runId?: number | undefined },
): Promise<MessageLogRow[]> {
  let query = messageLog(db).where('messages.test_id', '=', testId);
  if (page.runId !== undefined) query = query.where('messages.run_id', '=', page.runId);
  return newestFirst(query, page).execute();
}

/** How many messages a test has. */
export async function countMessagesOfTest(db: Database, testId: number): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('test_id', '=', testId)
    .executeTakeFirstOrThrow();
  return count;
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
  of: { pageSize: number; page?: number; cursor?: MessageKey; filter?: AnalyticsFilter },
): Promise<MessagePage> {
  const { filter = {}, pageSize } = of;
  // One more than asked for tells whether a page follows.
  const before = of.cursor === undefined ? {} : { before: of.cursor };
  const query = newestFirst(filtered(db, filter), { limit: pageSize + 1, ...before });
  const skipped = of.cursor === undefined ? ((of.page ?? 1) - 1) * pageSize : 0;
  const [found, totals] = await Promise.all([query.offset(skipped).execute(), readTotals(db, filter)]);
  const rows = found.slice(0, pageSize);
  const last = rows.at(-1);
  const nextCursor = found.length > pageSize && last !== undefined ? messageCursor(last) : null;
  return { rows, nextCursor, total: totals.messages, received: totals.received };
}

/** Every message of a filter, a batch at a time: memory and the connection are held for one batch only. */
export async function* streamMessages(
  db: Database,
  filter: AnalyticsFilter,
  batchSize: number,
): AsyncGenerator<MessageLogRow[]> {
  let page: { limit: number; before?: MessageKey } = { limit: batchSize };
  for (;;) {
    const batch = await newestFirst(filtered(db, filter), page).execute();
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

function messageLog(db: Database) {
  return db
    .selectFrom('messages')
    .innerJoin('tests', 'tests.id', 'messages.test_id')
    .leftJoin('gateways', 'gateways.id', 'messages.gateway_id')
    .selectAll('messages')
    .select(['tests.body as test_body', 'gateways.name as gateway_name']);
}

function filtered(db: Database, filter: AnalyticsFilter) {
  return messageLog(db).where(messageConditions(filter));
}

function newestFirst<T extends keyof Schema, O>(
  query: SelectQueryBuilder<Schema, T | 'messages', O>,
  page: { limit: number; before?: MessageKey },
): SelectQueryBuilder<Schema, T | 'messages', O> {
  const { limit, before } = page;
  const ordered = (query as SelectQueryBuilder<Schema, 'messages', O>)
    .orderBy('messages.created_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .$if(before !== undefined, (from) => {
      const { createdAt, id } = before as MessageKey;
      // The first condition says nothing new: it leaves out the partitions that are too young.
      return from
        .where('messages.created_at', '<=', sqlTime(createdAt))
        .where(sql<boolean>`(messages.created_at, messages.id) < (${sqlTime(createdAt)}, ${id}::int8)`);
    });
  return ordered as SelectQueryBuilder<Schema, T | 'messages', O>;
}
