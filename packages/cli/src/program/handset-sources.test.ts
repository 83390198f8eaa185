/**
 * Apps and providers report over HTTP: answered once stored, processed afterwards, and recognized as a duplicate when sent
 * a second time. The server, the engine's API, the database and the storage are the real ones.
 */
import { createHmac } from 'node:crypto';
import { calls } from '@textprobe/contract/calls';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { at } from '@textprobe/server/testing/test-client';
import { afterEach, expect, test } from 'vitest';
import { DEVICE, PIXEL, smsOf, TWILIO } from '../testing/source-payloads.ts';
import { openSourceSite, PUBLIC_URL, type SourceSite } from '../testing/source-site.ts';

const HOUR = 3_600_000;

let site: SourceSite;
afterEach(() => site.close());

test('CALL-16 a webhook confirms a message at our time, and records the stated time with its clock', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const { id, text } = await site.makeMessage();
  const posted = site.server.clock.now();
  const response = await site.postEnvelope(source, smsOf(text));
  expect(response.status).toBe(202);
  expect(await site.received(id)).toMatchObject([
    {
      inbox: 'sms-gateway',
      phone_id: 1,
      text,
      sender: '2025550100',
      received_at: posted,
      stated_at: Date.UTC(2026, 10, 21, 18, 0, 4),
      stated_clock: 'service center',
    },
  ]);
  const log = await site.operator.call(calls.testLog, { query: { id } });
  expect(log).toMatchObject({
    testActivityStatus: 'RECEIVED',
    sent: { from: '+12025550100' },
    // Stored as received, in national format; compared in E.164.
    reception: { clock: 'service center', text, sender: '2025550100', senderComparison: 'identical' },
  });
});

