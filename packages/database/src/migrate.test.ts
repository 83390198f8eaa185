import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from './connection.ts';
import { silentLog } from './log.ts';
import { migrateToLatest, migrations, migrationsAreCurrent } from './migrate.ts';
import { ensurePartitions } from './month-partitions.ts';
import { migrateToEarlier } from './testing/earlier-installation.ts';
import { realClock } from './testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { urlOfDatabase } from './testing/test-cluster.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('three starts at once on an empty database all succeed, and one of them has migrated', async () => {
  await sql`create database unmigrated template template0`.execute(database.db);
  const url = urlOfDatabase(database.url, 'unmigrated');
  const starts = [1, 2, 3].map(() => openDatabase({ url, log: silentLog, applicationName: 'test' }));
  expect(await Promise.all(starts.map(migrationsAreCurrent))).toEqual([false, false, false]);

  const done = await Promise.all(starts.map((db) => migrateToLatest(db)));
  const current = await Promise.all(starts.map(migrationsAreCurrent));
  await Promise.all(starts.map(closeDatabase));
  await sql`drop database unmigrated`.execute(database.db);

  expect(done.filter((names) => names.length > 0)).toHaveLength(1);
  expect(current).toEqual([true, true, true]);
});

test('OPS-3 an update waits for who reads a table in a long transaction, holds nobody up, and keeps what it has done so far', async () => {
  const earlier = await createTestDatabase({ empty: true });
  await migrateToEarlier(earlier.db);
  await ensurePartitions(earlier.db, Date.UTC(2026, 10, 21));
  const open = (applicationName: string) =>
    openDatabase({ url: earlier.url, log: silentLog, applicationName, maxConnections: 2 });
  const [dump, beside, killed] = [open('dump'), open('beside'), open('killed')];

  await dump.transaction().execute(async (tx) => {
    await sql`select from messages limit 1`.execute(tx);
    const migrating = migrateToLatest(killed);
    let longest = 0;
    for (const from = performance.now(); performance.now() < from + 2_500; ) {
      const before = performance.now();
      await sql`select from messages where id = 1`.execute(beside);
      await sql`insert into runs (test_id, due_at, created_at, deadline_ms, message_total)
        select id, now(), now(), 1, 1 from tests`.execute(beside);
      longest = Math.max(longest, performance.now() - before);
      await realClock.sleep(10);
    }
    expect(longest).toBeLessThan(1_000);
    expect(await lastMigration(beside)).toBe('0024-receipts-in-parts');
    // Killed while it waits.
    const failed = expect(migrating).rejects.toThrow();
    await killAll(beside, 'killed');
    await failed;
  });
  const done = await migrateToLatest(beside);
  expect(await lastMigration(beside)).toBe(Object.keys(migrations).at(-1));
  expect(done).not.toContain('0024-receipts-in-parts');
  await Promise.all([dump, beside, killed].map(closeDatabase));
  await earlier.drop();
});

async function lastMigration(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name;
}

/** Ends the sessions of a program again and again until one of them was in the middle of a statement. */
async function killAll(db: Database, applicationName: string): Promise<void> {
  for (let wasActive = false; !wasActive; ) {
    const { rows } = await sql<{ active: boolean }>`
      select state = 'active' as active, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${applicationName}`.execute(db);
    wasActive = rows.some(({ active }) => active);
  }
}
