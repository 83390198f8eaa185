/** Kills workers while occurrences fall due; `npm run soak -- schedules` runs ten times as many. */
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import { createWorld, type World } from '@textprobe/engine/testing/world';
import { afterEach, expect, test } from 'vitest';
import { soak } from './due-soak.ts';

let world: World;
afterEach(() => world.close());

/** The engine's default lease. */
const LEASE_MS = 30_000;

const OCCURRENCES = soakTimes(100);
const SPAN_MS = soakTimes(3_000);

test(
  `Promise 2: four workers that are killed at random while ${OCCURRENCES} occurrences fall due start exactly that many runs`,
  async () => {
    world = await createWorld();
    const [officeId = 0] = world.officeIds;
    const [phoneId = 0] = world.phoneIds;
    const result = await soak({
      db: world.db,
      url: world.url,
      gatewayId: world.gatewayId,
      officeId,
      phoneId,
      occurrences: OCCURRENCES,
      spanMs: SPAN_MS,
      workers: 4,
      killEveryMs: 1_000,
      patienceMs: 120_000,
    });
    expect(result).toMatchObject({
      runs: OCCURRENCES,
      wrongTests: 0,
      messages: OCCURRENCES,
    });
    expect(result.kills).toBeGreaterThan(2);
    expect(result.setBack).toBeGreaterThan(0);
    // A machine that runs other tests too may be slower than that.
    if (process.env.TEXTPROBE_SOAK) expect(result.latestMessageMs).toBeLessThan(LEASE_MS);
  },
  SPAN_MS + 300_000,
);
