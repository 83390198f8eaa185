import { HANDSET_PING, MESSAGE_RECEIVED_MMS, MESSAGE_RECEIVED_SMS } from '@textprobe/domain/handset-paths';
import { describe, expect, test } from 'vitest';
import type { InboxRequest } from '../inbox-port.ts';
import { inboxConformance, receive, receiveAt } from '../testing/inbox-conformance.ts';
import { hashHandsetKey } from './handset-key.ts';
import { createNativeInbox } from './native-inbox.ts';

const KEY = `tph_${'the-key-of-phone-12'.padEnd(43, '_')}`;
const WRONG = `tph_${'wrong'.padEnd(43, '_')}`;
const asked: string[] = [];
const NOW = Date.UTC(2026, 10, 21, 18);
const inbox = createNativeInbox({
  clock: { now: () => NOW },
  async findPhoneByKey(key) {
    asked.push(key);
    return key === KEY ? 12 : null;
  },
});

function post(body: unknown, more: Partial<InboxRequest> = {}): InboxRequest {
  return {
    path: MESSAGE_RECEIVED_SMS,
    params: {},
    url: null,
    headers: { authorization: `Bearer ${KEY}` },
    body: Buffer.from(JSON.stringify(body)),
    accountId: null,
    ...more,
  };
}

inboxConformance('native', () => ({
  inbox,
  phoneId: 12,
  report: (text) => post({ messageCode: text }),
  forgeries: (text) =>
    [{}, { authorization: `Bearer ${WRONG}` }, { authorization: KEY }, { authorization: 'Basic dTpw' }].map(
      (headers) => post({ messageCode: text }, { headers }),
    ),
  withBody: (body) => post({}, { body }),
}));

const unmatched = { kind: 'unmatched' } as const;
const matched = { kind: 'matched', testLogID: 7, testActivityStatus: 'RECEIVED' } as const;

