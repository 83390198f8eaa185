import { afterAll, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { insertChunks } from '../messages/chunks.ts';
import { createMessageCodes } from '../messages/message-codes.ts';
import { insertMessages } from '../messages/message-creation.ts';
import type { MessageLogRow } from '../messages/message-row.ts';
import { appendRollupDeltas } from '../rollups/rollup-deltas.ts';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import {
  findMessage,
  listMessages,
  listMessagesOfTest,
  messageCursor,
  parseMessageCursor,
  sentText,
  streamMessages,
} from './message-log.ts';

const now = realClock.now();
const messageCodes = createMessageCodes(Buffer.alloc(32));

const chunk = { runId: 1, gatewayId: 0, partnerId: 1, deadlineMs: 1_000, count: 1, attempts: 0 } as const;
let nextId = 1_000;
const codeOfName = new Map<string, string>();

const database = await createTestDatabase();
const testIds = [await insertTestOf('Hello {first_name}'), await insertTestOf('Plain')] as const;
await insertMessagesOf(testIds[0], now - 2_000, ['A1', 'A2', 'A3'], 'Hello Ann');
await insertMessagesOf(testIds[1], now - 1_000, ['B1', 'B2', 'B3', 'B4'], null);
afterAll(() => database.drop());

test('the messages of a test come newest first, and continue after any of them', async () => {
  const [, second] = testIds;
  const all = await listMessagesOfTest(database.db, ALL_PARTNERS, messageCodes, second, { limit: 10 });
  expect(all.map((row) => row.code)).toEqual(named('B4', 'B3', 'B2', 'B1'));
  const [, third] = all as [MessageLogRow, MessageLogRow];
  const before = { id: third.id, createdAt: third.created_at };
  const rest = await listMessagesOfTest(database.db, ALL_PARTNERS, messageCodes, second, {
    limit: 10,
    before,
  });
  expect(rest.map((row) => row.code)).toEqual(named('B2', 'B1'));
});

test('one message is found by its id, with the complete text that was sent', async () => {
  const [first] = await listMessagesOfTest(database.db, ALL_PARTNERS, messageCodes, testIds[0] as number, {
    limit: 1,
  });
  const found = await findMessage(database.db, ALL_PARTNERS, messageCodes, first?.id ?? 0);
  expect(found).toMatchObject({ created_at: now - 2_000, gateway_name: null, carrier: 'AT&T' });
  expect(found && sentText(found)).toBe(`Hello Ann #${named('A3')[0]}`);
  const [plain] = await listMessagesOfTest(database.db, ALL_PARTNERS, messageCodes, testIds[1] as number, {
    limit: 1,
  });
  expect(plain && sentText(plain)).toBe(`Plain #${named('B4')[0]}`);
  expect(await findMessage(database.db, ALL_PARTNERS, messageCodes, 1_000_000)).toBeUndefined();
});

test('all messages are paged, by cursor and by number alike, and the totals are those of the rollups', async () => {
  const codes: string[] = [];
  let cursor: string | null = null;
  for (let page = 1; page === 1 || cursor !== null; page += 1) {
    const key = cursor === null ? null : parseMessageCursor(cursor);
    const byCursor = await listMessages(database.db, ALL_PARTNERS, messageCodes, {
      pageSize: 3,
      ...(key && { cursor: key }),
    });
    const byNumber = await listMessages(database.db, ALL_PARTNERS, messageCodes, { pageSize: 3, page });
    expect(byNumber.rows).toEqual(byCursor.rows);
    expect(byCursor).toMatchObject({ total: 7, received: 0 });
    codes.push(...byCursor.rows.map((row) => row.code));
    cursor = byCursor.nextCursor;
  }
  expect(codes).toEqual(named('B4', 'B3', 'B2', 'B1', 'A3', 'A2', 'A1'));
});

test('a page of exactly the remaining messages is the last', async () => {
  expect(await listMessages(database.db, ALL_PARTNERS, messageCodes, { pageSize: 7 })).toMatchObject({
    nextCursor: null,
  });
});

test('SERVER-1 a message has the code of its id and month in every list', async () => {
  const { db } = database;
  const expected = named('B4', 'B3', 'B2', 'B1', 'A3', 'A2', 'A1');
  const codesOf = (rows: readonly MessageLogRow[]) => rows.map((row) => row.code);
  expect(codesOf((await listMessages(db, ALL_PARTNERS, messageCodes, { pageSize: 7 })).rows)).toEqual(
    expected,
  );
  const streamed: string[] = [];
  for await (const rows of streamMessages(db, ALL_PARTNERS, messageCodes, {}, 2))
    streamed.push(...codesOf(rows));
  expect(streamed).toEqual(expected);
});

test('a cursor is parsed as written, and nothing else is', () => {
  expect(parseMessageCursor(messageCursor({ id: 7, created_at: now }))).toEqual({ id: 7, createdAt: now });
  for (const text of ['', '7', '1.2.3', '-1.2', '1.x', '9'.repeat(40)])
    expect(parseMessageCursor(text)).toBeNull();
});

async function insertTestOf(body: string): Promise<number> {
  const { id } = await database.db
    .insertInto('tests')
    .values({
      test_type: 'IMMEDIATE',
      message_type: 'SMS',
      body,
      partner_ids: [],
      client_ids: [],
      office_ids: [],
      phone_ids: [],
      created_at: sqlTime(now),
      updated_at: sqlTime(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The codes of messages by their names in these tests. */
function named(...names: readonly string[]): (string | undefined)[] {
  return names.map((name) => codeOfName.get(name));
}

async function insertMessagesOf(
  testId: number,
  createdAt: number,
  names: readonly string[],
  filledBody: string | null,
): Promise<void> {
  const shared = { messageType: 'SMS', testType: 'IMMEDIATE', carrier: 'AT&T' } as const;
  const ids = names.map(() => (nextId += 1));
  const codes = messageCodes.codesOf(ids.map((id) => ({ id, createdAt })));
  for (const [index, code] of codes.entries()) codeOfName.set(names[index] ?? '', code);
  await database.db.transaction().execute(async (tx) => {
    await insertMessages(
      tx,
      [{ ...shared, runId: 1, testId, createdAt, expiresAt: createdAt + 1_000, deadlineMs: 1_000 }],
      ids.map((id) => ({
        id,
        runId: 1,
        partnerId: 1,
        officeId: 1,
        phoneId: 1,
        gatewayId: 0,
        carrier: shared.carrier,
        evidence: 'handset',
        sender: '+14155550001',
        recipient: '+12125550001',
        filledBody,
      })),
    );
    await insertChunks(
      tx,
      ids.map((firstId) => ({
        ...chunk,
        testId,
        createdAt,
        expiresAt: createdAt + 1_000,
        dueAt: createdAt,
        firstId,
      })),
      { origin: true },
    );
    const counted = {
      ...shared,
      hour: -Infinity,
      status: 0,
      received: false,
      finding: '',
      senderChanged: false,
      files: '',
      unaltered: '',
      verdict: 'waiting',
      receipt: 'none',
    } as const;
    const keys = [{ ...counted, messages: names.length, delayMs: 0, delayed: 0 }];
    await appendRollupDeltas(tx, { keys, offices: [] });
  });
}
