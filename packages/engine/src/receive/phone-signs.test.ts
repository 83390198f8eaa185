/** The signs by which phones are heard of: through the door, in the database. */
import { listPhonesHealth } from '@textprobe/database/phone-health/phone-health';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(() => world.close());

test('Promise 1: a ping that was answered is in the database, with what it said', async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 18));
  world = await createWorld({ phones: 1, clock });
  const [phoneId = 0] = world.phoneIds;
  const said = { phoneId, at: clock.now(), battery: 0.25, charging: true, network: 'LTE\u0000' };
  await world.engineApi.recordPings('native', [said]);
  expect(await listPhonesHealth(world.db)).toMatchObject([
    { phone_id: phoneId, pinged_at: said.at, battery: 0.25, charging: true, source: 'native' },
  ]);
});

test('a phone is written at most once in some seconds, however often it pings', async () => {
  const clock = createManualClock(Date.UTC(2026, 10, 21, 18));
  world = await createWorld({ phones: 1, clock });
  const [phoneId = 0] = world.phoneIds;
  const start = clock.now();
  const pingAt = (at: number) =>
    world.engineApi.recordPings('native', [{ phoneId, at, battery: null, charging: null, network: null }]);
  const heard = async () => (await listPhonesHealth(world.db)).map((row) => row.heard_at - start);
  await pingAt(start);
  for (let at = 100; at < 5_000; at += 100) await pingAt(start + at);
  expect(await heard()).toEqual([0]);
  await pingAt(start + 5_000);
  expect(await heard()).toEqual([5_000]);
});

test('a reception is a sign of its phone, but no ping; one that a console reports is none', async () => {
  world = await createWorld({ phones: 2 });
  const [phoneId = 0] = world.phoneIds;
  const arrival = {
    inbox: 'native',
    messageCode: 'nothing of ours',
    text: null,
    sender: null,
    stated: null,
  };
  await world.engineApi.receive([
    { ...arrival, phoneId },
    { ...arrival, phoneId: null },
  ]);
  await world.engineApi.stop();
  expect(await listPhonesHealth(world.db)).toMatchObject([
    { phone_id: phoneId, pinged_at: null, source: 'native' },
  ]);
});
