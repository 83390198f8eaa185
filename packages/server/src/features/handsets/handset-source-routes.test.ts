/** Handset sources over HTTP: secrets shown once and stored encrypted, phone mapping, validation. */
import { calls } from '@textprobe/contract/calls';
import { keepHandsetReports } from '@textprobe/database/handsets/handset-reports';
import { findHandsetSource, sealedAs } from '@textprobe/database/handsets/handset-sources';
import { createSealer } from '@textprobe/database/secrets/sealing';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { beforeEach, expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer, startTestServer, USERNAME } from '../../testing/test-server.ts';

const {
  handsetSources,
  createHandsetSource,
  setHandsetSourcePhones,
  deleteHandsetSource,
  renameHandsetSource,
  rotateHandsetSource,
} = calls;
const PUBLIC_URL = 'http://textprobe.example';
const sealer = createSealer(Buffer.alloc(32, 9));

const { server, client } = await openTestServer({ publicUrl: PUBLIC_URL, sealer });
beforeEach(async () => {
  await server.db.deleteFrom('handset_sources').execute();
});

const pixel = { kind: 'sms-gateway', name: 'Pixel on the shelf' } as const;
const PHONE = { phoneId: 2, deviceId: 'ffffffffceb0b1db', simSlot: 1 };

async function secretOf(id: string): Promise<string | null> {
  const row = await findHandsetSource(server.db, id);
  return row === null ? null : sealer.open(row.secret, sealedAs(id));
}

test('CALL-25 a source gets an unguessable URL and a secret that is shown once and stored encrypted', async () => {
  const made = await client.call(createHandsetSource, { body: { ...pixel, phones: [PHONE] } });
  expect(made).toMatchObject({ ...pixel, phones: [PHONE], unmapped: [] });
  expect(made.id).toMatch(/^[0-9a-f]{32}$/);
  expect(made.url).toBe(`${PUBLIC_URL}/api/inboxes/sms-gateway/${made.id}`);
  expect(made.secret).toMatch(/^[\w-]{43}$/);
  expect(await secretOf(made.id)).toBe(made.secret);
  const listed = await client.call(handsetSources);
  const { secret, ...shown } = made;
  expect(listed).toEqual([shown]);
  expect(JSON.stringify([listed, server.logged])).not.toContain(secret);
  const stored = await server.db.selectFrom('handset_sources').select('secret').execute();
  expect(stored[0]?.secret.toString('latin1')).not.toContain(secret);
});

test('CALL-25 a given secret is stored and not returned', async () => {
  const body = { kind: 'twilio', name: 'Test numbers', secret: 'auth-token-of-the-account' };
  const made = await client.call(createHandsetSource, { body });
  expect(made.secret).toBeNull();
  expect(await secretOf(made.id)).toBe('auth-token-of-the-account');
  expect(JSON.stringify(server.logged)).not.toContain('auth-token-of-the-account');
});

test('CALL-25 a new list of phones replaces the previous one', async () => {
  const { id } = await client.call(createHandsetSource, { body: { ...pixel, phones: [PHONE] } });
  const phones = [{ phoneId: 1 }, { phoneId: 3, deviceId: 'moto' }];
  const changed = await client.call(at(setHandsetSourcePhones, id), { body: { phones } });
  expect(changed.phones).toEqual([
    { phoneId: 1, deviceId: null, simSlot: null },
    { phoneId: 3, deviceId: 'moto', simSlot: null },
  ]);
  const none = await client.call(at(setHandsetSourcePhones, id), { body: { phones: [] } });
  expect(none.phones).toEqual([]);
});

