/** Pairing phones over HTTP, with the inbox that takes their reports (PAIR-1, 2). */
import { calls } from '@textprobe/contract/calls';
import type { Pairing, PairingKind } from '@textprobe/contract/pairings';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { sqlTime } from '@textprobe/database/core/connection';
import { findPhonesByKeyHash } from '@textprobe/database/handsets/handset-keys';
import { confirmPairing } from '@textprobe/database/pairings/pairings';
import { createHandsetKey, hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { makeMessage } from '../../testing/messages.ts';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD, USERNAME } from '../../testing/test-server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const { server, client } = await openTestServer({
  publicUrl: 'https://console.example',
  createHandsetKey,
  inboxes: [
    createNativeInbox({
      clock: { now: () => server.clock.now() },
      findPhoneByKey: async (key) =>
        (await findPhonesByKeyHash(server.db, [hashHandsetKey(key)], server.clock.now()))[0] ?? null,
    }),
  ],
});

const { createPairing, endPairing, openPairing, pairing, pairings, sendPairingText } = calls;
const PHONE = 2;
const BROWSER =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36';

beforeEach(async () => {
  await server.db.deleteFrom('pairings').execute();
});

const begin = (kind: PairingKind = 'own-app', more: object = {}) =>
  client.call(createPairing, { body: { phoneId: PHONE, kind, ...more } });
const codeOf = (url: string | null) => new URL(url ?? '').hash.slice(1);
const opening = (url: string | null) => ({
  body: { code: codeOf(url) },
  token: null,
  headers: { 'user-agent': BROWSER },
});
const open = (url: string | null) => server.visitor().call(openPairing, opening(url));
const read = (of: Pairing) => client.call(at(pairing, of.id));
const sending = (of: Pairing) => at(sendPairingText, of.id);
const sendText = (of: Pairing, officeId = 1) => client.call(sending(of), { body: { officeId } });
const isKeyValid = async (key: string) =>
  (await findPhonesByKeyHash(server.db, [hashHandsetKey(key)], server.clock.now()))[0] === PHONE;

/** Posts a received text, as a phone with this key does. */
async function report(key: string | null, text: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await server
    .visitor()
    .send('POST', calls.messageReceivedSms.path, { body: { messageCode: text }, headers, token: null });
  expect(response.status).toBe(404);
}

test('PAIR-1 the link shows the settings to the first browser only, within ten minutes, and the key is stored as a hash', async () => {
  const made = await begin();
  expect(made.url).toMatch(/^https:\/\/console\.example\/pair#[\w-]{22}$/);
  expect(made.pairing).toMatchObject({ opened: null, reporter: null, address: 'https://console.example' });
  const settings = await open(made.url);
  expect(settings).toEqual({
    kind: 'own-app',
    phoneName: expect.any(String),
    url: `https://console.example${calls.messageReceivedSms.path}`,
    mmsUrl: `https://console.example${calls.messageReceivedMms.path}`,
    pingUrl: `https://console.example${calls.handsetPing.path}`,
    secret: expect.stringMatching(/^tph_/),
  });
  expect(await isKeyValid(settings.secret ?? '')).toBe(true);
  expect(await server.visitor().refusal(openPairing, opening(made.url))).toBe('404 pair-code.unknown');
  expect(await read(made.pairing)).toMatchObject({
    opened: { by: 'Chrome 141 on Android' },
    reporter: { keyId: expect.any(Number), sourceId: null, works: true },
  });

  const late = await begin();
  await server.clock.advance(10 * MINUTE);
  expect(await server.visitor().refusal(openPairing, opening(late.url))).toBe('404 pair-code.unknown');
  expect(JSON.stringify(server.logged)).not.toContain(codeOf(made.url));
});

test('PAIR-1 of four browsers at once, one is shown the settings', async () => {
  const { url } = await begin();
  const responses = await Promise.all(
    [1, 2, 3, 4].map(() => server.visitor().send('POST', openPairing.path, opening(url))),
  );
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 404, 404, 404,
  ]);
  expect(responses.find(({ status }) => status === 200)?.headers.get('cache-control')).toBe('no-store');
});

