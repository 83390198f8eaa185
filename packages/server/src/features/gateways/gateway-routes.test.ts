/** Gateways over HTTP: settings, secrets that are never returned, and refusals. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { publishLinkStates } from '@textprobe/database/gateways/gateway-links';
import { registerGateways } from '@textprobe/database/gateways/gateways';
import { aboutSecret, readStoredGateway } from '@textprobe/database/gateways/stored-gateways';
import { createSealer } from '@textprobe/database/secrets/sealing';
import { afterEach, expect, test } from 'vitest';
import { at, type TestClient } from '../../testing/test-client.ts';
import { openTestServer } from '../../testing/test-server.ts';

const SEALER = createSealer(Buffer.alloc(32, 4));
const SECRET = 'hush-hush-7141';
const ACME = { name: 'acme', kind: 'smpp', settings: { host: 'smsc.example', window: 5, password: SECRET } };
const FILE = { name: 'file', kind: 'smpp', isDefault: true, sendsMms: false, isDefaultMms: false };

const answers: string[] = [];

const { server, client } = await openTestServer();
const fileId = (await registerGateways(server.db, [FILE])).get('file') ?? 0;
afterEach(async () => {
  // Every test starts from the same state, in any order.
  expect(answers.splice(0).join()).not.toMatch(/hush/);
  expect(JSON.stringify(server.logged)).not.toMatch(/hush/);
  await server.db.updateTable('offices').set({ gateway_id: null, gateway_pinned: false }).execute();
  await server.db.deleteFrom('gateway_links').execute();
  for (const { id, source } of await client.call(calls.gateways)) {
    if (source === 'database') await client.call(at(calls.deleteGateway, id));
  }
});

/** Makes a call and records its answer. */
async function ask(
  call: Call,
  sent: Parameters<TestClient['send']>[2] = {},
): Promise<{ status: number; body: { id: number; code?: string } }> {
  const response = await client.send(call.method, call.path, sent);
  const text = await response.text();
  answers.push(text);
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
/** Such as `404 gateway.unknown`. */
async function refusal(...asked: Parameters<typeof ask>): Promise<string> {
  const { status, body } = await ask(...asked);
  return `${status} ${body.code}`;
}
const make = async (body: object = ACME): Promise<number> => {
  const made = await ask(calls.createGateway, { body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.id;
};
const opened = async (id: number) => {
  const stored = await readStoredGateway(server.db, id);
  return Object.fromEntries(
    (stored?.secrets ?? []).map(({ name, sealed }) => [name, SEALER.open(sealed, aboutSecret(id, name))]),
  );
};

test('a gateway shows its link state as the workers report it, and none once they stop reporting', async () => {
  const link = async () => (await client.call(calls.gateways)).find(({ id }) => id === fileId)?.link;
  expect(await link()).toBeNull();
  const since = Date.parse('2026-11-21T10:00:00-08:00');
  const down = { gatewayId: fileId, link: 'down', since, reason: 'Nothing listens there.' } as const;
  await publishLinkStates(server.db, { workerId: 'w', now: server.clock.now(), links: [down] });
  expect(await link()).toEqual({
    state: 'down',
    since: '2026-11-21T10:00:00.000-08:00',
    reason: 'Nothing listens there.',
  });
  await server.clock.advance(20_001);
  expect(await link()).toBeNull();
});

test('an added gateway is listed together with that of the gateways file, and shows only when its secret was set', async () => {
  const id = await make();
  const all = await client.call(calls.gateways);
  expect(all).toMatchObject([
    {
      id,
      name: 'acme',
      source: 'database',
      settings: { host: 'smsc.example', window: 5 },
      secrets: [{ name: 'password', setAt: expect.stringMatching(/^\d{4}-.*-0\d:00$/) }],
    },
    { id: fileId, name: 'file', source: 'settings', isDefault: true, settings: null, secrets: [] },
  ]);
  expect(await client.call(at(calls.readGateway, id))).toEqual(all[0]);
  expect(Object.keys(all[0]?.settings ?? {})).not.toContain('password');
  expect(await opened(id)).toEqual({ password: SECRET });
  const rows = await server.db.selectFrom('gateway_settings').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});

test('GUARD-8 a gateway shows its throughput and account wherever they are set, or null', async () => {
  const readGateways = async () =>
    (await client.call(calls.gateways)).map(({ name, throughput, account }) => [name, throughput, account]);
  const id = await make({ ...ACME, settings: { ...ACME.settings, throughput: 0.5 } });
  expect(await readGateways()).toEqual([
    ['acme', 0.5, 'smsc.example'],
    ['file', null, null],
  ]);
  await registerGateways(server.db, [{ ...FILE, throughput: 40, account: 'smsc.example' }]);
  const body = { name: 'acme', settings: { host: 'elsewhere.example', password: SECRET } };
  expect((await ask(at(calls.updateGateway, id), { body })).status).toBe(200);
  expect(await readGateways()).toEqual([
    ['acme', null, 'elsewhere.example'],
    ['file', 40, 'smsc.example'],
  ]);
  await registerGateways(server.db, [FILE]);
});

test('a change keeps secrets that it omits, and replaces those that it includes', async () => {
  const id = await make();
  const settings = { host: 'smsc.example', window: 9 };
  const changed = await ask(at(calls.updateGateway, id), { body: { name: 'better', settings } });
  expect(changed).toMatchObject({
    status: 200,
    body: { name: 'better', settings, secrets: [{ name: 'password' }] },
  });
  expect(await opened(id)).toEqual({ password: SECRET });
  const password = 'new-hush-2290';
  const again = await ask(at(calls.updateGateway, id), {
    body: { name: 'better', settings: { ...settings, password } },
  });
  expect(again.status).toBe(200);
  expect(await opened(id)).toEqual({ password });
});

test('a change of the destination requires the secret again, so that no one can read it by redirecting the gateway', async () => {
  const id = await make();
  const body = { name: 'acme', settings: { host: 'evil.example', window: 5 } };
  for (const [call, sent] of [
    [calls.updateGateway, body],
    [calls.testGateway, { settings: body.settings }],
  ] as const) {
    expect(await ask(at(call, id), { body: sent })).toMatchObject({
      status: 422,
      body: {
        code: 'body.invalid',
        errors: [{ field: 'settings.password', message: expect.stringMatching(/^Enter it again/) }],
      },
    });
  }
  const replacement = { ...body, settings: { ...body.settings, password: SECRET } };
  expect(await ask(at(calls.updateGateway, id), { body: replacement })).toMatchObject({ status: 200 });
});

test('a secret copied in the database to another gateway cannot be decrypted there', async () => {
  const id = await make();
  const other = await make({ ...ACME, name: 'other' });
  await server.db
    .updateTable('gateway_secrets')
    .set((of) => ({
      sealed: of.selectFrom('gateway_secrets').select('sealed').where('gateway_id', '=', id),
    }))
    .where('gateway_id', '=', other)
    .execute();
  expect(await ask(at(calls.testGateway, other), { body: {} })).toMatchObject({
    status: 503,
    body: { code: 'secrets.unavailable', detail: expect.stringContaining('moved from another place') },
  });
});

test('invalid settings are reported by field, without their values', async () => {
  const body = { ...ACME, settings: { windows: 5, password: SECRET } };
  expect(await ask(calls.createGateway, { body })).toMatchObject({
    status: 422,
    body: {
      errors: [
        { field: 'settings.windows', message: expect.stringContaining('is not a setting') },
        { field: 'settings.host', message: expect.stringContaining('is missing') },
      ],
    },
  });
  const taken = { ...ACME, settings: { ...ACME.settings, password: null } };
  expect(await ask(calls.createGateway, { body: taken })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'settings.password' }] },
  });
  expect(await ask(calls.createGateway, { body: { ...ACME, isDefaultMms: true } })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'isDefaultMms' }] },
  });
});

