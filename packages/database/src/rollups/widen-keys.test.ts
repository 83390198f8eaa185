/** The keys of the sums are widened without anybody waiting for a table that somebody else reads for long. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { widenRollupKeys } from './widen-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the key of a table that is read for long is widened later, and others read and write it meanwhile', async () => {
  const { db } = database;
  await sql`alter table overall_rollups drop constraint overall_rollups_pkey, add primary key (carrier)`.execute(
    db,
  );
  let pauses = 0;
  let widened = Promise.resolve();
  await db.transaction().execute(async (reader) => {
    await sql`select from overall_rollups`.execute(reader);
    await new Promise<void>((resolve, reject) => {
      const clock = {
        ...realClock,
        async sleep() {
          pauses += 1;
          if (pauses > 1) return;
          // The step holds no lock and waits for none: nobody waits for it either.
          await sql`insert into overall_rollups (carrier, message_type, test_type, status, received, messages, delay_ms,
              delayed, finding, sender_changed)
            values ('AT&T', 'SMS', 'IMMEDIATE', 1, false, 1, 0, 0, '', false)`.execute(db);
          resolve();
        },
      };
      widened = db
        .connection()
        .execute((session) => widenRollupKeys.run({ session, clock, log: silentLog, progress() {} }));
      widened.catch(reject);
    });
  });
  await widened;
  expect(pauses).toBeGreaterThan(0);
  const { rows } = await sql<{ columns: number }>`
    select indnkeyatts as columns from pg_index where indrelid = 'overall_rollups'::regclass`.execute(db);
  expect(rows).toEqual([{ columns: 9 }]);
});
