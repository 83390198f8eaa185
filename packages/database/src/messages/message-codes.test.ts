import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../core/connection.ts';
import { silentLog } from '../core/log.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import { createSealer } from '../secrets/sealing.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { resealSecrets } from '../upkeep/reseal.ts';
import { createMessageCodes, fillCodes, MessageCodeKeyMissing, openMessageCodes } from './message-codes.ts';

const AT = Date.UTC(2026, 10, 21);
const codes = createMessageCodes(Buffer.alloc(32, 7));

const database = await createTestDatabase({ empty: true });
afterAll(() => database.drop());

test('a code identifies its message: id and month can be recovered, whatever they are', () => {
  const messages = fc.array(
    fc.record({
      id: fc.maxSafeNat().map((id) => id % 2 ** 50),
      createdAt: fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) }),
    }),
  );
  fc.assert(
    fc.property(messages, (keys) => {
      const made = codes.codesOf(keys);
      expect(made.every((code) => /^[0-9A-HJKMNP-TV-Z]{11}$/u.test(code))).toBe(true);
      const months = keys.map(({ createdAt }) => {
        const date = new Date(createdAt);
        return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
      });
      const read = codes.idsOf(made.map((code, index) => ({ code, monthIndex: months[index] ?? 0 })));
      expect(read).toEqual(keys.map(({ id }) => id));
    }),
  );
});

test('a code never changes, and differs by month, id and key', () => {
  expect(codes.codesOf([{ id: 7_000_000_000, createdAt: AT }])).toEqual(['AWFTDFHV7QV']);
  const others = [
    ...codes.codesOf([
      { id: 7_000_000_000, createdAt: Date.UTC(2026, 11, 1) },
      { id: 7_000_000_001, createdAt: AT },
      // 32 months later the first character repeats.
      { id: 7_000_000_000, createdAt: Date.UTC(2029, 6, 21) },
    ]),
    ...createMessageCodes(Buffer.alloc(32, 8)).codesOf([{ id: 7_000_000_000, createdAt: AT }]),
  ];
  expect(new Set([...others, 'AWFTDFHV7QV']).size).toBe(5);
});

test('rows get their codes in place', () => {
  const rows = [{ id: 2 }, { id: 3 }];
  const filled = fillCodes(codes, rows, ({ id }) => ({ id, createdAt: AT }));
  expect(filled.map(({ code }) => code)).toEqual(codes.codesOf([2, 3].map((id) => ({ id, createdAt: AT }))));
  expect(rows).toEqual(filled);
});

test('all processes of an installation have the same key, even if they start at once on an empty database', async () => {
  const processes = Array.from({ length: 4 }, () =>
    openDatabase({ url: database.url, log: silentLog, applicationName: 'test', maxConnections: 2 }),
  );
  const key = { id: 12, createdAt: AT };
  const computed = await Promise.all(
    processes.map(async (db) => {
      await migrateToLatest(db);
      return (await openMessageCodes(db)).codesOf([key]);
    }),
  );
  await Promise.all(processes.map(closeDatabase));
  expect(new Set(computed.flat()).size).toBe(1);
  // Another installation has another key.
  const other = await createTestDatabase();
  expect((await openMessageCodes(other.db)).codesOf([key])).not.toEqual(computed[0]);
  await other.drop();
});

test('changing the sealing key does not change the codes', async () => {
  const key = { id: 12, createdAt: AT };
  const before = (await openMessageCodes(database.db)).codesOf([key]);
  await resealSecrets(database.db, createSealer(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)]));
  expect((await openMessageCodes(database.db)).codesOf([key])).toEqual(before);
});

test('a missing key is reported and not replaced: another key would change the codes of all messages', async () => {
  await sql`delete from secrets where name = 'message codes'`.execute(database.db);
  await migrateToLatest(database.db);
  await expect(openMessageCodes(database.db)).rejects.toThrow(MessageCodeKeyMissing);
  await expect(openMessageCodes(database.db)).rejects.toThrow('restore the table `secrets`');

  const operations = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const [, another = ''] = /## The key of the message codes[^]*?```sql\n([^]*?)```/u.exec(operations) ?? [];
  await sql.raw(another).execute(database.db);
  const [code = ''] = (await openMessageCodes(database.db)).codesOf([{ id: 12, createdAt: AT }]);
  expect(code).toHaveLength(11);
});