test('a connection test uses the stored or the given settings, and answers with a sentence', async () => {
  const id = await make();
  expect(await ask(at(calls.testGateway, id), { body: {} })).toMatchObject({
    status: 200,
    body: { ok: true, words: 'A smpp gateway was tried at smsc.example with 14 characters.' },
  });
  const { kind, settings } = ACME;
  expect(
    await ask(calls.testNewGateway, { body: { kind, settings: { ...settings, password: 'x' } } }),
  ).toMatchObject({
    body: { words: expect.stringContaining('with 1 characters') },
  });
});

test('names are unique, and an unknown gateway is 404', async () => {
  const id = await make();
  expect(await refusal(calls.createGateway, { body: ACME })).toBe('409 gateway.name-taken');
  const file = { ...ACME, name: 'file' };
  expect(await ask(calls.createGateway, { body: file })).toMatchObject({ status: 409 });
  const { kind: _kind, ...renamed } = file;
  expect(await ask(at(calls.updateGateway, id), { body: renamed })).toMatchObject({ status: 409 });
  for (const [call, sent] of [
    [calls.readGateway, undefined],
    [calls.updateGateway, renamed],
    [calls.deleteGateway, undefined],
    [calls.testGateway, {}],
    [calls.assignGateway, { officeIds: [1], gatewayId: 9_999 }],
  ] as const) {
    for (const unknown of [9_999, 'acme'])
      expect(await refusal(at(call, unknown), { body: sent })).toBe('404 gateway.unknown');
  }
});

