/** A few seeds of the simulation; `npm run simulate -- --seeds 1000` runs many, and so does `npm run soak -- nights`. */
import { openMessageCodes } from '@textprobe/database/messages/permuted-codes';
import { ensurePartitions } from '@textprobe/database/month-partitions';
import { createTestDatabase, type TestDatabase } from '@textprobe/database/testing/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDirectory } from './testing/seed-directory.ts';
import { type SimulatedPlace, STARTS, simulate } from './testing/simulation/simulate.ts';

let database: TestDatabase;
let place: SimulatedPlace;
beforeAll(async () => {
  database = await createTestDatabase();
  for (const start of STARTS) await ensurePartitions(database.db, start);
  const directory = await seedDirectory(database.db, { offices: 2, phones: 2, evidence: 'handset' });
  place = { db: database.db, codes: await openMessageCodes(database.db), ...directory };
});
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
