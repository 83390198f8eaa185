/** OPS-6: one of several consoles does the upkeep, and another takes over when it stops or dies. */
import { closeDatabase, openDatabase } from '@textprobe/database/core/connection';
import { silentLog } from '@textprobe/database/core/log';
import { readLeader } from '@textprobe/database/leaders/lease';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startUpkeep } from './upkeep.ts';

const ROUND_MS = 20;
const HOUR_MS = 3_600_000;

let database: TestDatabase;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await database.drop();
});

/** With database sessions of its own, like a process, and a count of its rounds. */
function openConsole() {
  const db = openDatabase({ url: database.url, log: silentLog, applicationName: 'console' });
  const rounds = { often: 0, seldom: 0 };
  const count = (which: keyof typeof rounds) => async () => void (rounds[which] += 1);
  const stop = startUpkeep({ db, clock: realClock, log: silentLog }, [
    { name: 'often', everyMs: ROUND_MS, run: count('often') },
    { name: 'seldom', everyMs: HOUR_MS, run: count('seldom') },
  ]);
  ends.push(async () => {
    await stop();
    await closeDatabase(db);
  });
  return { rounds, stop };
}

const holder = async () => (await readLeader(database.db, 'upkeep')).holder;

/** The first console leads before the second one starts. */
async function openTwo() {
  const first = openConsole();
  await expect.poll(() => first.rounds.often).toBeGreaterThan(2);
  return { first, second: openConsole() };
}

test('OPS-6 one of two consoles does the upkeep; the other takes over when it stops', async () => {
  const { first, second } = await openTwo();
  const before = first.rounds.often;
  await expect.poll(() => first.rounds.often).toBeGreaterThan(before + 5);
  expect(second.rounds).toEqual({ often: 0, seldom: 0 });
  await first.stop();
  const { often } = first.rounds;
  await expect.poll(() => second.rounds.often, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(first.rounds).toEqual({ often, seldom: 1 });
  expect(second.rounds.seldom).toBe(1);
});

test('OPS-6 a console that loses the lease stops its upkeep', async () => {
  const { first, second } = await openTwo();
  const former = await holder();
  await sql`update leaders set fence = fence + 1, holder = 'another', lease_until = now() + interval '1 hour'
    where name = 'upkeep'`.execute(database.db);
  let before = -1;
  // It notices at its next renewal.
  await expect
    .poll(
      () => {
        const isQuiet = first.rounds.often === before;
        before = first.rounds.often;
        return isQuiet;
      },
      { timeout: 10_000, interval: 10 * ROUND_MS },
    )
    .toBe(true);
  expect([await holder(), second.rounds.often]).toEqual(['another', 0]);
  expect(former).not.toBe('another');
});

test('the upkeep of consoles and the sweeps of workers each have a leader', async () => {
  const { first } = await openTwo();
  expect(first.rounds.seldom).toBe(1);
  expect(await holder()).not.toBeNull();
  expect((await readLeader(database.db, 'sweeps')).holder).toBeNull();
});
