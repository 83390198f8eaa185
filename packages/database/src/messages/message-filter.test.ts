import { receiptStateRank, submissionStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { listMessages, streamMessages } from '../message-log/message-log.ts';
import { ensurePartitions } from '../migrations/month-partitions.ts';
import { rebuildRollups } from '../rollups/rollup-rebuild.ts';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { completePlacedMessages, placedMessage, placeTest } from '../testing/placed-messages.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createMessageCodes } from './message-codes.ts';
import { findCreationSpan } from './message-filter.ts';

const DAY_MS = 24 * 3_600_000;
const NOW = realClock.now();
const messageCodes = createMessageCodes(Buffer.alloc(32));

const database = await createTestDatabase();
for (let back = 28; back <= 336; back += 28) await ensurePartitions(database.db, NOW - back * DAY_MS);
await placeTest(database.db, 1);
beforeEach(async () => {
  await database.db.deleteFrom('messages').execute();
  await database.db.deleteFrom('message_days').execute();
});
afterAll(() => database.drop());

interface Made {
  readonly name: string;
  readonly daysAgo: number;
  readonly carrier?: string;
  /** Days after its creation; null: never. */
  readonly sentAfter?: number | null;
  readonly receivedAfter?: number | null;
}

async function insertMessages(made: readonly Made[]): Promise<void> {
  const rows = made.map(({ name, daysAgo, carrier = 'AT&T', sentAfter = 0, receivedAfter = null }) => {
    const createdAt = NOW - daysAgo * DAY_MS;
    const after = (days: number | null) => sqlTime(days === null ? null : createdAt + days * DAY_MS);
    return {
      ...placedMessage(createdAt),
      filled_body: name,
      carrier,
      submission_state: submissionStateRank(sentAfter === null ? 'claimed' : 'accepted'),
      receipt_state: receiptStateRank('none'),
      submitted_at: after(sentAfter),
      received_at: after(receivedAfter),
      status: messageStatusRank(receivedAfter === null ? 'SENT' : 'RECEIVED'),
    };
  });
  await database.db.insertInto('messages').values(rows).execute();
  await completePlacedMessages(database.db);
  await rebuildRollups(database.db);
}

async function namesOf(filter: Parameters<typeof streamMessages>[3]): Promise<(string | null)[]> {
  const { rows, total } = await listMessages(database.db, ALL_PARTNERS, messageCodes, {
    pageSize: 10,
    filter,
  });
  const names = rows.map((row) => row.filled_body);
  expect(total).toBe(names.length);
  const streamed: (string | null)[] = [];
  for await (const batch of streamMessages(database.db, ALL_PARTNERS, messageCodes, filter, 2)) {
    streamed.push(...batch.map((row) => row.filled_body));
  }
  expect(streamed).toEqual(names);
  return names;
}

test('a former carrier is searched only in its own days, and found', async () => {
  await insertMessages([
    { name: 'A', daysAgo: 300, carrier: 'Sprint' },
    { name: 'B', daysAgo: 280, carrier: 'Sprint' },
    { name: 'C', daysAgo: 1 },
  ]);
  expect(await namesOf({ carrier: 'SPRINT' })).toEqual(['B', 'A']);
  const span = await findCreationSpan(database.db, { carrier: 'sprint' });
  expect(span?.from).toBeLessThanOrEqual(NOW - 300 * DAY_MS);
  expect(span?.before).toBeLessThan(NOW - 278 * DAY_MS);
  expect(await findCreationSpan(database.db, { carrier: 'none' })).toBeNull();
  expect(await namesOf({ carrier: 'none' })).toEqual([]);
});

test('a page that the last days do not fill continues with the months before', async () => {
  await insertMessages([
    { name: 'A', daysAgo: 200 },
    { name: 'B', daysAgo: 100 },
    { name: 'C', daysAgo: 0 },
  ]);
  expect(await namesOf({})).toEqual(['C', 'B', 'A']);
  const second = await listMessages(database.db, ALL_PARTNERS, messageCodes, { pageSize: 1, page: 2 });
  expect(second.rows.map((row) => row.filled_body)).toEqual(['B']);
});

test('ANALYTICS-6 a date filter finds messages sent a day after creation, and those that arrived weeks later unsent', async () => {
  await insertMessages([
    { name: 'A', daysAgo: 60, sentAfter: null, receivedAfter: 51 },
    { name: 'B', daysAgo: 11, sentAfter: 1 },
    { name: 'C', daysAgo: 11 },
    { name: 'D', daysAgo: 9 },
  ]);
  expect(await namesOf({ from: NOW - 10.5 * DAY_MS })).toEqual(['D', 'B', 'A']);
  expect(await namesOf({ from: NOW - 10.5 * DAY_MS, before: NOW - 8.5 * DAY_MS })).toEqual(['D', 'B', 'A']);
  expect(await namesOf({ before: NOW - 10.5 * DAY_MS })).toEqual(['C']);
});
