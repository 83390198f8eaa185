/** Markers of earlier messages are filled beside whoever changes them, and wherever the step is killed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCarryOver } from '../carry-over/carry-over.ts';
import { hasLeafIndex } from '../carry-over/leaf-indexes.ts';
import { silentLog } from '../log.ts';
import { migrateToLatest } from '../migrate.ts';
import { ensurePartitions } from '../month-partitions.ts';
import { fillEarlier, migrateToEarlier } from '../testing/earlier-installation.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { areMarkersFilled, dropUnmarkedIndexes, fillMarkers } from './fill-markers.ts';
import { MARKER_INDEXES } from './marker-indexes.ts';
import { markers } from './message-markers.ts';

const NOW = Date.UTC(2026, 10, 21);
/** When the strays were created: their month has no partition yet. */
const LATER = Date.UTC(2027, 6, 4);
const MESSAGES = 6_000;
const STEPS = [fillMarkers, dropUnmarkedIndexes];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  await migrateToEarlier(database.db);
  await fillEarlier(database.db, { messages: MESSAGES, months: 2, now: NOW });
  await sql`
    update messages set created_at = ${new Date(LATER).toISOString()}::timestamptz + (id % 1000) * interval '1 second'
    where id <= 1000`.execute(database.db);
  await migrateToLatest(database.db);
});
afterAll(() => database.drop());

const isWrong = sql.join(
  Object.entries(markers).map(([name, value]) => sql`${sql.ref(name)} is distinct from ${value}`),
  sql` or `,
);

async function countWrong(table: string): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from ${sql.table(table)} where ${isWrong}`.execute(database.db);
  return rows[0]?.wrong ?? 0;
}

function start() {
  return startCarryOver({ url: database.url, clock: realClock, log: silentLog }, STEPS);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await realClock.sleep(5);
}

test('a migration fills no marker, and messages outside their month stay there until all are filled', async () => {
  const { db } = database;
  expect(await countWrong('messages')).toBeGreaterThan(MESSAGES / 50);
  expect(await areMarkersFilled(db)).toBe(false);
  expect(await ensurePartitions(db, LATER)).toEqual(['messages_2027_07']);
});

test('a step that is killed while it waits for a row goes on where it was, and changes that it meets are not lost', async () => {
  const { db } = database;
  const month = 'messages_2026_10';
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(month)} where status = 3 order by id limit 2`.execute(db);
  const [delivered = 0, unknown = 0] = rows.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    // As the program writes it: what decides a marker, and the marker.
    await sql`update messages set status = 4, mark_status = null where id = ${delivered}::int8`.execute(tx);
    const killed = start();
    await until(isStepWaiting);
    expect(await hasLeafIndex(db, 'messages_2026_09', MARKER_INDEXES[0])).toBe(true);
    expect(await hasLeafIndex(db, month, MARKER_INDEXES[0])).toBe(false);
    await killed.stop();
  });

  const resumed = await db.transaction().execute(async (tx) => {
    await sql`update messages set status = 2, mark_status = 2 where id = ${unknown}::int8`.execute(tx);
    const running = start();
    await until(isStepWaiting);
    return running;
  });
  await resumed.ended;
  expect(await areMarkersFilled(db)).toBe(true);
  expect(await countWrong('messages')).toBe(0);
  const marked = await sql<{ mark_status: number | null }>`
    select mark_status from messages where id in (${delivered}::int8, ${unknown}::int8) order by id`.execute(
    db,
  );
  expect(marked.rows).toEqual([{ mark_status: null }, { mark_status: 2 }]);
});

/** Whether the step waits for a row that a transaction of the program holds. */
async function isStepWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks join pg_stat_activity using (pid)
    where not granted and locktype = 'transactionid' and application_name = 'textprobe carry-over'
      and datname = current_database()`.execute(database.db);
  return rows.length > 0;
}

test('afterwards every index is on markers and valid, and messages outside their month move there with their markers', async () => {
  const { db } = database;
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
    where indrelid = 'messages'::regclass order by 1`.execute(db);
  expect(rows).toEqual(expect.arrayContaining(MARKER_INDEXES.map(({ name }) => ({ name, valid: true }))));
  expect(rows.map(({ name }) => name)).not.toContain('messages_unsuccessful');
  expect(await ensurePartitions(db, LATER)).toEqual([]);
  expect(await countWrong('messages_2027_07')).toBe(0);
  const moved = await sql<{ marked: number }>`
    select count(mark_status) as marked from messages_2027_07`.execute(db);
  expect(moved.rows[0]?.marked).toBeGreaterThan(0);
});
