import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { closeDatabase, openDatabase, sqlTime } from './connection.ts';
import { silentLog } from './log.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const NOON = Date.UTC(2026, 10, 21, 20, 0, 0, 123);

test('instants are written and read as epoch milliseconds, without loss', async () => {
  const { db } = database;
  for (const ms of [NOON, NOON + 1, 0, -1, 253_402_300_799_999]) {
    const account = {
      username: `at ${ms}`,
      password_hash: '',
      role: 'viewer' as const,
      created_at: sqlTime(ms),
      disabled_at: sqlTime(null),
    };
    const row = await db
      .insertInto('accounts')
      .values(account)
      .returning(['created_at', 'disabled_at'])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ created_at: ms, disabled_at: null });
  }
  const { rows } = await sql`select ${sqlTime(-Infinity)} as never, ${sqlTime(Infinity)} as ever`.execute(db);
  expect(rows).toEqual([{ never: -Infinity, ever: Infinity }]);
});

test('ids and counts are numbers, days are text, in arrays too', async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as big, count(*) as count, '2026-11-21'::date as day, array[1, null]::bigint[] as bigs,
      array[${sqlTime(NOON)}, null] as instants, '{}'::bigint[] as none from generate_series(1, 3)`.execute(
    database.db,
  );
  expect(rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      count: 3,
      day: '2026-11-21',
      bigs: [1, null],
      instants: [NOON, null],
      none: [],
    },
  ]);
});

test('a connection killed by the server, idle or in use, costs one query and not the process', async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  const db = openDatabase({ url: database.url, log, applicationName: 'victim', maxConnections: 2 });
  const killAll = sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'victim'`;

  await sql`select 1`.execute(db);
  await killAll.execute(database.db);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  expect(warnings).toEqual(['lost an idle database connection']);

  const transaction = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await killAll.execute(database.db);
    await sql`select 1`.execute(tx);
  });
  await expect(transaction).rejects.toThrow();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await closeDatabase(db);
});

test('the server cancels a statement that takes too long', async () => {
  const db = openDatabase({
    url: database.url,
    log: silentLog,
    applicationName: 'test',
    statementTimeoutMs: 50,
  });
  await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toThrow('statement timeout');
  await closeDatabase(db);
});
