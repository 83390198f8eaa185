/** A few seeds of the simulation; `npm run simulate -- --seeds 1000` runs many, and so does `npm run soak -- nights`. */
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { ensurePartitions } from '@textprobe/database/schema/month-partitions';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { seedDirectory } from '@textprobe/engine/testing/seed-directory';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { STARTS, simulate } from './simulate.ts';

const database = await createTestDatabase();
for (const start of STARTS) await ensurePartitions(database.db, start);
const directory = await seedDirectory(database.db, { offices: 2, phones: 2, evidence: 'handset' });
const place = { db: database.db, codes: await openMessageCodes(database.db), ...directory };
afterAll(() => database.drop());

const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 10);
/** So many seeds a test: a long run is told in few lines. */
const TOGETHER = SEEDS > 10 ? 50 : 1;

test.each(
  Array.from({ length: Math.ceil(SEEDS / TOGETHER) }, (_test, index) => ({
    first: index * TOGETHER + 1,
    last: Math.min((index + 1) * TOGETHER, SEEDS),
  })),
)(
  'Promises 1 to 5 are kept through deaths, repetitions and jumps of the clock: seeds $first to $last',
  async ({ first, last }) => {
    for (let seed = first; seed <= last; seed += 1) {
      expect({ seed, faults: await simulate(place, seed) }).toEqual({ seed, faults: [] });
    }
  },
  TOGETHER * 20_000,
);

/** Enough for each: the first that notices ends it. */
const MOST_SEEDS = 40;

test.each([
  ['claim before write', /promise 3: message \d+ was submitted \d times/],
  ['forward only', /promise 5: message \d+ went back/],
  ['one run an instant', /promise 2: test \d+ has 2 runs/],
  ['lease', /promise 4: message \d+ is not settled/],
] as const)(
  'the simulation notices that "%s" is gone',
  async (safeguard, fault) => {
    if (safeguard === 'one run an instant') {
      await sql`alter table runs drop constraint runs_test_id_due_at_key`.execute(place.db);
    }
    const faults: string[] = [];
    for (let seed = 1; seed <= MOST_SEEDS && !faults.some((one) => fault.test(one)); seed += 1) {
      faults.push(...(await simulate(place, seed, safeguard)));
    }
    if (safeguard === 'one run an instant') {
      await sql`truncate runs cascade`.execute(place.db);
      await sql`alter table runs add constraint runs_test_id_due_at_key unique (test_id, due_at)`.execute(
        place.db,
      );
    }
    expect(faults).toContainEqual(expect.stringMatching(fault));
  },
  120_000,
);
