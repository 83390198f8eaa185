/** Signs of life of phones, from the engine's API to the database. */
import { listPhonesHealth } from '@textprobe/database/handsets/phone-health';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

test('Promise 1: an acknowledged ping is in the database, with its details', async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 18));
  world = await createWorld({ phones: 1, clock });
  const [phoneId = 0] = world.phoneIds;
  const said = { phoneId, at: clock.now(), battery: 0.25, charging: true, network: 'LTE\u0000' };
  await world.engineApi.recordPings('native', [said]);
  expect(await listPhonesHealth(world.db, ALL_PARTNERS)).toMatchObject([
    { phone_id: phoneId, pinged_at: said.at, battery: 0.25, charging: true, source: 'native' },
  ]);
});

test('a phone is written at most once every few seconds, however often it pings', async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 18));
  world = await createWorld({ phones: 1, clock });
  const [phoneId = 0] = world.phoneIds;
  const start = clock.now();
  const pingAt = (at: number) =>
    world.engineApi.recordPings('native', [{ phoneId, at, battery: null, charging: null, network: null }]);
  const seenAfter = async () =>
    (await listPhonesHealth(world.db, ALL_PARTNERS)).map((row) => row.heard_at - start);
  await pingAt(start);
  for (let at = 100; at < 5_000; at += 100) await pingAt(start + at);
  expect(await seenAfter()).toEqual([0]);
  await pingAt(start + 5_000);
  expect(await seenAfter()).toEqual([5_000]);
});

test('a reception is a sign of life but not a ping; one reported on a console is neither', async () => {
  world = await createWorld({ phones: 2 });
  const [phoneId = 0] = world.phoneIds;
  const arrival = {
    inbox: 'native',
    messageCode: 'no code here',
    text: null,
    sender: null,
    stated: null,
  };
  await world.engineApi.receive([
    { ...arrival, phoneId },
    { ...arrival, phoneId: null },
  ]);
  await world.engineApi.stop();
  expect(await listPhonesHealth(world.db, ALL_PARTNERS)).toMatchObject([
    { phone_id: phoneId, pinged_at: null, source: 'native' },
  ]);
});
