/**
 * Apps and providers report over HTTP: answered once it is written down, worked on after that, known again when it is sent
 * a second time. The server, the engine's door, the database and the storage are the real ones.
 */
import { createHmac } from 'node:crypto';
import { calls } from '@textprobe/contract/calls';
import { signForm } from '@textprobe/gateways/twilio/signature';
import { fetchLink as fetchFromInternet } from '@textprobe/media/fetch-link';
import { MediaRefused } from '@textprobe/media/media-refused';
import { picture } from '@textprobe/media/testing/sample-files';
import type { FetchLink } from '@textprobe/server/test-media';
import { afterEach, expect, test } from 'vitest';
import { openSourceSite, PUBLIC_URL, type SourceSite } from '../testing/source-site.ts';

let site: SourceSite;
afterEach(() => site.close());

const DEVICE = 'ffffffffceb0b1db';
const PIXEL = {
  kind: 'sms-gateway',
  name: 'Pixel',
  phones: [{ phoneID: 1, deviceID: DEVICE, simSlot: 1 }],
};
const TWILIO = { kind: 'twilio', name: 'Numbers', secret: 'the-auth-token', phones: [{ phoneID: 1 }] };

let lastId = 0;
function smsOf(text: string, more: Record<string, unknown> = {}) {
  lastId += 1;
  const payload = {
    messageId: 'abc123',
    message: text,
    sender: '2025550100',
    recipient: null,
    simNumber: 1,
    receivedAt: '2026-11-21T10:00:04.000-08:00',
  };
  return { deviceId: DEVICE, event: 'sms:received', id: `event-${lastId}`, webhookId: 'w', payload, ...more };
}

test('CALL-16 a webhook in is a message received, at our instant, with the clock that stated another', async () => {
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
      stated_clock: 'service centre',
    },
  ]);
  const log = await site.operator.call(calls.testLog, { query: { id } });
  expect(log).toMatchObject({ testActivityStatus: 'RECEIVED', reception: { clock: 'service centre', text } });
});

test('CALL-16 a webhook that is sent again, at once or when all is done, makes no second reception', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const [first, second] = [await site.makeMessage(), await site.makeMessage()];
  const envelope = smsOf(first.text);
  const answers = await Promise.all([1, 2, 3].map(() => site.postEnvelope(source, envelope)));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await site.received(first.id);
  expect((await site.postEnvelope(source, envelope)).status).toBe(202);
  // What comes after it is done after it.
  await site.postEnvelope(source, smsOf(second.text));
  await site.received(second.id);
  expect(await site.receptionsOf(first.id)).toHaveLength(1);
});

test('a source confirms messages to its own phones only', async () => {
  site = await openSourceSite();
  const source = await site.makeSource({ ...PIXEL, phones: [{ phoneID: 2, deviceID: DEVICE }] });
  const { id, text } = await site.makeMessage();
  await site.postEnvelope(source, smsOf(text));
  await site.server.clock.advance(1_000);
  const parked = () => site.server.db.selectFrom('receptions').select(['phone_id', 'message_id']).execute();
  while ((await parked()).length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await parked()).toEqual([{ phone_id: 2, message_id: null }]);
  expect(await site.receptionsOf(id)).toEqual([]);
});

test('a handset that nobody has named waits, is told of, and confirms once it is named', async () => {
  site = await openSourceSite();
  const source = await site.makeSource({ ...PIXEL, phones: [] });
  const { id, text } = await site.makeMessage();
  await site.postEnvelope(source, smsOf(text));
  const unmapped = async () => (await site.operator.call(calls.handsetSources))[0]?.unmapped;
  while ((await unmapped())?.length === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await unmapped()).toMatchObject([{ deviceID: DEVICE, simSlot: 1, reports: 1 }]);
  const phones = [{ phoneID: 1, deviceID: DEVICE }];
  const body = { phones };
  await site.operator.call(calls.setHandsetSourcePhones, { query: { id: source.id }, body });
  await site.server.clock.advance(1_000);
  await site.received(id);
  expect(await unmapped()).toEqual([]);
});

