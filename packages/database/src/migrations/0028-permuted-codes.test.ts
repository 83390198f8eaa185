/** From 0028 on codes need not be stored; those that are keep their index. */
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateToLatest, migrations } from '../migrate.ts';
import { ensurePartitions } from '../month-partitions.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const BEFORE = Object.keys(migrations).findLast((name) => name < '0028') ?? '';
const NOW = Date.UTC(2026, 10, 21);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: database.db, provider }).migrateTo(BEFORE);
  expect(error).toBeUndefined();
  await ensurePartitions(database.db, NOW);
  // As the version before made them.
  for (const month of ['2026_10', '2026_11', '2026_12', '2027_01', '2027_02']) {
    await sql.raw(`drop index messages_${month}_code`).execute(database.db);
    await sql
      .raw(`create unique index messages_${month}_code on messages_${month} (code)`)
      .execute(database.db);
  }
});
afterAll(() => database.drop());

async function insertMessage(at: string, code: string | null): Promise<void> {
  await sql`
    insert into messages (created_at, run_id, test_id, office_id, phone_id, gateway_id, message_type, test_type, carrier,
      evidence, code, sender, recipient, deadline_ms, deadline_at)
    values (${at}, 1, 1, 1, 1, 1, 'SMS', 'IMMEDIATE', 'AT&T', 'handset', ${code}, '+1', '+1', 1000, ${at})`.execute(
    database.db,
  );
}

test('months with messages keep their index of codes, all others get one of stored codes alone, and every code stays', async () => {
  await insertMessage('2026-11-20T10:00:00Z', 'J7ABC0DEF1G');
  await insertMessage('2031-01-01T10:00:00Z', 'J7ABC0DEF1H');
  await migrateToLatest(database.db);

  const { rows } = await sql<{ name: string; lean: boolean }>`
    select indexname as name, indexdef like '%WHERE (code IS NOT NULL)' as lean from pg_indexes
    where indexname like 'messages\\_%\\_code' order by 1`.execute(database.db);
  expect(rows).toEqual([
    { name: 'messages_2026_10_code', lean: true },
    { name: 'messages_2026_11_code', lean: false },
    { name: 'messages_2026_12_code', lean: true },
    { name: 'messages_2027_01_code', lean: true },
    { name: 'messages_2027_02_code', lean: true },
    { name: 'messages_default_code', lean: false },
  ]);
  for (const at of ['2026-11-20T10:00:00Z', '2026-12-20T10:00:00Z', '2031-01-02T10:00:00Z']) {
    await insertMessage(at, null);
    await insertMessage(at, null);
  }
  await insertMessage('2026-12-20T10:00:00Z', 'J7ABC0DEF1J');
  await expect(insertMessage('2026-12-20T10:00:00Z', 'J7ABC0DEF1J')).rejects.toThrow('duplicate key');
  const stored = await sql<{
    code: string;
  }>`select code from messages where code is not null order by 1`.execute(database.db);
  expect(stored.rows.map(({ code }) => code)).toEqual(['J7ABC0DEF1G', 'J7ABC0DEF1H', 'J7ABC0DEF1J']);
});

test('a key that is there already, as in a database that was copied in part, is kept', async () => {
  const other = await createTestDatabase({ empty: true });
  const provider = { getMigrations: async () => migrations };
  await new Migrator({ db: other.db, provider }).migrateTo(BEFORE);
  await sql`insert into secrets (name, value) values ('message codes', ${Buffer.alloc(32, 9)})`.execute(
    other.db,
  );
  await migrateToLatest(other.db);
  const { rows } = await sql<{
    value: Buffer;
  }>`select value from secrets where name = 'message codes'`.execute(other.db);
  expect(rows).toEqual([{ value: Buffer.alloc(32, 9) }]);
  await other.drop();
});