test('PAIR-4: a source is renamed, and listed with its creator and last use, up to a minute old', async () => {
  const { id } = await client.call(createHandsetSource, { body: pixel });
  const renamed = await client.call(at(renameHandsetSource, id), { body: { name: ' Moto ' } });
  expect(renamed).toMatchObject({ id, name: 'Moto', madeBy: USERNAME, lastUsedAt: null });
  const now = server.clock.now();
  for (const [index, at] of [now, now + 59_000, now + 61_000].entries()) {
    const report = { key: Buffer.alloc(32, index), deviceId: null, simSlot: null, report: '{}' };
    await keepHandsetReports(server.db, id, [report], at);
    const [source] = await client.call(handsetSources);
    expect(source?.lastUsedAt).toBe(formatLosAngeles(index === 2 ? at : now));
  }
  expect(await client.problem(at(renameHandsetSource, id), { body: { name: ' ' } })).toMatchObject({
    status: 422,
    errors: [{ field: 'name', message: 'Enter a name.' }],
  });
});

test('PAIR-4: a rotation of a Twilio number needs the new token, which is stored and not returned', async () => {
  const body = { kind: 'twilio', name: 'Test numbers', secret: 'the old token' };
  const { id } = await client.call(createHandsetSource, { body });
  expect(await client.problem(at(rotateHandsetSource, id), { body: {} })).toMatchObject({
    status: 422,
    errors: [{ field: 'secret', code: 'required' }],
  });
  const rotated = await client.call(at(rotateHandsetSource, id), { body: { secret: 'the new token' } });
  expect(rotated).toMatchObject({ id, secret: null });
  expect(await secretOf(id)).toBe('the new token');
  expect(JSON.stringify(server.logged)).not.toContain('the new token');
});

test('CALL-25 a revoked source is gone for every call', async () => {
  const { id } = await client.call(createHandsetSource, { body: pixel });
  expect((await client.call(at(deleteHandsetSource, id))).status).toBe(204);
  expect(await client.call(handsetSources)).toEqual([]);
  expect(await findHandsetSource(server.db, id)).toBeNull();
  for (const gone of [
    client.problem(at(deleteHandsetSource, id)),
    client.problem(at(rotateHandsetSource, id), { body: {} }),
    client.problem(at(setHandsetSourcePhones, id), { body: { phones: [] } }),
  ])
    expect(await gone).toMatchObject({ status: 404, code: 'handset-source.unknown' });
});

test.each([
  ['an unknown kind', { ...pixel, kind: 'pager' }, 'kind'],
  ['no name', { ...pixel, name: ' ' }, 'name'],
  ['a short secret', { ...pixel, secret: 'short' }, 'secret'],
  ['Twilio without its token', { kind: 'twilio', name: 'x' }, 'secret'],
  ['an invalid SIM slot', { ...pixel, phones: [{ ...PHONE, simSlot: 0 }] }, 'phones.0.simSlot'],
  ['a duplicate handset and SIM slot', { ...pixel, phones: [PHONE, { ...PHONE, phoneId: 3 }] }, 'phones.1'],
  [
    'a device for a source that reports the number',
    { kind: 'httpsms', name: 'x', phones: [PHONE] },
    'phones.0',
  ],
  ['an unknown field', { ...pixel, color: 'red' }, 'color'],
])('CALL-22 %s is refused with its field', async (_fault, body, field) => {
  const problem = await client.problem(createHandsetSource, { body });
  expect(problem).toMatchObject({ status: 422, code: 'body.invalid', errors: [{ field }] });
  expect(await client.call(handsetSources)).toEqual([]);
});

test('CALL-25 an unknown phone leaves the mapping unchanged', async () => {
  const phones = [{ phoneId: 77 }];
  expect(await client.refusal(createHandsetSource, { body: { ...pixel, phones } })).toBe('404 phone.unknown');
  expect(await client.call(handsetSources)).toEqual([]);
});

test('CALL-25 without PUBLIC_URL only sources that do not sign the URL can be added', async () => {
  await using local = await startTestServer();
  const there = await local.operator();
  for (const kind of ['twilio', 'httpsms']) {
    const problem = await there.problem(createHandsetSource, {
      body: { kind, name: 'x', secret: 'long enough' },
    });
    expect(problem).toMatchObject({
      status: 422,
      errors: [{ field: 'kind', message: expect.stringContaining('PUBLIC_URL') }],
    });
  }
  const made = await there.call(createHandsetSource, { body: pixel });
  expect(made.url).toBe(`${local.address}/api/inboxes/sms-gateway/${made.id}`);
});