test('what was answered is not lost with the process that died over it', async () => {
  // The process that takes the report first never comes to its end.
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  let handedOver = 0;
  site = await openSourceSite({
    receive: (door) => (arrivals) => {
      handedOver += 1;
      return handedOver === 1 ? died.promise : door.receive(arrivals);
    },
  });
  const source = await site.makeSource(PIXEL);
  const { id, text } = await site.makeMessage();
  const { clock } = site.server;
  const came = clock.now();
  expect((await site.postEnvelope(source, smsOf(text))).status).toBe(202);
  while (handedOver < 1) await new Promise((resolve) => setImmediate(resolve));
  const successor = site.openAnother();
  await successor.workOff();
  expect(handedOver).toBe(1);
  await clock.advance(120_000);
  await successor.workOff();
  expect(await site.receptionsOf(id)).toMatchObject([{ received_at: came, text }]);
  // Should the first come to life again, it changes nothing.
  died.reject(new Error('it was not dead after all'));
  await clock.advance(1_000);
  await successor.workOff();
  expect(await site.receptionsOf(id)).toHaveLength(1);
});

test('a program that ends does not wait for a link that answers nothing', async () => {
  let asked = 0;
  const fetchLink: FetchLink = () => {
    asked += 1;
    return new Promise(() => undefined);
  };
  site = await openSourceSite({ fetchLink });
  const source = await site.makeSource(TWILIO);
  const { text } = await site.makeMessage('MMS');
  await postForm(source.path, mmsOf(text, 'https://api.twilio.com/ME01'));
  while (asked < 1) await new Promise((resolve) => setImmediate(resolve));
  const closed = site.stopWork();
  await site.server.clock.advance(1_500);
  await closed;
});

test('CALL-21 strangers are turned away before their bytes are read', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const huge = Buffer.alloc(20 * 1_048_576, 'x');
  const unknown = await site.post(`/api/inboxes/sms-gateway/${'0'.repeat(32)}`, huge);
  expect(unknown.status).toBe(401);
  const wrongKind = await site.post(source.path.replace('sms-gateway', 'twilio'), 'x=1');
  expect(wrongKind.status).toBe(401);
  expect((await site.post(source.path, huge)).status).toBe(413);
  const forged = await site.postEnvelope({ ...source, secret: 'another' }, smsOf('x'));
  expect(forged.status).toBe(401);
  expect(await forged.json()).toMatchObject({ code: 'handset-source.invalid' });
  await site.operator.call(calls.deleteHandsetSource, { query: { id: source.id } });
  expect((await site.postEnvelope(source, smsOf('x'))).status).toBe(401);
  expect(await site.server.db.selectFrom('handset_reports').selectAll().execute()).toEqual([]);
  expect(site.logged()).not.toContain(source.secret);
});

