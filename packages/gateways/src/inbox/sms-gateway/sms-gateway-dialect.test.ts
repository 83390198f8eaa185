/**
 * Payloads and signature follow the app's documentation as of November 2026:
 * https://docs.sms-gate.app/features/webhooks/ (envelope, sms:received, signing, retries),
 * https://docs.sms-gate.app/features/mms/ (mms:received, mms:downloaded), https://docs.sms-gate.app/features/health/ (system:ping).
 * Not tested with a device.
 */
import { describe, expect, test } from 'vitest';
import type { InboxRequest } from '../../inbox-port.ts';
import { inboxConformance } from '../../testing/inbox-conformance.ts';
import {
  ANY_PHONE,
  createRigInbox,
  NOW,
  postTo,
  requestTo,
  SOURCE_SECRET,
  warningsOf,
} from '../../testing/source-rig.ts';
import { smsGatewayDialect } from './sms-gateway-dialect.ts';
import { signEnvelope } from './sms-gateway-proof.ts';

const DEVICE = 'ffffffffceb0b1db0000018e937c815b';

function envelope(event: string, payload: unknown) {
  return {
    deviceId: DEVICE,
    event,
    id: 'Ey6ECgOkVVFjz3CL48B8C',
    webhookId: 'LreFUt-Z3sSq0JufY9uWB',
    payload,
  };
}

function signed(
  body: Uint8Array,
  {
    secret = SOURCE_SECRET,
    at = NOW,
    ...more
  }: Partial<InboxRequest> & { secret?: string; at?: number } = {},
): InboxRequest {
  const timestamp = String(Math.floor(at / 1_000));
  const headers = { 'x-signature': signEnvelope(secret, body, timestamp), 'x-timestamp': timestamp };
  return requestTo(smsGatewayDialect, body, headers, more);
}

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const posted = (event: string, payload: unknown) => signed(bytesOf(envelope(event, payload)));

const SMS = {
  messageId: 'abc123',
  message: 'Android is always a sweet treat!',
  sender: '6505551212',
  recipient: null,
  simNumber: 1,
  receivedAt: '2026-11-21T15:46:11.000+07:00',
};

const SMS_POSTED = bytesOf(envelope('sms:received', SMS));

inboxConformance('sms-gateway', (deliverArrivals) => {
  const report = (text: string) => bytesOf(envelope('sms:received', { ...SMS, message: text }));
  return {
    inbox: createRigInbox(smsGatewayDialect, deliverArrivals),
    phoneId: ANY_PHONE.phoneId,
    report: (text) => signed(report(text)),
    withBody: (body) => signed(body),
    forgeries: (text) => {
      const right = signed(report(text));
      const withHeaders = (headers: InboxRequest['headers']) => ({ ...right, headers });
      return [
        withHeaders({}),
        withHeaders({ 'x-timestamp': right.headers['x-timestamp'] }),
        withHeaders({ 'x-signature': right.headers['x-signature'] }),
        withHeaders({ ...right.headers, 'x-signature': '' }),
        withHeaders({ ...right.headers, 'x-timestamp': String(NOW / 1_000 - 1) }),
        signed(report(text), { secret: 'another' }),
        signed(report(text), { secret: '' }),
        { ...right, body: report(`${text} `) },
        { ...right, params: { source: '0'.repeat(32) } },
        { ...right, params: { source: "'; drop table" } },
        { ...right, params: {} },
        signed(report(text), { at: NOW - 301_000 }),
        signed(report(text), { at: NOW + 301_000 }),
      ];
    },
  };
});

