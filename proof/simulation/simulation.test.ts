/** Runs a few seeds of the simulation; `npm run simulate -- --seeds 1000` and `npm run soak -- nights` run many. */
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
const environment = { db: database.db, codes: await openMessageCodes(database.db), ...directory };
afterAll(() => database.drop());

const SEEDS = Number(process.env.SIMULATION_SEEDS ?? 10);
/** Seeds per test, to keep the output of a long run short. */
const SEEDS_PER_TEST = SEEDS > 10 ? 50 : 1;

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

/** Enough for each safeguard; the first seed that detects it ends the test. */
const MAX_SEEDS = 40;

test.each([
  ['claim before write', /promise 3: message \d+ was submitted \d times/],
  ['forward only', /promise 5: message \d+ went back/],
  ['one run an instant', /promise 2: test \d+ has 2 runs/],
  ['lease', /promise 4: message \d+ is not settled/],
] as const)(
  'the simulation detects that "%s" is disabled',
  async (safeguard, fault) => {
    if (safeguard === 'one run an instant') {
      await sql`alter table runs drop constraint runs_test_id_due_at_key`.execute(environment.db);
    }
    const faults: string[] = [];
    for (let seed = 1; seed <= MAX_SEEDS && !faults.some((one) => fault.test(one)); seed += 1) {
      faults.push(...(await simulate(environment, seed, safeguard)));
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