test('CALL-16 httpSMS posts without a content type, and is believed by its token for this address', async () => {
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

function postForm(path: string, fields: Record<string, string>): Promise<Response> {
  const form = new URLSearchParams(fields);
  const signature = signForm('the-auth-token', PUBLIC_URL + path, form);
  return site.post(path, form.toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': signature,
  });
}

const mmsOf = (text: string, link: string) => ({
  MessageSid: `MM${lastId++}`,
  AccountSid: 'AC01',
  From: '+12025550100',
  To: '+12025550200',
  Body: text,
  NumMedia: '1',
  MediaUrl0: link,
});

test('CALL-17 a number at Twilio is answered at once; its files are fetched after that, with its credentials', async () => {
  const bytes = await picture('png', 40, 30);
  const asked: unknown[] = [];
  const fetched = Promise.withResolvers<void>();
  const fetchLink: FetchLink = async (...given) => {
    asked.push(given);
    await fetched.promise;
    return { name: 'ME01', content: contentOf(bytes) };
  };
  site = await openSourceSite({ fetchLink });
  const source = await site.makeSource(TWILIO);
  const { id, text } = await site.makeMessage('MMS');
  const response = await postForm(source.path, mmsOf(text, 'https://api.twilio.com/ME01'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
  expect(await response.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response/>');
  expect(await site.receptionsOf(id)).toEqual([]);
  fetched.resolve();
  const [reception] = await site.received(id);
  expect(reception).toMatchObject({
    media: [expect.stringMatching(/^[0-9a-f]{32}$/)],
    files_to_compare: true,
  });
  const credentials = Buffer.from('AC01:the-auth-token').toString('base64');
  expect(asked).toEqual([['https://api.twilio.com/ME01', `Basic ${credentials}`]]);
  expect(await site.server.storedFiles()).toHaveLength(1);
});

test('CALL-17 files that cannot be had are tried for; then the text counts, and none of them is called missing', async () => {
  const fetchLink: FetchLink = async (link) => {
    throw new MediaRefused('media.link', `${link} cannot be fetched: the connection failed.`);
  };
  site = await openSourceSite({ fetchLink });
  const source = await site.makeSource(TWILIO);
  const { id, text } = await site.makeMessage('MMS');
  await postForm(source.path, mmsOf(text, 'https://api.twilio.com/ME01'));
  const { db, clock } = site.server;
  const came = clock.now();
  const another = site.openAnother();
  for (const pauseS of [5, 10, 20, 40, 80, 160]) {
    const due = clock.now() + pauseS * 1_000;
    const next = () => db.selectFrom('handset_reports').select('next_try_at').executeTakeFirstOrThrow();
    while ((await next()).next_try_at !== due) await new Promise((resolve) => setImmediate(resolve));
    expect(await site.receptionsOf(id)).toEqual([]);
    await clock.advance(pauseS * 1_000);
    await another.workOff();
  }
  expect(await site.received(id)).toMatchObject([
    { media: [], files_to_compare: false, received_at: came, message_id: id },
  ]);
});

test('CALL-17 nobody’s link leads into our own network', async () => {
  site = await openSourceSite({
    fetchLink: (link, authorization = null) =>
      fetchFromInternet({ clock: site.server.clock, authorization }, link),
  });
  const source = await site.makeSource(TWILIO);
  const { text } = await site.makeMessage('MMS');
  await postForm(source.path, mmsOf(text, 'https://127.0.0.1/latest/meta-data'));
  while (!site.logged().includes('is not on the public internet'))
    await new Promise((resolve) => setImmediate(resolve));
  expect(await site.server.storedFiles()).toEqual([]);
  expect(site.logged()).not.toContain('the-auth-token');
});

test('CALL-17 the files of an MMS on a handset come within its report, and what is no picture stays out', async () => {
  site = await openSourceSite();
  const source = await site.makeSource(PIXEL);
  const { id, text } = await site.makeMessage('MMS');
  const bytes = await picture('jpeg', 60, 40);
  const attachment = (contentType: string, data: Uint8Array) => ({
    partId: 1,
    contentType,
    name: 'photo.jpg',
    size: data.length,
    data: Buffer.from(data).toString('base64'),
  });
  const payload = {
    messageId: 'mms_1',
    sender: '+12025550100',
    recipient: null,
    simNumber: 1,
    body: text,
    subject: null,
    attachments: [
      attachment('application/smil', Buffer.from('<smil/>')),
      attachment('image/jpeg', bytes),
      attachment('image/jpeg', Buffer.from('no picture at all')),
    ],
    receivedAt: '2026-11-21T10:00:04.000-08:00',
  };
  await site.postEnvelope(source, smsOf(text, { event: 'mms:downloaded', payload }));
  const [reception] = await site.received(id);
  expect(reception).toMatchObject({ media: [expect.any(String)], files_to_compare: false });
  expect(await site.server.storedFiles()).toHaveLength(1);
  const [file] = await site.server.db.selectFrom('media_files').selectAll().execute();
  expect(file).toMatchObject({ name: 'photo.jpg', type: 'image/jpeg', in_reception: true });
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

async function* contentOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
