/** Steps run once, one process at a time, and are resumed wherever they were killed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../connection.ts';
import { silentLog } from '../log.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { CarryOverStep } from './carry-over-step.ts';
import { runCarryOver } from './run-steps.ts';

let database: TestDatabase;
let processes: Database[];
beforeAll(async () => {
  database = await createTestDatabase();
  const open = () => openDatabase({ url: database.url, log: silentLog, applicationName: 'test' });
  processes = [open(), open(), open()];
  await sql`create table filled (id integer primary key, done boolean not null default false)`.execute(
    database.db,
  );
  await sql`insert into filled (id) select generate_series(1, 6)`.execute(database.db);
});
afterAll(async () => {
  await Promise.all(processes.map(closeDatabase));
  await database.drop();
});

function run(db: Database, ...steps: readonly CarryOverStep[]): Promise<string[]> {
  return runCarryOver({ db, clock: realClock, log: silentLog }, steps);
}

test('of three processes that start at once one runs the steps in their order, and the others wait for it', async () => {
  const ran: string[] = [];
  let running = 0;
  const step = (name: string): CarryOverStep => ({
    name,
    async run({ session }) {
      running += 1;
      expect(running).toBe(1);
      await sql`select pg_sleep(0.02)`.execute(session);
      ran.push(name);
      running -= 1;
    },
  });
  const steps = [step('first'), step('second')];
  const done = await Promise.all(processes.map((db) => run(db, ...steps)));
  expect(ran).toEqual(['first', 'second']);
  expect(done.toSorted((a, b) => a.length - b.length)).toEqual([[], [], ['first', 'second']]);
  // Steps that come with a later version.
  expect(await run(database.db, ...steps, step('third'))).toEqual(['third']);
});

test('a step whose session is lost goes on where it was, and the steps after it wait until it is done', async () => {
  const pieces: number[] = [];
  let after = 0;
  const filling: CarryOverStep = {
    name: 'fill',
    async run({ session, progress }) {
      for (;;) {
        const { rows } = await sql<{ id: number }>`
          update filled set done = true where id = (select min(id) from filled where not done)
          returning id`.execute(session);
        const [row] = rows;
        if (row === undefined) return;
        pieces.push(row.id);
        progress(row.id, 6);
        if (pieces.length === 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(session);
      }
    },
  };
  const next: CarryOverStep = {
    name: 'after fill',
    run: async () => {
      after += 1;
    },
  };
  const [first, second] = processes as [Database, Database];
  await expect(run(first, filling, next)).rejects.toThrow(/terminat|connection/i);
  expect([pieces, after]).toEqual([[1, 2, 3], 0]);
  expect(await run(second, filling, next)).toEqual(['fill', 'after fill']);
  expect([pieces, after]).toEqual([[1, 2, 3, 4, 5, 6], 1]);
});

test('a step may make an index concurrently while other processes wait for it', async () => {
  const index: CarryOverStep = {
    name: 'index',
    async run({ session }) {
      await untilAsked(2);
      await sql`create index concurrently filled_done on filled (id) where done`.execute(session);
    },
  };
  const done = await Promise.all(processes.map((db) => run(db, index)));
  expect(done.flat()).toEqual(['index']);
  const { rows } =
    await sql`select from pg_index where indexrelid = 'filled_done'::regclass and indisvalid`.execute(
      database.db,
    );
  expect(rows).toHaveLength(1);
});

/** Until so many sessions have asked for the lock and not been given it. */
async function untilAsked(sessions: number): Promise<void> {
  for (let waiting = 0; waiting < sessions; ) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int4 as waiting from pg_stat_activity
      where datname = current_database() and state = 'idle' and query like '%pg_try_advisory_lock%'
        and not exists (select from pg_locks where pg_locks.pid = pg_stat_activity.pid and locktype = 'advisory')`.execute(
      database.db,
    );
    waiting = rows[0]?.waiting ?? 0;
  }
}
