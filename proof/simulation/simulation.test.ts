/** Runs a few seeds of the simulation; `npm run simulate -- --seeds 1000` and `npm run soak -- nights` run many. */
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { ensurePartitions } from '@textprobe/database/migrations/month-partitions';
import { createTestDatabase } from '@textprobe/database/testing/test-database';
import { seedDirectory } from '@textprobe/engine/testing/seed-directory';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { STARTS, simulate } from './simulate.ts';

const database = await createTestDatabase();
for (const start of STARTS) await ensurePartitions(database.db, start);
const directory = await seedDirectory(database.db, { offices: 2, phones: 2, evidence: 'handset' });
const environment = { db: database.db, codes: await openMessageCodes(database.db), ...directory };
afterAll(() => database.drop());

const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 6);
/** Seeds per test, to keep the output of a long run short. */
const SEEDS_PER_TEST = SEEDS > 6 ? 50 : 1;

test.each(
  Array.from({ length: Math.ceil(SEEDS / SEEDS_PER_TEST) }, (_test, index) => ({
    first: index * SEEDS_PER_TEST + 1,
    last: Math.min((index + 1) * SEEDS_PER_TEST, SEEDS),
  })),
)(
  'Promises 1 to 5 hold through crashes, duplicates and clock jumps: seeds $first to $last',
  async ({ first, last }) => {
    for (let seed = first; seed <= last; seed += 1) {
      expect({ seed, faults: await simulate(environment, seed) }).toEqual({ seed, faults: [] });
    }
  },
  SEEDS_PER_TEST * 20_000,
);

/** Enough for each safeguard from the seed that detects it today; the first one that does ends the test. */
const MAX_SEEDS = 40;

test.each([
  ['claim before write', 8, /promise 3: message \d+ was submitted \d times/],
  ['forward only', 2, /promise 5: message \d+ went back/],
  ['one run an instant', 2, /promise 2: test \d+ has 2 runs/],
  ['lease', 2, /promise 4: message \d+ is not settled/],
] as const)(
  'the simulation detects that "%s" is disabled',
  async (safeguard, first, fault) => {
    if (safeguard === 'one run an instant') {
      await sql`alter table runs drop constraint runs_test_id_due_at_key`.execute(environment.db);
    }
    const faults: string[] = [];
    for (let nth = 0; nth < MAX_SEEDS && !faults.some((one) => fault.test(one)); nth += 1) {
      faults.push(...(await simulate(environment, first + nth, safeguard)));
    }
    if (safeguard === 'one run an instant') {
      await sql`truncate runs cascade`.execute(environment.db);
      await sql`alter table runs add constraint runs_test_id_due_at_key unique (test_id, due_at)`.execute(
        environment.db,
      );
    }
    expect(faults).toContainEqual(expect.stringMatching(fault));
  },
  120_000,
);
