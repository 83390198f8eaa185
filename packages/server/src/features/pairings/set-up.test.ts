/** Setting up the app of a phone over HTTP, with a stub instead of the app (PAIR-3). */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer } from '../../testing/test-server.ts';

const PASSWORD = 'the app’s password';
/** The settings that the app has. */
let settings: { webhookUrl: string; signingKey: string } | null = null;
/** Runs after the app has taken its settings. */
let onceSet = async (): Promise<void> => {};
const { server, client } = await openTestServer({
  publicUrl: 'https://console.example',
  async setUpSmsGateway({ password }, given) {
    if (password !== PASSWORD) return { ok: false, field: 'user', message: 'Wrong password.' };
    settings = given;
    const run = onceSet;
    onceSet = async () => {};
    await run();
    return { ok: true, set: ['Signing key'] };
  },
});
const { createPairing, openPairing, setUpPhone } = calls;
const begin = (kind: string) => client.call(createPairing, { body: { phoneId: 2, kind } });
const settingUp = (id: number) => at(setUpPhone, id);
const WHERE = { address: '192.168.1.10', user: 'sms', password: PASSWORD };

test('PAIR-3: the app gets the source of this pairing, a wrong password keeps the link, and a repeat keeps the source', async () => {
  const { pairing, url } = await begin('sms-gateway');
  const call = settingUp(pairing.id);
  const refused = await client.problem(call, { body: { ...WHERE, password: 'guess' } });
  expect(refused).toMatchObject({ status: 422, errors: [{ field: 'user' }] });
  expect(await client.call(calls.handsetSources)).toEqual([]);

  const made = await client.call(call, { body: WHERE });
  expect(made.set).toEqual(['Signing key']);
  const [source] = await client.call(calls.handsetSources);
  expect(source).toMatchObject({ phones: [{ phoneId: 2 }] });
  expect(made.pairing).toMatchObject({ opened: { by: 'Textprobe' }, reporter: { sourceId: source?.id } });
  expect(settings?.webhookUrl).toBe(made.pairing.reporter?.url);
  const before = settings;

  const code = new URL(url ?? '').hash.slice(1);
  expect(await server.visitor().refusal(openPairing, { body: { code }, token: null })).toBe(
    '404 pair-code.unknown',
  );
  await client.call(call, { body: WHERE });
  expect(await client.call(calls.handsetSources)).toHaveLength(1);
  expect(settings).toEqual(before);
});

test.each([
  ['another set-up', (id: number) => client.call(settingUp(id), { body: WHERE })],
  [
    'the link, opened during the set-up,',
    (_id: number, url: string | null) =>
      server.visitor().call(openPairing, { body: { code: new URL(url ?? '').hash.slice(1) }, token: null }),
  ],
])('PAIR-3: the app has the source that %s has made', async (_what, interrupt) => {
  const { pairing, url } = await begin('sms-gateway');
  onceSet = async () => {
    await interrupt(pairing.id, url);
    // The other set-up is overtaken on its way to the app.
    settings = { webhookUrl: 'of the first', signingKey: 'of the first' };
  };
  const made = await client.call(settingUp(pairing.id), { body: WHERE });
  expect(settings?.webhookUrl).toBe(made.pairing.reporter?.url);
  const own = (await client.call(calls.handsetSources)).filter(
    ({ id }) => id === made.pairing.reporter?.sourceId,
  );
  expect(own).toMatchObject([{ phones: [{ phoneId: 2 }] }]);
});

test('PAIR-3: only SMS Gateway has an app to set up', async () => {
  const { pairing } = await begin('own-app');
  expect(await client.problem(settingUp(pairing.id), { body: WHERE })).toMatchObject({
    status: 422,
    errors: [{ code: 'kind', message: expect.stringContaining('Only SMS Gateway for Android') }],
  });
});
