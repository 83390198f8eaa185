/** Messages from before there were chunks: found at every instant of an upgrade, and afterwards as all others. */
import { monthIndexOf, startOfMonth } from '@textprobe/domain/utc-month';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CarryOverSite } from '../carry-over/carry-over-step.ts';
import { runCarryOver } from '../carry-over/run-steps.ts';
import { carryOverSteps } from '../carry-over/steps.ts';
import { sqlTime } from '../connection.ts';
import { silentLog } from '../log.ts';
import { migrateToLatest, migrations } from '../migrate.ts';
import { ensurePartitions } from '../month-partitions.ts';
import { type PlacedChunk, placeMessages, placeRuns } from '../testing/chunked-messages.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { countOutcomesOfTest } from '../tests/outcome-counts.ts';
import { CHUNKS_OF_EARLIER } from './chunk-index.ts';
import { chunkEarlierMessages } from './earlier-chunks.ts';
import { keyMessagesByTime } from './key-by-time.ts';
import { findMessagesByCode } from './message-codes.ts';
import { findMessage, listMessagesOfTest } from './message-log.ts';
import { openMessageCodes } from './permuted-codes.ts';

const BEFORE = Object.keys(migrations).findLast((name) => name < '0035') ?? '';
const MONTH = monthIndexOf(realClock.now());
const NOW = startOfMonth(MONTH) + 1_000_000;
const LAST_MONTH = startOfMonth(MONTH - 1) + 1_000_000;
/** No month of its own: its messages lie in the default partition. */
const FAR = startOfMonth(MONTH + 9);

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo(BEFORE);
  expect(error).toBeUndefined();
  await ensurePartitions(database.db, NOW);
  await placeRuns(
    database.db,
    [1, 2],
    [1, 2, 3].map((id) => ({ id, testId: id < 3 ? 1 : 2, createdAt: LAST_MONTH, closedAt: null })),
  );
});
afterEach(() => database.drop());

const chunk = (
  testId: number,
  runId: number,
  createdAt: number,
  firstId: number,
  count: number,
): PlacedChunk => ({
  testId,
  runId,
  createdAt,
  firstId,
  count,
});
/** Of versions before chunks: runs whose ids interleave, one instant in two runs, a gap, a message far away. */
const EARLIER = [
  chunk(1, 1, LAST_MONTH, 1, 3),
  chunk(2, 3, LAST_MONTH, 4, 1),
  chunk(1, 1, LAST_MONTH, 5, 2),
  chunk(1, 2, LAST_MONTH, 7, 2),
  chunk(1, 2, NOW, 12, 4),
  chunk(2, 3, FAR, 16, 1),
];
/** Waiting when chunks came: 0025 gave them one that goes once they are claimed. */
const IN_FLIGHT = chunk(1, 2, NOW, 20, 2);
const LATER = [chunk(1, 2, NOW, 30, 5), chunk(2, 3, NOW, 35, 1)];
const ALL = [...EARLIER, IN_FLIGHT, ...LATER];