describe('the native inbox', () => {
  test('CALL-16 answers a known code with its test log', async () => {
    const { response } = await receive(inbox, post({ messageCode: 'ABCDEFGHJKM' }), matched);
    expect(response).toEqual({ status: 200, body: { testLogID: 7, testActivityStatus: 'RECEIVED' } });
  });

  test('CALL-16 answers an unknown code with 404 and says that the report is kept', async () => {
    const { response } = await receive(inbox, post({ messageCode: 'ABCDEFGHJKM' }), unmatched);
    expect(response).toMatchObject({ status: 404, problem: { code: 'message.unknown' } });
    expect(response).toMatchObject({ problem: { detail: expect.stringContaining('kept') } });
  });

  test('CALL-16 takes all its fields and ignores unknown ones', async () => {
    const body = {
      messageCode: 'ABCDEFGHJKM',
      messageBody: 'Hello 👋 #ABCDEFGHJKM',
      sender: '+12125550100',
      receivedAt: '2026-11-21T10:00:00.000-08:00',
      battery: 0.8,
    };
    const { arrivals } = await receive(inbox, post(body), matched);
    expect(arrivals).toEqual([
      {
        inbox: 'native',
        phoneId: 12,
        keyHash: hashHandsetKey(KEY),
        messageCode: 'ABCDEFGHJKM',
        text: 'Hello 👋 #ABCDEFGHJKM',
        sender: '+12125550100',
        stated: { at: Date.UTC(2026, 10, 21, 18), clock: 'handset' },
        at: NOW,
      },
    ]);
  });

  test('CALL-17 the time of a report is the start of its request, however long the key look-up and the upload take', async () => {
    let now = NOW;
    const slow = createNativeInbox({
      clock: { now: () => now },
      async findPhoneByKey() {
        now += 2_000;
        return 12;
      },
    });
    const content = JSON.stringify({ messageCode: 'ABCDEFGHJKM' });
    const readForm = async () => {
      now += 90_000;
      return { content, media: ['media-1'], ignored: [] };
    };
    const form = post({}, { path: MESSAGE_RECEIVED_MMS, body: new Uint8Array(), readForm });
    const { arrivals } = await receive(slow, form, matched);
    expect(arrivals).toMatchObject([{ at: NOW, media: ['media-1'] }]);
  });

  test.each([
    ['ABCDEFGHJKM', null],
    [' ABCDEFGHJKM\n', null],
    ['#ABCDEFGHJKM', '#ABCDEFGHJKM'],
    ['Hi #ABCDEFGHJKM', 'Hi #ABCDEFGHJKM'],
  ])('CALL-16 messageCode %j gives the text %j', async (messageCode, text) => {
    const { arrivals } = await receive(inbox, post({ messageCode, messageBody: null }), matched);
    expect(arrivals).toMatchObject([{ messageCode, text, sender: null, stated: null }]);
  });

  test('CALL-16 takes a console session in place of a key, on behalf of any phone', async () => {
    const request = post({ messageCode: 'ABCDEFGHJKM' }, { headers: {}, accountId: 3 });
    const { arrivals } = await receive(inbox, request, matched);
    expect(arrivals).toMatchObject([{ phoneId: null }]);
  });

  test('GUARD-1 a key is checked before the body is read; a malformed one costs no query', async () => {
    const admit = (authorization?: string) =>
      inbox.admit(post('unread', { headers: authorization === undefined ? {} : { authorization } }));
    asked.length = 0;
    for (const value of [
      undefined,
      `Bearer tph_short`,
      `Bearer ${KEY}x`,
      KEY,
      `Bearer ${'x'.repeat(47)}`,
      'Basic dTpw',
    ])
      expect(await admit(value)).toMatchObject({ kind: 'refused', response: { status: 401 } });
    expect(asked).toEqual([]);
    expect(await admit(`Bearer ${WRONG}`)).toMatchObject({ kind: 'refused', response: { status: 401 } });
    expect(await admit(`Bearer ${KEY}`)).toMatchObject({ kind: 'proven' });
    expect(asked).toEqual([WRONG, KEY]);
  });

  test('a valid session does not make up for a wrong key', async () => {
    const headers = { authorization: `Bearer ${WRONG}` };
    const { response } = await receive(inbox, post({ messageCode: 'A' }, { headers, accountId: 3 }), matched);
    expect(response.status).toBe(401);
  });

  test.each([
    ['nothing', {}, ['messageCode required']],
    ['a blank code', { messageCode: ' \n' }, ['messageCode required']],
    ['a number for a code', { messageCode: 5 }, ['messageCode required']],
    [
      'a list for a code',
      { messageCode: ['A'], messageBody: {}, sender: '+12125550100' },
      ['messageCode required'],
    ],
  ])('CALL-22 refuses a report that proves nothing: %s', async (_, body, faults) => {
    const { response, arrivals } = await receive(inbox, post(body), matched);
    expect(response).toMatchObject({ status: 422, problem: { code: 'body.invalid' } });
    const errors = 'problem' in response ? (response.problem.errors ?? []) : [];
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual(faults);
    for (const { message } of errors) expect(message).toMatch(/\.$/);
    expect(arrivals).toEqual([]);
  });

  test('CALL-16 stores the text exactly as received, broken characters included', async () => {
    const body = { messageCode: 'ABCDEFGHJKM', messageBody: 'a\u0000b \ud83d', sender: '1\u00002' };
    const { response, arrivals } = await receive(inbox, post(body), matched);
    expect(response.status).toBe(200);
    expect(arrivals).toMatchObject([{ text: body.messageBody, sender: body.sender }]);
  });

  test('CALL-22 answers a body that is not JSON with 400 json.invalid', async () => {
    for (const body of [Buffer.from('{"messageCode": '), Buffer.of(0xff, 0xfe)]) {
      const { response } = await receive(inbox, post({}, { body }), matched);
      expect(response).toMatchObject({ status: 400, problem: { code: 'json.invalid' } });
    }
  });
});