describe('SMS Gateway for Android', () => {
  test('pings the body and the text of the timestamp, as documented', () => {
    // echo -n '{"a":1}1700000000' | openssl dgst -sha256 -hmac 'secret'
    expect(signEnvelope('secret', Buffer.from('{"a":1}'), '1700000000')).toBe(
      '5bfb71b792ec829c706a4d9bf7e6cb063d5abc4336963b9ecdb01288e5befb5b',
    );
  });

  test('accepts a phone whose clock is five minutes off', async () => {
    for (const at of [NOW - 300_000, NOW + 299_000]) {
      const { response } = await postTo(
        smsGatewayDialect,
        signed(bytesOf(envelope('sms:received', SMS)), { at }),
      );
      expect(response.status).toBe(202);
    }
  });

  test.each([
    ['signed with another key', signed(SMS_POSTED, { secret: 'another' }), /uses another signing key/],
    ['not signed', requestTo(smsGatewayDialect, SMS_POSTED, {}), /X-Signature or X-Timestamp is missing/],
    ['signed too long ago', signed(SMS_POSTED, { at: NOW - 301_000 }), /signed 301 s ago: wrong clock/],
    ['signed by a clock ahead', signed(SMS_POSTED, { at: NOW + 400_000 }), /signed 400 s ahead of our clock/],
    [
      'posted to no source',
      { ...signed(SMS_POSTED), params: { source: '0'.repeat(32) } },
      /the source does not exist or was revoked/,
    ],
  ])('the log says why a report is refused: %s', async (_which, request, words) => {
    expect(await warningsOf(smsGatewayDialect, request)).toEqual([
      expect.stringMatching(/^A handset report was refused: /),
    ]);
    expect(await warningsOf(smsGatewayDialect, request)).toEqual([expect.stringMatching(words)]);
  });

  test('sms:received has the service center’s time and the unchanged sender', async () => {
    const { reports } = await postTo(smsGatewayDialect, posted('sms:received', SMS));
    expect(reports).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        text: 'Android is always a sweet treat!',
        sender: '6505551212',
        recipient: null,
        deviceId: DEVICE,
        simSlot: 1,
        stated: { at: Date.UTC(2026, 10, 21, 8, 46, 11), clock: 'service center' },
        files: [],
        filesIncomplete: false,
        ignored: [],
      },
    ]);
  });

  test('reads the sender’s field of older versions of the app', async () => {
    const { sender: phoneNumber, recipient: _none, ...rest } = SMS;
    const { reports } = await postTo(smsGatewayDialect, posted('sms:received', { ...rest, phoneNumber }));
    expect(reports).toMatchObject([{ sender: '6505551212', recipient: null }]);
  });

  test('keeps the text if other fields cannot be read', async () => {
    const odd = { ...SMS, sender: 5, simNumber: '1', receivedAt: 'yesterday', recipient: {} };
    const { reports } = await postTo(smsGatewayDialect, posted('sms:received', odd));
    expect(reports).toMatchObject([
      {
        text: SMS.message,
        sender: '5',
        simSlot: 1,
        stated: null,
        ignored: [
          { field: 'receivedAt', reason: '"yesterday" could not be read' },
          { field: 'recipient', reason: '{} could not be read' },
        ],
      },
    ]);
  });

  test('CALL-16 a message that the app posts under two event ids is one report', async () => {
    const ids = await Promise.all(
      [SMS, SMS, { ...SMS, receivedAt: '2026-11-21T15:46:12.000+07:00' }].map(async (payload, index) => {
        const twin = { ...envelope('sms:received', payload), id: `event ${index}` };
        return (await postTo(smsGatewayDialect, signed(bytesOf(twin)))).reports[0]?.id;
      }),
    );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test('each message of a batch is a separate report; one that cannot be read does not cost the others', async () => {
    const messages = [SMS, { ...SMS, message: 5 }, { ...SMS, message: 'Second' }];
    const { reports } = await postTo(smsGatewayDialect, posted('sms:batch:received', { messages }));
    expect(reports.map(({ text }) => text)).toEqual([SMS.message, 'Second']);
    expect(new Set(reports.map(({ id }) => id)).size).toBe(2);
  });

  const MMS = {
    messageId: 'mms_12345abcde',
    sender: '+1234567891',
    recipient: '+1234567890',
    simNumber: 1,
    body: 'Hello! Here is the photo.',
    subject: 'Photo attachment',
    attachments: [
      { partId: 0, contentType: 'application/smil', name: 'smil.xml', size: 400, data: 'PHNtaWw+' },
      { partId: 1, contentType: 'image/jpeg', name: 'photo.jpg', size: 125_684, data: '/9j/4AAQ' },
      { partId: 2, contentType: 'text/plain', name: 'text_0.txt', size: 25, data: 'SGVsbG8h' },
    ],
    receivedAt: '2026-11-21T05:15:35.000+07:00',
  };

  test('CALL-17 mms:downloaded has its files, without the layout and the copy of the text', async () => {
    const { reports } = await postTo(smsGatewayDialect, posted('mms:downloaded', MMS));
    expect(reports).toMatchObject([
      {
        text: 'Hello! Here is the photo.',
        recipient: '+1234567890',
        files: [{ kind: 'data', name: 'photo.jpg', data: '/9j/4AAQ' }],
        filesIncomplete: false,
      },
    ]);
  });

  test('CALL-17 files that the app does not include are not reported as missing', async () => {
    const [, photo] = MMS.attachments;
    const { body: _text, ...bodiless } = MMS;
    const withoutBody = await postTo(smsGatewayDialect, posted('mms:downloaded', bodiless));
    expect(withoutBody.reports).toMatchObject([{ text: 'Hello!', files: [{ name: 'photo.jpg' }] }]);
    const textOnly = await postTo(
      smsGatewayDialect,
      posted('mms:downloaded', { body: 'Hi', sender: 'unknown' }),
    );
    expect(textOnly.reports).toMatchObject([{ text: 'Hi', files: [], filesIncomplete: true }]);
    const unavailable = { ...MMS, body: null, attachments: [{ ...photo, data: null }, photo] };
    const { reports } = await postTo(smsGatewayDialect, posted('mms:downloaded', unavailable));
    expect(reports).toMatchObject([{ text: '', files: [{ name: 'photo.jpg' }], filesIncomplete: true }]);
    const many = { ...MMS, attachments: Array.from({ length: 12 }, () => photo) };
    const more = await postTo(smsGatewayDialect, posted('mms:downloaded', many));
    expect(more.reports[0]?.files).toHaveLength(10);
    expect(more.reports[0]?.filesIncomplete).toBe(true);
  });

  test('the notice of an MMS that is not downloaded yet and events of outgoing messages are accepted and ignored', async () => {
    for (const event of [
      'mms:received',
      'sms:sent',
      'sms:delivered',
      'sms:failed',
      'app:started',
      'of:tomorrow',
    ]) {
      const { response, reports, pings } = await postTo(smsGatewayDialect, posted(event, { messageId: 'x' }));
      expect({ response, reports, pings }).toEqual({
        response: { status: 202, body: {} },
        reports: [],
        pings: [],
      });
    }
  });

  test.each([
    ['event', { ...envelope('sms:received', SMS), event: 7 }],
    ['id', { ...envelope('sms:received', SMS), id: '' }],
    ['payload', { ...envelope('sms:received', SMS), payload: [] }],
    ['payload.message', envelope('sms:received', { ...SMS, message: null })],
    ['payload.messages', envelope('sms:batch:received', { messages: [{}] })],
    ['payload.messages', envelope('sms:batch:received', {})],
    ['payload.attachments', envelope('mms:downloaded', { sender: 'unknown' })],
  ])('reports a fault with its field: %s', async (field, body) => {
    const { response, reports } = await postTo(smsGatewayDialect, signed(bytesOf(body)));
    expect(response).toMatchObject({ status: 422, problem: { code: 'body.invalid', errors: [{ field }] } });
    expect(reports).toEqual([]);
  });
});

