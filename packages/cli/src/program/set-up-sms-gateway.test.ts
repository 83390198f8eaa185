/** From the address that was entered to the app's settings, over HTTP; only the phone is a stand-in. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { APP_LOGIN, APP_WORDS, createSmsGatewayApp } from '@textprobe/gateways/testing/sms-gateway-app';
import type { PrivateNetwork } from '@textprobe/media/private-network';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPhoneSetUp } from './set-up-sms-gateway.ts';

const SETTINGS = {
  webhookUrl: 'https://textprobe.example/api/inboxes/sms-gateway/5b1f',
  signingKey: 'the secret of the source',
  pingMinutes: 1,
};
const app = createSmsGatewayApp();
const server = app.createServer();
const asked: string[] = [];
const network: PrivateNetwork = {
  resolve: async () => [],
  ownAddresses: () => ['192.168.1.2'],
  route(address, port) {
    asked.push(`${address}:${port}`);
    // Nothing listens on port 1.
    const isPhone = address === '192.168.1.10';
    return { address: '127.0.0.1', port: isPhone ? (server.address() as AddressInfo).port : 1 };
  },
};
const setUp = (given: Partial<typeof APP_LOGIN & { address: string }> = {}) =>
  createPhoneSetUp({ clock: createManualClock(), network })(
    { address: '192.168.1.10', ...APP_LOGIN, ...given },
    SETTINGS,
  );

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('PAIR-3: the app of a phone in our network is set up, on port 8080 by default', async () => {
  const result = await setUp();
  expect(result).toMatchObject({
    ok: true,
    set: expect.arrayContaining(['Signing key', 'Ping every minute']),
  });
  expect(asked).toEqual(['192.168.1.10:8080']);
  expect(app.settings).toMatchObject({ webhooks: { signing_key: SETTINGS.signingKey } });
  expect(app.webhooks.size).toBe(3);
  expect(JSON.stringify(result)).not.toContain(APP_WORDS);
});

test.each([
  ['an address that is not private', { address: '8.8.8.8' }, 'address', 'private network'],
  ['our own address', { address: '192.168.1.2' }, 'address', 'the address of this server'],
  ['a phone that does not answer', { address: '192.168.1.11' }, 'address', 'does not answer'],
  ['a wrong password', { password: 'guess' }, 'user', 'user name or password'],
])('PAIR-3: %s is refused in its field', async (_, given, field, words) => {
  const result = await setUp(given);
  expect(result).toMatchObject({ ok: false, field, message: expect.stringContaining(words) });
  expect(JSON.stringify(result)).not.toContain(APP_WORDS);
});