describe('the native inbox and forms', () => {
  const readForm = (content: string | null, media: string[] = []) => ({
    path: MESSAGE_RECEIVED_MMS,
    body: new Uint8Array(),
    readForm: async () => ({ content, media, ignored: [] }),
  });
  const content = JSON.stringify({ messageCode: 'Hello #ABCDEFGHJKM' });

  test('CALL-17 delivers the files of a form with its text', async () => {
    const { response, arrivals } = await receive(inbox, post({}, readForm(content, ['a', 'b'])), matched);
    expect(response.status).toBe(200);
    expect(arrivals).toMatchObject([{ phoneId: 12, text: 'Hello #ABCDEFGHJKM', media: ['a', 'b'] }]);
  });

  test('CALL-17 reads no form without a valid key', async () => {
    let read = false;
    const request = post({}, { path: MESSAGE_RECEIVED_MMS, headers: {} });
    const reading = {
      ...request,
      readForm: async () => {
        read = true;
        return { content, media: [], ignored: [] };
      },
    };
    expect((await receive(inbox, reading, matched)).response.status).toBe(401);
    expect(read).toBe(false);
  });

  test('CALL-17 passes the refusal of a file on to the HTTP edge', async () => {
    const failing = { ...readForm(content), readForm: () => Promise.reject(new Error('too large')) };
    await expect(receive(inbox, post({}, failing), matched)).rejects.toThrow('too large');
  });

  test.each([
    ['a form without content', readForm(null), 422, 'body.invalid'],
    ['a form whose content is not JSON', readForm('{'), 400, 'json.invalid'],
  ])('CALL-17 delivers nothing for %s', async (_kind, more, status, code) => {
    const { response, arrivals } = await receive(inbox, post({}, more), matched);
    expect(response).toMatchObject({ status, problem: { code } });
    expect(arrivals).toEqual([]);
  });
});

describe('the native inbox and pings', () => {
  const ping = (body: unknown, more: Partial<InboxRequest> = {}) =>
    post(body, { path: HANDSET_PING, ...more });

  test('a ping is reported for its phone, by our clock, with its health', async () => {
    const said = { battery: 0.8, charging: true, network: 'wifi', app: '1.4' };
    const { response, pings, arrivals } = await receive(inbox, ping(said), matched);
    expect(response).toEqual({ status: 204, body: undefined });
    expect(pings).toEqual([{ phoneId: 12, at: NOW, battery: 0.8, charging: true, network: 'wifi' }]);
    expect(arrivals).toEqual([]);
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no fields', Buffer.from('{}')],
    ['null', Buffer.from('{"battery":null,"charging":null,"network":null}')],
  ])('a ping may contain %s', async (_case, body) => {
    const { response, pings } = await receive(inbox, ping({}, { body }), matched);
    expect(response.status).toBe(204);
    expect(pings).toEqual([{ phoneId: 12, at: NOW, battery: null, charging: null, network: null }]);
  });

  test.each([
    [{ battery: 87 }, { battery: 0.87 }],
    [{ battery: '87%' }, { battery: 0.87 }],
    [{ battery: '0.87' }, { battery: 0.87 }],
    [{ battery: '1 %' }, { battery: 0.01 }],
    [{ battery: 1 }, { battery: 1 }],
    [{ battery: 100 }, { battery: 1 }],
    [{ battery: -1 }, { battery: null }],
    [{ battery: 101 }, { battery: null }],
    [{ battery: 'full' }, { battery: null }],
    [{ charging: 'true' }, { charging: true }],
    [{ charging: 0 }, { charging: false }],
    [
      { charging: 'perhaps', network: 5 },
      { charging: null, network: null },
    ],
    [{ network: 'x'.repeat(65) }, { network: null }],
    [{ network: 'wi\u0000fi' }, { network: null }],
  ])('a ping is kept whatever its health says: %j', async (body, read) => {
    const { response, pings } = await receive(inbox, ping(body), matched);
    expect(response.status).toBe(204);
    expect(pings).toMatchObject([{ phoneId: 12, at: NOW, ...read }]);
  });

  test('a ping that is not an object is refused', async () => {
    const { response, pings } = await receive(inbox, ping([]), matched);
    expect(response).toMatchObject({ status: 422, problem: { errors: [{ field: 'body', code: 'type' }] } });
    expect(pings).toEqual([]);
  });

  test('CALL-21 a ping needs the key of its phone: a console session does not belong to one', async () => {
    const key = { authorization: `Bearer ${WRONG}` };
    for (const more of [{ headers: {} }, { headers: key }, { headers: {}, accountId: 3 }]) {
      const { response, pings } = await receive(inbox, ping({}, more), matched);
      expect(response).toMatchObject({ status: 401, problem: { code: 'handset-key.invalid' } });
      expect(pings).toEqual([]);
    }
  });

  test('Promise 1: a ping whose commit fails gets no success answer', async () => {
    const away = receiveAt(
      inbox,
      ping({}),
      async () => [],
      () => Promise.reject(new Error('the database is down')),
    );
    await expect(away).rejects.toThrow('the database is down');
  });
});