test('PAIR-1 apps and providers get a source for this phone alone; Twilio brings its own token', async () => {
  for (const kind of ['sms-gateway', 'httpsms'] as const) {
    const settings = await open((await begin(kind)).url);
    expect(settings.url).toMatch(new RegExp(`^https://console\\.example/api/inboxes/${kind}/[0-9a-f]{32}$`));
    expect(settings.secret).toMatch(/^[\w-]{43}$/);
    const sources = await client.call(calls.handsetSources);
    expect(sources.at(-1)).toMatchObject({
      kind,
      madeBy: USERNAME,
      phones: [{ phoneId: PHONE, deviceId: null }],
    });
  }
  expect(await client.problem(createPairing, { body: { phoneId: PHONE, kind: 'twilio' } })).toMatchObject({
    errors: [{ field: 'secret' }],
  });
  const { pairing: made, url } = await begin('twilio', { secret: 'the auth token' });
  expect(made.reporter?.url).toContain('/api/inboxes/twilio/');
  expect(await open(url)).toMatchObject({ url: made.reporter?.url, secret: null });
});

test('PAIR-2 only the key of this pairing proves it: not another key, and not a console session', async () => {
  const { pairing: made, url } = await begin();
  const { secret } = await open(url);
  await client.send('POST', calls.messageReceivedSms.path, { body: { messageCode: made.text } });
  expect(await read(made)).toMatchObject({ confirmedAt: null, misreportedAt: null });

  const other = await client.call(calls.createHandsetKey, { body: { phoneId: PHONE } });
  await report(other.key, made.text);
  expect(await read(made)).toMatchObject({ confirmedAt: null, misreportedAt: expect.any(String) });

  await report(secret, 'PAIR-00000-00000');
  expect(await read(made)).toMatchObject({ confirmedAt: null });

  await server.db.updateTable('test_phones').set({ evidence: 'receipt' }).where('id', '=', PHONE).execute();
  await report(secret, `Fwd: ${made.text.toLowerCase().replaceAll('-', ' ')} #A0RX0XCSDVV`);
  const confirmed = await read(made);
  expect(confirmed.confirmedAt).not.toBeNull();
  const [phone] = await server.db
    .selectFrom('test_phones')
    .select('evidence')
    .where('id', '=', PHONE)
    .execute();
  expect(phone?.evidence).toBe('handset');
  expect(await client.refusal(at(endPairing, made.id))).toBe('409 pairing.done');
  expect(await client.refusal(sending(made), { body: { officeId: 1 } })).toBe('409 pairing.done');
  expect(await isKeyValid(secret ?? '')).toBe(true);
});

test('PAIR-2 a source proves a pairing by a report for its phone', async () => {
  const { pairing: made, url } = await begin('sms-gateway');
  await open(url);
  const sourceId = (await read(made)).reporter?.sourceId ?? '';
  const now = server.clock.now();
  const by = (phoneId: number) =>
    confirmPairing(server.db, { textCode: made.text, reporter: { sourceId, phoneId }, now });
  await by(3);
  expect(await read(made)).toMatchObject({ confirmedAt: null });
  await by(PHONE);
  expect((await read(made)).confirmedAt).not.toBeNull();
});

test('PAIR-2 the text is sent as a test of one message, and the pairing shows its progress', async () => {
  const { pairing: made } = await begin();
  const { sent } = await sendText(made);
  expect(sent).toMatchObject({ testLog: null });
  expect(server.publishedTestIds).toContain(sent?.testId);
  const test = await client.call(calls.getTest, { query: { testId: sent?.testId ?? 0 } });
  expect(test).toMatchObject({
    messageBody: `Textprobe pairing: ${made.text}`,
    pairs: [{ officeID: 1, phoneID: PHONE }],
  });
  const run = await server.db
    .selectFrom('runs')
    .select('id')
    .where('test_id', '=', test.testId)
    .executeTakeFirstOrThrow();
  const place = { office_id: 1, partner_id: 1, phone_id: PHONE };
  await makeMessage(
    server.db,
    { testId: test.testId, runId: run.id, at: server.clock.now(), place },
    'pending',
  );
  expect((await read(made)).sent).toMatchObject({
    testLog: { phoneID: PHONE, submission: { outcome: 'waiting' } },
    waitsFor: expect.stringContaining('gateway'),
  });
});