test('CALL-16 a duplicate webhook, immediate or late, creates no second reception', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const [first, second] = [await site.makeMessage(), await site.makeMessage()];
  const envelope = smsOf(first.text);
  const answers = await Promise.all([1, 2, 3].map(() => site.postEnvelope(source, envelope)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await site.received(first.id);
  // Some versions of the app post each message under two event ids.
  for (const repeat of [envelope, { ...envelope, id: 'another event' }])
    expect((await site.postEnvelope(source, repeat)).status).toBe(202);
  // Later reports are processed after it.
  await site.postEnvelope(source, smsOf(second.text));
  await site.received(second.id);
  expect(await site.receptionsOf(first.id)).toHaveLength(1);
});

test('a source confirms messages to its own phones only', async () => {
  site = await openSourceSite();
  const source = await site.makeSource({ ...PIXEL, phones: [{ phoneId: 2, deviceId: DEVICE }] });
  const { id, text } = await site.makeMessage();
  await site.postEnvelope(source, smsOf(text));
  await site.server.clock.advance(1_000);
  const unmatched = () =>
    site.server.db.selectFrom('receptions').select(['phone_id', 'message_id']).execute();
  while ((await unmatched()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await unmatched()).toEqual([{ phone_id: 2, message_id: null }]);
  expect(await site.receptionsOf(id)).toEqual([]);
});

test('the report of an unmapped device waits, is logged, and confirms once the device is mapped', async () => {
  site = await openSourceSite();
  const source = await site.makeSource({ ...PIXEL, phones: [] });
  const { id, text } = await site.makeMessage();
  await site.postEnvelope(source, smsOf(text));
  const unmapped = async () => (await site.operator.call(calls.handsetSources))[0]?.unmapped;
  while ((await unmapped())?.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await unmapped()).toMatchObject([{ deviceId: DEVICE, simSlot: 1, reports: 1 }]);
  const phones = [{ phoneId: 1, deviceId: DEVICE }];
  const body = { phones };
  await site.operator.call(at(calls.setHandsetSourcePhones, source.id), { body });
  await site.server.clock.advance(1_000);
  await site.received(id);
  expect(await unmapped()).toEqual([]);
});

test('an answered report is not lost with a process that dies', async () => {
  // The process that takes the report first never finishes.
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  let handedOver = 0;
  site = await openSourceSite({
    receive: (engineApi) => (arrivals) => {
      handedOver += 1;
      return handedOver === 1 ? died.promise : engineApi.receive(arrivals);
    },
  });
  const source = await site.makeSource(PIXEL);
  const { id, text } = await site.makeMessage();
  const { clock } = site.server;
  const came = clock.now();
  expect((await site.postEnvelope(source, smsOf(text))).status).toBe(202);
  while (handedOver < 1) await new Promise((resolve) => setImmediate(resolve));
  const successor = site.openAnother();
  await successor.processDue();
  expect(handedOver).toBe(1);
  await clock.advance(30_000);
  await successor.processDue();
  expect(await site.receptionsOf(id)).toMatchObject([{ received_at: came, text }]);
  // If the first process wakes up again, it changes nothing.
  died.reject(new Error('it was not dead after all'));
  await clock.advance(1_000);
  await successor.processDue();
  expect(await site.receptionsOf(id)).toHaveLength(1);
});

test('CALL-21 unauthenticated reports are refused before their bodies are read', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const huge = Buffer.alloc(20 * 1_048_576, 'x');
  const unknown = await site.post(`/api/inboxes/sms-gateway/${'0'.repeat(32)}`, huge);
  expect(unknown.status).toBe(401);
  const wrongKind = await site.post(source.path.replace('sms-gateway', 'twilio'), 'x=1');
  expect(wrongKind.status).toBe(401);
  expect((await site.post(source.path, huge)).status).toBe(401);
  const timestamp = String(Math.floor(site.server.clock.now() / 1_000));
  const inForm = { 'x-signature': 'a'.repeat(64), 'x-timestamp': timestamp };
  expect((await site.post(source.path, huge, inForm)).status).toBe(413);
  const forged = await site.postEnvelope({ ...source, secret: 'another' }, smsOf('x'));
  expect(forged.status).toBe(401);
  expect(await forged.json()).toMatchObject({ code: 'handset-source.invalid' });
  await site.operator.call(at(calls.deleteHandsetSource, source.id));
  expect((await site.postEnvelope(source, smsOf('x'))).status).toBe(401);
  expect(await site.server.db.selectFrom('handset_reports').selectAll().execute()).toEqual([]);
  expect(site.logged()).not.toContain(source.secret);
});

test('PAIR-4: the old secret of a rotated source verifies for 24 hours, or until the next rotation', async () => {
  site = await openSourceSite();
  const { clock } = site.server;
  const source = await site.makeSource(PIXEL);
  const statuses = (...secrets: (string | null)[]) =>
    Promise.all(
      secrets.map(async (secret) => {
        const signed = { ...source, secret: secret ?? '' };
        return (await site.postEnvelope(signed, smsOf('x', { event: 'app:started' }))).status;
      }),
    );
  const rotate = () => site.operator.call(at(calls.rotateHandsetSource, source.id), { body: {} });
  const second = await rotate();
  expect(second.oldSecretUntil).toBe(formatLosAngeles(clock.now() + 24 * HOUR));
  expect(await statuses(source.secret, second.secret)).toEqual([202, 202]);
  await clock.advance(10 * 60_000);
  const third = await rotate();
  expect(await statuses(source.secret, second.secret, third.secret)).toEqual([401, 202, 202]);
  await clock.advance(24 * HOUR - 1);
  expect(await statuses(second.secret, third.secret)).toEqual([202, 202]);
  await clock.advance(1);
  expect(await statuses(second.secret, third.secret)).toEqual([401, 202]);
  expect(site.logged()).not.toContain(third.secret);
});

test('CALL-16 httpSMS posts without a content type, and is authenticated by its token for this URL', async () => {
  site = await openSourceSite();
  const source = await site.makeSource({ ...TWILIO, kind: 'httpsms', secret: 'a signing key' });
  const { id, text } = await site.makeMessage();
  const now = Math.floor(site.server.clock.now() / 1_000);
  const claims = { aud: PUBLIC_URL + source.path, exp: now + 600, nbf: now - 600, iat: now };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = createHmac('sha256', 'a signing key').update(signed).digest('base64url');
  const event = {
    id: 'f4aed1d3',
    type: 'message.phone.received',
    data: { content: text, contact: '+12025550100', owner: '+12025550200' },
  };
  const headers = { authorization: `Bearer ${signed}.${signature}` };
  const response = await site.post(source.path, Buffer.from(JSON.stringify(event)), headers);
  expect(response.status).toBe(202);
  expect(await site.received(id)).toMatchObject([{ inbox: 'httpsms', stated_clock: null }]);
});

test('a ping of the app is a sign of life of its phone', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const checks = { 'battery:level': { observedValue: 50 }, 'connection:transport': { observedValue: 4 } };
  const ping = smsOf('', { event: 'system:ping', payload: { health: { checks } } });
  expect((await site.postEnvelope(source, ping)).status).toBe(202);
  const health = await site.server.db.selectFrom('phone_health').selectAll().execute();
  expect(health).toMatchObject([{ phone_id: 1, network: 'wifi', source: 'sms-gateway' }]);
});
