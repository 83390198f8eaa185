/** Pings of handsets and the health of phones, through a running server. */
import { calls } from '@textprobe/contract/calls';
import { keepHandsetWatch } from '@textprobe/database/handsets/phone-health';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { beforeEach, expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';

const { handsetPing, phonesHealth } = calls;
const NOON = Date.parse('2026-11-21T12:00:00-08:00');
const MINUTE = 60_000;
const OFFLINE_AFTER = 15 * MINUTE;

const { server, client } = await openTestServer({
  now: NOON,
  inboxes: [
    createNativeInbox({
      clock: { now: () => server.clock.now() },
      findPhoneByKey: async (key) => Number(/^tph_phone-(\d)_*$/.exec(key)?.[1] ?? Number.NaN) || null,
    }),
  ],
});
const { clock } = server;
beforeEach(async () => {
  // Earlier pings are no longer recent.
  await clock.advance(MINUTE);
  await server.db.deleteFrom('phone_health').execute();
  await server.db.deleteFrom('handset_watch').execute();
  await listen();
});

const listen = () => keepHandsetWatch(server.db, { now: clock.now(), lapseMs: 24 * 60 * MINUTE });
const by = (phone: number, body: unknown) => ({
  headers: { authorization: `Bearer tph_${`phone-${phone}`.padEnd(43, '_')}` },
  body,
  token: null,
});
/** Pings often enough to count as a phone that pings regularly. */
async function pingRegularly(phone: number): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    if (times > 0) await clock.advance(10_000);
    await ping(phone);
  }
}

const ping = (phone: number, body: unknown = {}) => server.visitor().call(handsetPing, by(phone, body));

test('Promise 1: an answered ping is visible to the next call', async () => {
  const response = await ping(2, { battery: 0.87, charging: true, network: 'wifi', app: '2.1' });
  expect(await response.text()).toBe('');
  const now = '2026-11-21T12:01:00.000-08:00';
  expect(await client.call(phonesHealth)).toEqual({
    offlineAfterSeconds: 900,
    phones: [
      {
        phoneId: 2,
        presence: 'unknown',
        lastHeardAt: now,
        lastPingAt: now,
        battery: 0.87,
        charging: true,
        network: 'wifi',
        source: 'native',
      },
    ],
  });
});

test('a phone that stops pinging is offline; one that never pings is unknown', async () => {
  await pingRegularly(3);
  await pingRegularly(1);
  const arrival = { inbox: 'native', messageCode: 'nothing', text: null, sender: null, stated: null };
  await server.engineApi.receive([{ ...arrival, phoneId: 2 }]);
  await expect
    .poll(async () => (await client.call(phonesHealth)).phones.map(({ phoneId }) => phoneId))
    .toEqual([1, 2, 3]);
  await clock.advance(OFFLINE_AFTER - 1);
  await listen();
  await ping(3, { battery: null });
  const presences = async () =>
    (await client.call(phonesHealth)).phones.map(({ phoneId, presence }) => `${phoneId} ${presence}`);
  expect(await presences()).toEqual(['1 online', '2 unknown', '3 online']);
  await clock.advance(1);
  await listen();
  expect(await presences()).toEqual(['1 offline', '2 unknown', '3 online']);
});

test('pings are not logged at info level', async () => {
  await ping(2);
  await client.call(phonesHealth);
  const logLines = (path: string) =>
    server.logged.filter(({ route, level }) => route === path && Number(level) >= 30);
  await expect.poll(() => logLines(phonesHealth.path).length).toBeGreaterThan(0);
  expect(logLines(handsetPing.path)).toEqual([]);
});

test('CALL-21 a session does not replace the key for a ping', async () => {
  const session = await client.problem(handsetPing, { body: {} });
  expect(session).toMatchObject({ status: 401, code: 'handset-key.invalid' });
  expect((await client.call(phonesHealth)).phones).toEqual([]);
});

test('CALL-22 a ping that is not an object is 422', async () => {
  const problem = await server.visitor().problem(handsetPing, by(1, [87]));
  expect(problem).toMatchObject({ status: 422, code: 'body.invalid', errors: [{ field: 'body' }] });
});
