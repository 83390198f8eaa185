/** Setting up the app of a phone in our network, over HTTP; only the phone is a stand-in (PAIR-3). */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { calls } from '@textprobe/contract/calls';
import { APP_LOGIN, createSmsGatewayApp } from '@textprobe/gateways/testing/sms-gateway-app';
import { afterAll, expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';

const app = createSmsGatewayApp();
const phone = app.createServer().listen(0, '127.0.0.1');
await once(phone, 'listening');
afterAll(() => {
  phone.closeAllConnections();
  phone.close();
});
const { server, client } = await openTestServer({
  publicUrl: 'https://console.example',
  privateNetwork: {
    resolve: async () => [],
    ownAddresses: () => [],
    route: () => ({ address: '127.0.0.1', port: (phone.address() as AddressInfo).port }),
  },
});
const { createPairing, openPairing, setUpPhone } = calls;
const begin = (kind: string) => client.call(createPairing, { body: { phoneID: 2, kind } });
const settingUp = (id: number) => ({ ...setUpPhone, path: setUpPhone.path.replace(':id', String(id)) });
const WHERE = { address: '192.168.1.10', ...APP_LOGIN };

test('PAIR-3: the app gets the source of this pairing, a wrong password keeps the link, and a repeat keeps the source', async () => {
  const { pairing, url } = await begin('sms-gateway');
  const call = settingUp(pairing.id);
  const refused = await client.problem(call, { body: { ...WHERE, password: 'guess' } });
  expect(refused).toMatchObject({ status: 422, errors: [{ field: 'user' }] });
  expect(await client.call(calls.handsetSources)).toEqual([]);

  const made = await client.call(call, { body: WHERE });
  expect(made.set).toContain('Signing key');
  const [source] = await client.call(calls.handsetSources);
  expect(source).toMatchObject({ phones: [{ phoneID: 2 }] });
  expect(made.pairing).toMatchObject({ opened: { by: 'Textprobe' }, reporter: { sourceID: source?.id } });
  expect([...app.webhooks.values()].map((webhook) => webhook.url)).toEqual(
    Array(3).fill(source?.url.replace(server.address, 'https://console.example')),
  );
  const key = JSON.stringify(app.settings);

  const code = new URL(url ?? '').hash.slice(1);
  expect(await server.visitor().refusal(openPairing, { body: { code }, token: null })).toBe(
    '404 pair-code.unknown',
  );
  await client.call(call, { body: WHERE });
  expect(await client.call(calls.handsetSources)).toHaveLength(1);
  expect(JSON.stringify(app.settings)).toBe(key);
});

test('PAIR-3: only SMS Gateway has an app to set up', async () => {
  const { pairing } = await begin('own-app');
  expect(await client.refusal(settingUp(pairing.id), { body: WHERE })).toBe('409 pairing.done');
});