test('a gateway of the gateways file is shown and can be assigned, but not changed, tested or removed', async () => {
  const { kind: _kind, ...body } = ACME;
  for (const [call, sent] of [
    [calls.updateGateway, body],
    [calls.deleteGateway, undefined],
    [calls.testGateway, {}],
  ] as const) {
    expect(await refusal(at(call, fileId), { body: sent })).toBe('409 gateway.read-only');
  }
  expect((await ask(calls.assignGateway, { body: { officeIds: [1], gatewayId: fileId } })).status).toBe(204);
});

test('offices are assigned a gateway and return to the default one; one in use cannot be removed, and the answer says why', async () => {
  const id = await make();
  expect((await ask(calls.assignGateway, { body: { officeIds: [1, 2], gatewayId: id } })).status).toBe(204);
  expect(await ask(at(calls.deleteGateway, id))).toMatchObject({
    status: 409,
    body: {
      code: 'gateway.in-use',
      detail: 'The gateway is in use: 2 offices use it. Assign its offices to another gateway first.',
    },
  });
  expect(await ask(calls.assignGateway, { body: { officeIds: [1, 777], gatewayId: id } })).toMatchObject({
    status: 404,
    body: { code: 'office.unknown', detail: expect.stringContaining('777') },
  });
  expect(await client.call(calls.officeGateways)).toEqual([
    { officeId: 1, gatewayId: id, pinned: false },
    { officeId: 2, gatewayId: id, pinned: false },
  ]);
  await server.db.updateTable('offices').set({ gateway_pinned: true }).where('id', '=', 3).execute();
  expect(await refusal(calls.assignGateway, { body: { officeIds: [3], gatewayId: id } })).toBe(
    '409 office.pinned',
  );
  expect((await ask(calls.assignGateway, { body: { officeIds: [1, 2], gatewayId: null } })).status).toBe(204);
});

test('a provider with callbacks needs PUBLIC_URL', async () => {
  const body = { name: 'provider', kind: 'twilio', settings: { accountSid: 'AC1', authToken: SECRET } };
  expect(await ask(calls.createGateway, { body })).toMatchObject({
    status: 409,
    body: { code: 'gateway.no-public-url', detail: expect.stringContaining('PUBLIC_URL') },
  });
});

test('two requests with one Idempotency-Key add one gateway, and its secret is not stored with the key', async () => {
  const sent = { body: ACME, headers: { 'idempotency-key': 'make-acme-once' } };
  const [first, second] = [await ask(calls.createGateway, sent), await ask(calls.createGateway, sent)];
  expect(first).toEqual(second);
  expect(await client.call(calls.gateways)).toHaveLength(2);
  const kept = await server.db.selectFrom('idempotency_keys').selectAll().execute();
  expect(kept).not.toEqual([]);
  expect(kept.map((row) => Object.values(row).map(String).join()).join()).not.toContain(SECRET);
});

test('no answer and no log line contains a secret, whether the call succeeds or is refused', async () => {
  const id = await make();
  const settings = { ...ACME.settings, windows: SECRET };
  expect((await ask(calls.createGateway, { body: { ...ACME, settings } })).status).toBe(422);
  expect((await ask(calls.createGateway, { body: { ...ACME, secret: SECRET } })).status).toBe(422);
  expect((await ask(calls.createGateway, { body: ACME })).status).toBe(409);
  expect((await ask(at(calls.testGateway, id), { body: {} })).status).toBe(200);
  expect((await ask(calls.gateways, {})).status).toBe(200);
  expect(answers.filter((text) => text.includes('acme'))).toHaveLength(3);
  expect(answers).toHaveLength(6);
  expect(server.logged.length).toBeGreaterThan(0);
  expect(JSON.stringify([answers, server.logged])).not.toMatch(/hush/);
});