test('PAIR-2 at most three texts an hour to a number, however many at once', async () => {
  await server.db.deleteFrom('pairing_texts').execute();
  const { pairing: made } = await begin();
  const ask = () => client.send('POST', sending(made).path, { body: { officeId: 1 } });
  const statuses = (await Promise.all([ask(), ask(), ask(), ask()])).map(({ status }) => status);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 429]);
  const { detail } = await client.problem(sending(made), { body: { officeId: 1 } });
  expect(detail).toMatch(/^Limit reached: 3 pairing texts an hour to a number\. Try again at \d/);
  await server.db
    .updateTable('pairing_texts')
    .set({ sent_at: sqlTime(server.clock.now() - HOUR) })
    .execute();
  expect((await ask()).status).toBe(200);
});

test('PAIR-2 at most twenty texts a day by an account', async () => {
  await server.db.deleteFrom('pairing_texts').execute();
  const { pairing: made } = await begin();
  await sendText(made);
  const { id } = await server.db.selectFrom('pairing_texts').selectAll().executeTakeFirstOrThrow();
  // As if the other nineteen went to other numbers.
  for (let other = 0; other < 19; other += 1)
    await server.db
      .insertInto('pairing_texts')
      .columns(['pairing_id', 'account_id', 'phone_number', 'test_id', 'sent_at'])
      .expression((eb) =>
        eb
          .selectFrom('pairing_texts')
          .select([
            'pairing_id',
            'account_id',
            eb.val(`+1202555${other}`).as('phone_number'),
            'test_id',
            'sent_at',
          ])
          .where('id', '=', id),
      )
      .execute();
  const refused = await client.problem(sending(made), { body: { officeId: 1 } });
  expect(refused).toMatchObject({
    status: 429,
    detail: expect.stringMatching(/^Limit reached: 20 pairing texts a day/),
  });
});

test('PAIR-1 a new pairing ends the open one, and ending one revokes its key and its link', async () => {
  const first = await begin();
  const { secret } = await open(first.url);
  const second = await begin();
  expect(await read(first.pairing)).toMatchObject({
    endedAt: expect.any(String),
    reporter: { works: false },
  });
  expect(await isKeyValid(secret ?? '')).toBe(false);
  await client.call(at(endPairing, second.pairing.id));
  expect(await server.visitor().refusal(openPairing, opening(second.url))).toBe('404 pair-code.unknown');
  const listed = await client.call(pairings, { query: { phoneId: PHONE } });
  expect(listed.map(({ id }) => id)).toEqual([second.pairing.id, first.pairing.id]);
});

test('PAIR-1 a phone that reports nothing becomes receipt-only and gets no link', async () => {
  const { pairing: made, url } = await begin('receipt');
  expect(url).toBeNull();
  const [phone] = await server.db
    .selectFrom('test_phones')
    .select('evidence')
    .where('id', '=', PHONE)
    .execute();
  expect(phone?.evidence).toBe('receipt');
  expect(made).toMatchObject({ opened: null, reporter: null });
});

test('PAIR-1 operators pair phones of their partners, with texts from their offices; only administrators pair shared phones', async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const createdAt = server.clock.now();
  await createAccount(server.db, {
    username: 'olga',
    role: 'operator',
    passwordHash,
    createdAt,
    partnerIds: [1],
  });
  const olga = server.visitor();
  await olga.login('olga', PASSWORD);
  expect(await olga.refusal(createPairing, { body: { phoneId: PHONE, kind: 'own-app' } })).toBe(
    '403 role.missing',
  );
  await server.db.updateTable('test_phones').set({ partner_id: 1 }).where('id', '=', PHONE).execute();
  const made = await olga.call(createPairing, { body: { phoneId: PHONE, kind: 'own-app' } });
  const elsewhere = await client.problem(sending(made.pairing), { body: { officeId: 8 } });
  expect(elsewhere).toMatchObject({ errors: [{ field: 'officeId', code: 'elsewhere' }] });

  await server.db
    .updateTable('accounts')
    .set({ disabled_at: sqlTime(createdAt) })
    .where('username', '=', 'olga')
    .execute();
  expect(await server.visitor().refusal(openPairing, opening(made.url))).toBe('404 pair-code.unknown');
  await server.db
    .updateTable('test_phones')
    .set({ partner_id: null, retired: true })
    .where('id', '=', PHONE)
    .execute();
  const retired = await client.problem(createPairing, { body: { phoneId: PHONE, kind: 'own-app' } });
  expect(retired).toMatchObject({ errors: [{ field: 'phoneId', code: 'retired' }] });
});
