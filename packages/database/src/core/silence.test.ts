import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openWireToDatabase, type Wire } from '../testing/wire.ts';
import { closeDatabase, type Database, openDatabase, readPoolUse } from './connection.ts';
import { listen } from './listen.ts';
import { silentLog } from './log.ts';

const LIMIT_MS = 2_000;

let wire: Wire;
let url: string;
let db: Database;
let warnings: string[];
let onWarning = () => {};
const log = {
  ...silentLog,
  warn(_: object, message: string) {
    warnings.push(message);
    onWarning();
  },
};

const database = await createTestDatabase();
beforeEach(async () => {
  warnings = [];
  onWarning = () => {};
  ({ wire, url } = await openWireToDatabase(database.url));
  const silence = { clock: realClock, limitMs: LIMIT_MS };
  db = openDatabase({ url, log, applicationName: 'silence', maxConnections: 4, silence });
});
afterEach(async () => {
  await closeDatabase(db);
  await wire.close();
});
afterAll(() => database.drop());

const one = () => sql<{ one: number }>`select 1 as one`.execute(db);

test('a query over a dead connection fails in time, and with it all connections that may be dead', async () => {
  await Promise.all([one(), one(), one()]);
  expect(readPoolUse(db)).toMatchObject({ open: 3, idle: 3 });
  wire.swallow();
  await expect(one()).rejects.toMatchObject({
    code: 'ETIMEDOUT',
    message: 'the database was silent for 2 s',
  });
  expect(warnings).toContain('gave up a database connection that stopped responding');
  await wire.mend();
  expect((await one()).rows).toEqual([{ one: 1 }]);
  expect(readPoolUse(db).open).toBe(1);
});

test('a transaction over a dead connection fails as a whole, and the server releases its locks', async () => {
  await sql`create table held (id int)`.execute(database.db);
  await sql`insert into held values (1)`.execute(database.db);
  const transaction = db.transaction().execute(async (tx) => {
    await sql`select * from held for update`.execute(tx);
    wire.swallow();
    await sql`delete from held`.execute(tx);
  });
  // The error that Kysely gets when it then rolls back.
  await expect(transaction).rejects.toThrow('connection error and is not queryable');
  await wire.mend();
  const { rows } = await sql`select * from held for update`.execute(db);
  expect(rows).toEqual([{ id: 1 }]);
});

test('a commit whose confirmation is lost fails in the client but is committed on the server', async () => {
  await sql`create table counted (id int)`.execute(database.db);
  const transaction = db.transaction().execute(async (tx) => {
    await sql`insert into counted values (1)`.execute(tx);
    void wire.swallowAnswers();
  });
  // The error that Kysely gets when it then rolls back.
  await expect(transaction).rejects.toThrow('connection error and is not queryable');
  expect((await sql`select id from counted`.execute(database.db)).rows).toEqual([{ id: 1 }]);
});

test('the server cancels a slow statement, and its connection stays', async () => {
  await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toThrow('statement timeout');
  expect(readPoolUse(db)).toMatchObject({ open: 1, idle: 1 });
  expect(warnings).toEqual([]);
});

test('a result that arrives in pieces may take longer than the limit', async () => {
  const patient = openDatabase({
    url,
    log,
    applicationName: 'silence',
    statementTimeoutMs: 0,
    silence: { clock: realClock, limitMs: LIMIT_MS },
  });
  const { rows } = await sql<{ filler: string }>`
    select repeat('x', 10000) as filler, pg_sleep(0.01) from generate_series(1, 300)`.execute(patient);
  expect(rows).toHaveLength(300);
  expect(warnings).toEqual([]);
  await closeDatabase(patient);
});

test('a dead connection for notifications is closed in time', async () => {
  const handler = { onNotification: () => undefined, onReconnect: () => undefined };
  const listener = await listen(url, ['tests'], handler, { clock: realClock, log: silentLog });
  wire.swallow();
  await listener.close();
});
