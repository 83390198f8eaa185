/** The account of a gateway over HTTP: the form shows by it that another gateway uses the account that is written. */
import { calls } from '@textprobe/contract/calls';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../testing/test-client.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.operator();
});
afterAll(() => server.close());

const FILE = { name: 'file', kind: 'smpp', isDefault: true, sendsMms: false, isDefaultMms: false };

test('a gateway tells its account, wherever its settings are, and no other once they have changed', async () => {
  const told = async () => (await client.call(calls.gateways)).map(({ name, account }) => [name, account]);
  await registerGateways(server.db, [{ ...FILE, account: 'smsc.example' }]);
  const settings = { host: 'smsc.example', password: 'x' };
  const { id } = await client.call(calls.createGateway, { body: { name: 'acme', kind: 'smpp', settings } });
  expect(await told()).toEqual([
    ['acme', 'smsc.example'],
    ['file', 'smsc.example'],
  ]);
  const body = { name: 'acme', settings: { ...settings, host: 'elsewhere.example' } };
  await client.call(calls.updateGateway, { query: { id }, body });
  await registerGateways(server.db, [FILE]);
  expect(await told()).toEqual([
    ['acme', 'elsewhere.example'],
    ['file', null],
  ]);
});