describe('a ping of SMS Gateway for Android', () => {
  const check = (observedValue: number) => ({ observedValue, status: 'pass' });
  const phones = [
    { ...ANY_PHONE, phoneId: 1, deviceId: DEVICE, simSlot: 1 },
    { ...ANY_PHONE, phoneId: 2, deviceId: DEVICE, simSlot: 2 },
    { ...ANY_PHONE, phoneId: 3, deviceId: 'another' },
  ];

  test('is about all SIMs of its handset, by our clock', async () => {
    const checks = {
      'connection:transport': check(4),
      'connection:cellular': check(0),
      'battery:level': check(94),
      'battery:charging': check(4),
    };
    const { response, pings } = await postTo(
      smsGatewayDialect,
      posted('system:ping', { health: { checks } }),
      phones,
    );
    expect(response.status).toBe(202);
    const sign = { at: NOW, battery: 0.94, charging: true, network: 'wifi' };
    expect(pings).toEqual([
      { phoneId: 1, ...sign },
      { phoneId: 2, ...sign },
    ]);
  });

  test('of an unknown handset is about no phone', async () => {
    const { response, pings } = await postTo(smsGatewayDialect, posted('system:ping', {}), phones.slice(2));
    expect(response.status).toBe(202);
    expect(pings).toEqual([]);
  });
});
