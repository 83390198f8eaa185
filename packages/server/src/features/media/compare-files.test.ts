/** Files that cannot be compared neither block others nor disappear. */
import { Readable } from 'node:stream';
import { closeDatabase, type Database, openDatabase, sqlTime } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { insertMediaFile } from '@textprobe/database/media/media-files';
import { createMessageCodes } from '@textprobe/database/messages/message-codes';
import { ensurePartitions } from '@textprobe/database/migrations/month-partitions';
import { listSetAside } from '@textprobe/database/set-aside/set-aside-list';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import type { Clock } from '@textprobe/domain/clock';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { createEngineApi } from '@textprobe/engine/api';
import type { MediaStorage } from '@textprobe/media/media-storage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMessage, makeTest } from '../../testing/messages.ts';
import { createFileComparison } from './compare-files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function engineOf(db: Database, clock: Clock) {
  return createEngineApi({
    db,
    codes: createMessageCodes(Buffer.alloc(32)),
    clock,
    log: silentLog,
    deadlineMs: 60_000,
  });
}

/** A message whose handset reported one picture. */
async function reportPicture(db: Database, nth: number, now: number): Promise<void> {
  const id = String(nth).padStart(32, '0');
  const file = { id, storageKey: id, name: 'a.png', type: 'image/png', size: 3, width: null, height: null };
  const more = { sha256: Buffer.alloc(32, nth), originalUrl: null, createdBy: null };
  await insertMediaFile(db, { ...file, ...more }, now);
  const made = await makeTest(db, now);
  const { id: messageId } = await makeMessage(db, { ...made, at: now }, 'sent');
  await db
    .insertInto('receptions')
    .values({
      received_at: sqlTime(now + nth),
      inbox: 'native',
      message_id: messageId,
      message_created_at: sqlTime(now),
      media: JSON.stringify([id]),
      files_to_compare: true,
    })
    .execute();
}

test('GUARD-11 a file that cannot be compared is set aside after three tries, does not delay others, and is compared once it can be', async () => {
  const { db } = database;
  const clock = createManualClock(Date.now());
  for (const nth of [1, 2, 3]) await reportPicture(db, nth, clock.now());
  const opened: string[] = [];
  let isBroken = true;
  const storage = {
    async open(key: string) {
      opened.push(key);
      if (isBroken && key.endsWith('1')) throw new Error('EIO: i/o error, read');
      return Readable.from(Buffer.from('no picture'));
    },
  } as unknown as MediaStorage;
  const setAside: string[] = [];
  const metrics = { setAside: (kind: string) => setAside.push(kind) };
  const round = createFileComparison({
    db,
    storage,
    clock,
    log: silentLog,
    metrics,
    engine: engineOf(db, clock),
  });
  const found = async () => {
    const rows = await db
      .selectFrom('receptions')
      .select(['file_comparison', 'files_to_compare'])
      .orderBy('received_at')
      .execute();
    return rows.map((row) => [
      row.files_to_compare,
      (row.file_comparison as { outcome: string }[] | null)?.[0]?.outcome,
    ]);
  };

  await round();
  const others = [false, 'unexpected'];
  expect(await found()).toEqual([[true, undefined], others, others]);
  await round();
  expect(opened.filter((key) => key.endsWith('1'))).toHaveLength(1);
  for (let minute = 0; minute < 3; minute += 1) {
    await clock.advance(61_000);
    await round();
  }
  expect(opened.filter((key) => key.endsWith('1'))).toHaveLength(3);
  expect(await found()).toEqual([[false, 'not-compared'], others, others]);
  expect(setAside).toEqual(['files']);

  // Once it can be read it is compared after all, and the failure is deleted.
  isBroken = false;
  await clock.advance(60_000);
  await round();
  expect(await found()).toEqual([[false, 'not-compared'], others, others]);
  await clock.advance(5 * 60_000);
  await round();
  expect(await found()).toEqual([others, others, others]);
  expect(await listSetAside(db)).toEqual([]);
});

test('OPS-6 old reports are scanned hourly and recent ones each round, so that closed months are not read each second', async () => {
  const now = Date.now();
  const clock = createManualClock(now);
  const log = silentLog;
  // A database of its own with one connection: others flush their statistics at any time.
  const own = await createTestDatabase();
  const db = openDatabase({ url: own.url, log, applicationName: 'files', maxConnections: 1 });
  try {
    await ensurePartitions(db, now - 150 * DAY_MS);
    const storage = { open: async () => Readable.from(Buffer.from('no picture')) } as unknown as MediaStorage;
    const round = createFileComparison({ db, storage, clock, log, engine: engineOf(db, clock) });
    await reportPicture(db, 11, now - 150 * DAY_MS);
    expect(await round()).toBe(1);

    const read = await readsOfClosedMonths(db);
    expect(read.leaves).toBeGreaterThanOrEqual(4);
    await reportPicture(db, 12, now - DAY_MS);
    await reportPicture(db, 13, now - 151 * DAY_MS);
    const before = await readsOfClosedMonths(db);
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    expect(await readsOfClosedMonths(db)).toEqual(before);
    await clock.advance(3_600_000);
    expect(await round()).toBe(1);
    expect(await readsOfClosedMonths(db)).not.toEqual(before);
  } finally {
    await closeDatabase(db);
    await own.drop();
  }
});

const DAY_MS = 24 * 3_600_000;

/** The number of reads of the reception partitions of past months. */
async function readsOfClosedMonths(db: Database) {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ leaves: number; reads: number }>`
    select count(*)::int4 as leaves, sum(seq_scan + coalesce(idx_scan, 0))::int4 as reads from pg_stat_user_tables
    where relname ~ '^receptions_[0-9]' and right(relname, 7) < to_char(now() - interval '1 month', 'YYYY_MM')`.execute(
    db,
  );
  return rows[0] ?? { leaves: 0, reads: 0 };
}