async function placeInFlight(): Promise<void> {
  await placeMessages(database.db, [IN_FLIGHT], { chunked: false });
  await sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      next_id, origin)
    values (2, 1, 1, 1, ${sqlTime(NOW)}, 1000, ${sqlTime(NOW)}, ${sqlTime(NOW)}, 20, 2, 20, false)`.execute(
    database.db,
  );
}

/** By id, by code and by test, and in the figures. */
async function expectAllFound(): Promise<void> {
  const { db } = database;
  const codes = await openMessageCodes(db);
  const keys = ALL.flatMap(({ createdAt, firstId, count }) =>
    Array.from({ length: count }, (_, n) => ({ id: firstId + n, createdAt })),
  );
  const last = Math.max(...keys.map(({ id }) => id));
  const found = await Promise.all(Array.from({ length: last + 5 }, (_, id) => findMessage(db, codes, id)));
  expect(found.flatMap((row) => (row === undefined ? [] : [row.id]))).toEqual(keys.map(({ id }) => id));

  const asked = [...keys, { id: 10, createdAt: NOW }, { id: 9_999, createdAt: NOW }].map((key, arrival) => ({
    key,
    arrival,
    preference: 0,
    phoneId: null,
    monthIndex: monthIndexOf(key.createdAt),
    // One has a stored code, as those of versions before permuted codes.
    code: key.id === 2 ? 'J7ABC0DEF1G' : (codes.codesOf([key])[0] ?? ''),
  }));
  const matches = await db.transaction().execute((tx) => findMessagesByCode(tx, codes, asked));
  expect(matches.map(({ id }) => id).sort((a, b) => a - b)).toEqual(keys.map(({ id }) => id));

  for (const testId of [1, 2]) {
    const rows = await listMessagesOfTest(db, codes, testId, { limit: 100 });
    const { rows: plain } = await sql<{ id: number }>`
      select id from messages where test_id = ${testId} order by created_at desc, id desc`.execute(db);
    expect(rows.map(({ id }) => id)).toEqual(plain.map(({ id }) => id));
    const outcomes = await countOutcomesOfTest(db, testId);
    expect(outcomes.reduce((sum, { messages }) => sum + messages, 0)).toBe(rows.length);
  }
}

const carryOver = (steps = carryOverSteps) =>
  runCarryOver({ db: database.db, clock: realClock, log: silentLog }, steps);

async function listChunks(): Promise<unknown[]> {
  const { rows } = await sql<Record<string, number | boolean>>`
    select test_id as "testId", run_id as "runId", created_at as "createdAt", first_id as "firstId", count, waiting
    from chunks where origin order by first_id`.execute(database.db);
  return rows;
}

test('before, during and after the upgrade each message is found by its id, its code and its test', async () => {
  await placeMessages(database.db, EARLIER, { chunked: false });
  await sql`update messages set code = 'J7ABC0DEF1G' where id = 2`.execute(database.db);
  await placeInFlight();
  await migrateToLatest(database.db);
  await placeMessages(database.db, LATER);
  await expectAllFound();
  await carryOver(carryOverSteps.slice(0, -1));
  await expectAllFound();
  await carryOver();
  await expectAllFound();

  expect(await listChunks()).toEqual(ALL.map((one) => ({ ...one, waiting: false })));
  const { rows: waiting } = await sql`
    select first_id as "firstId", next_id as "nextId", waiting from chunks where not origin`.execute(
    database.db,
  );
  expect(waiting).toEqual([{ firstId: 20, nextId: 20, waiting: true }]);
  expect(await shapeOf(database)).toEqual(await freshShape());
});

test('killed at any batch, it goes on without a chunk too many or too few', async () => {
  const large = [
    chunk(1, 1, LAST_MONTH, 1, 30_000),
    chunk(2, 3, LAST_MONTH, 30_001, 1),
    chunk(1, 2, NOW, 30_002, 25_000),
  ];
  await placeMessages(database.db, large, { chunked: false });
  await migrateToLatest(database.db);
  const killedAt = async (batch: number) => {
    let batches = 0;
    await chunkEarlierMessages.run({
      session: database.db,
      clock: realClock,
      log: silentLog,
      progress() {
        batches += 1;
        if (batches === batch) throw new Error('killed');
      },
    });
  };
  for (const batch of [1, 2, 3, 4]) await expect(killedAt(batch)).rejects.toThrow('killed');
  await carryOver([chunkEarlierMessages]);
  const { rows } = await sql`
    select test_id as "testId", run_id as "runId", min(first_id) as "firstId", sum(count)::int8 as count,
      (max(first_id + count) - min(first_id))::int8 as span from chunks group by 1, 2 order by 3`.execute(
    database.db,
  );
  expect(rows).toEqual(
    large.map(({ testId, runId, firstId, count }) => ({ testId, runId, firstId, count, span: count })),
  );
});

test('a dump that holds the table is waited for while messages are made, and a month that is made meanwhile gets the key', async () => {
  await placeMessages(database.db, EARLIER, { chunked: false });
  await migrateToLatest(database.db);
  const leaf = `messages_${new Date(NOW).toISOString().slice(0, 7).replace('-', '_')}`;
  // Left by a step that was killed while it built it.
  await sql`create unique index ${sql.ref(`${leaf}_next_key`)} on ${sql.table(leaf)} (created_at, id)`.execute(
    database.db,
  );
  await sql`update pg_index set indisvalid = false where indexrelid = to_regclass(${`${leaf}_next_key`})`.execute(
    database.db,
  );
  const dump = await database.db.startTransaction().execute();
  await sql`lock table only messages in access share mode`.execute(dump);
  let waits = 0;
  const site: CarryOverSite = {
    session: database.db,
    log: silentLog,
    progress: () => undefined,
    clock: {
      ...realClock,
      async sleep() {
        waits += 1;
        await placeMessages(database.db, [chunk(1, 2, NOW, 100 * waits, 3)]);
        if (waits === 2) await ensurePartitions(database.db, startOfMonth(MONTH + 2));
        if (waits === 3) await dump.rollback().execute();
      },
    },
  };
  await chunkEarlierMessages.run(site);
  await keyMessagesByTime.run(site);
  expect(waits).toBeGreaterThanOrEqual(3);
  expect(await shapeOf(database)).toEqual(await freshShape(startOfMonth(MONTH + 2)));
  await keyMessagesByTime.run({ ...site, clock: realClock });
});

test('an installation without messages has its final shape from the migration, and nothing is left to do', async () => {
  await migrateToLatest(database.db);
  expect(await carryOver()).not.toContain(CHUNKS_OF_EARLIER);
  expect(await carryOver()).toEqual([]);
  expect(await shapeOf(database)).toEqual(await freshShape());
});

/** Of a database made by this version; its months are those around now, and around `later`. */
async function freshShape(later = NOW): Promise<unknown[]> {
  const fresh = await createTestDatabase({ empty: true });
  try {
    await migrateToLatest(fresh.db);
    await ensurePartitions(fresh.db, NOW);
    await ensurePartitions(fresh.db, later);
    return await shapeOf(fresh);
  } finally {
    await fresh.drop();
  }
}

/** Every index and constraint of messages and chunks. Indexes of a month are named by what comes first, so they go without a name. */
async function shapeOf({ db }: TestDatabase): Promise<unknown[]> {
  const { rows } = await sql`
    select t.relname as "table", p.relname as parent, i.indisprimary as key, i.indisvalid as valid,
      regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ON (ONLY )?\\S+', '') as definition,
      k.conname as constraint, pg_get_constraintdef(k.oid) as rule
    from pg_index i join pg_class t on t.oid = i.indrelid
    left join pg_inherits h on h.inhrelid = i.indexrelid left join pg_class p on p.oid = h.inhparent
    left join pg_constraint k on k.conindid = i.indexrelid
    where t.relname like 'messages%' or t.relname = 'chunks'
    order by 1, 2, 5`.execute(db);
  return rows;
}
