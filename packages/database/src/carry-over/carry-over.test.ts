/** Steps beside a program: a stop ends them at once, a failure is tried again, the next start resumes them. */
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startCarryOver } from './carry-over.ts';
import type { CarryOverStep } from './carry-over-step.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table filled (id integer primary key)`.execute(database.db);
});
beforeEach(async () => {
  await sql`truncate filled, carry_over_steps`.execute(database.db);
});
afterAll(() => database.drop());

async function filled(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from filled order by id`.execute(database.db);
  return rows.map(({ id }) => id);
}

test('a stop ends a statement of any length and leaves nothing running, and the next start resumes the step', async () => {
  let reached = () => {};
  const isAtLong = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const step: CarryOverStep = {
    name: 'fill',
    async run({ session }) {
      const [{ next } = { next: 0 }] = (
        await sql<{ next: number }>`select coalesce(max(id), 0)::int4 + 1 as next from filled`.execute(
          session,
        )
      ).rows;
      await sql`insert into filled values (${next})`.execute(session);
      if (next > 1) return;
      reached();
      await sql`select pg_sleep(3600)`.execute(session);
    },
  };
  const deps = { url: database.url, clock: realClock, log: silentLog };
  const first = startCarryOver(deps, [step]);
  await isAtLong;
  await first.stop();
  await first.ended;
  // It has told its end a moment before it is gone.
  await expect
    .poll(async () => {
      const { rows: sessions } = await sql`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'textprobe carry-over'`.execute(
        database.db,
      );
      return sessions.length;
    })
    .toBe(0);
  expect(await filled()).toEqual([1]);
  expect(await database.db.selectFrom('carry_over_steps').select('name').execute()).toEqual([]);

  await startCarryOver(deps, [step]).ended;
  expect(await filled()).toEqual([1, 2]);
  expect(await database.db.selectFrom('carry_over_steps').select('name').execute()).toEqual([
    { name: 'fill' },
  ]);
});

test('a step that fails is logged and tried again after half a minute', async () => {
  const clock = createManualClock(0);
  const errors: string[] = [];
  let failed = () => {};
  const hasFailed = new Promise<void>((resolve) => {
    failed = resolve;
  });
  const log = {
    ...silentLog,
    error(_: object, message: string) {
      errors.push(message);
      failed();
    },
  };
  let runs = 0;
  const step: CarryOverStep = {
    name: 'fill',
    async run({ session }) {
      runs += 1;
      await sql`insert into filled values (${runs === 1 ? null : runs})`.execute(session);
    },
  };
  const carryOver = startCarryOver({ url: database.url, clock, log }, [step]);
  await hasFailed;
  while (runs < 2) await clock.advance(10_000);
  await carryOver.ended;
  expect(errors).toEqual(['updating the rows of an earlier version failed and will be tried again']);
  expect(await filled()).toEqual([2]);
  await carryOver.stop();
});
