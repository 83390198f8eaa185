/** A tenth of the soak; `npm run soak -w packages/engine` runs the whole of it. */
import { afterEach, expect, test } from 'vitest';
import { soak } from './testing/due-soak.ts';
import { createWorld, type World } from './testing/world.ts';

let world: World;
afterEach(() => world.close());

/** What the engine takes for a lease. */
const LEASE_MS = 30_000;

test('Promise 2: four workers, killed at random while 200 occurrences fall due, start exactly 200 runs', async () => {
  world = await createWorld();
  const [officeId = 0] = world.officeIds;
  const [phoneId = 0] = world.phoneIds;
  const result = await soak({
    db: world.db,
    url: world.url,
    gatewayId: world.gatewayId,
    officeId,
    phoneId,
    occurrences: 200,
    spanMs: 6_000,
    workers: 4,
    killEveryMs: 1_000,
    patienceMs: 30_000,
  });
  expect(result).toMatchObject({ runs: 200, wrongTests: 0, messages: 200 });
  expect(result.kills).toBeGreaterThan(2);
  expect(result.setBack).toBeGreaterThan(0);
  expect(result.latestMessageMs).toBeLessThan(LEASE_MS);
}, 90_000);
