/** A few seeds of the simulation; `npm run simulate -w packages/engine -- --seeds 1000` runs many. */
import { ensurePartitions } from '@textprobe/database/migrate';
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
  place = { db: database.db, ...directory };
});
afterAll(() => database.drop());

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'Promises 1 to 5 are kept through deaths, repetitions and jumps of the clock: seed %i',
  async (seed) => {
    expect(await simulate(place, seed)).toEqual([]);
  },
);
