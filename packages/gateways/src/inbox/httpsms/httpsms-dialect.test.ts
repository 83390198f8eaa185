/**
 * Payload and token follow the documentation as of November 2026: https://docs.httpsms.com/webhooks/events
 * (message.phone.received), https://docs.httpsms.com/webhooks/introduction (signing key). The token's claims and the
 * fields `encrypted` and `attachments` follow the server's source (github.com/NdoleStudio/httpsms, webhook_service.go,
 * message_phone_received_event.go). Not tested with a device.
 */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { InboxRequest } from '../../inbox-port.ts';
import { inboxConformance } from '../../testing/inbox-conformance.ts';
import {
  ANY_PHONE,
  addressOf,
  createRigInbox,
  NOW,
  postTo,
  requestTo,
  SOURCE_SECRET,
  warningsOf,
} from '../../testing/source-rig.ts';
import { httpsmsDialect } from './httpsms-dialect.ts';

const SECONDS = Math.floor(NOW / 1_000);
const CLAIMS = {
  aud: addressOf(httpsmsDialect),
  exp: SECONDS + 600,
  iat: SECONDS,
  iss: 'api.httpsms.com',
  nbf: SECONDS - 600,
  sub: 'XtABz6zdeFMoBLoltz6SREDvRSh2',
};

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signed by hand, so that the library under test does not define what is correct. */
function token(
  claims: Record<string, unknown> = CLAIMS,
  { secret = SOURCE_SECRET, alg = 'HS256' }: { secret?: string; alg?: string } = {},
): string {
  const signed = `${encoded({ alg, typ: 'JWT' })}.${encoded(claims)}`;
  const hash = alg === 'HS512' ? 'sha512' : 'sha256';
  const signature = alg === 'none' ? '' : createHmac(hash, secret).update(signed).digest('base64url');
  return `${signed}.${signature}`;
}

function signed(body: Uint8Array, bearer: string = token(), more: Partial<InboxRequest> = {}): InboxRequest {
  return requestTo(httpsmsDialect, body, { authorization: `Bearer ${bearer}` }, more);
}

const EVENT = {
  data: {
    contact: '+18005550100',
    content: 'This is a test incoming message',
    message_id: '0b0123bb-ef2e-468f-908a-c026d51636aa',
    owner: '+12025550200',
    sim: 'SIM1',
    timestamp: '2026-11-21T17:59:59.814Z',
    user_id: 'XtABz6zdeFMoBLoltz6SREDvRSh2',
  },
  datacontenttype: 'application/json',
  id: 'f4aed1d3-ab4f-42b9-b9dd-9fc7182f7197',
  source: '/v1/messages/receive',
  specversion: '1.0',
  time: '2026-11-21T17:59:59.524331882Z',
  type: 'message.phone.received',
};

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const withData = (data: Record<string, unknown>) => bytesOf({ ...EVENT, data: { ...EVENT.data, ...data } });

inboxConformance('httpsms', (deliverArrivals) => {
  const report = (content: string) => withData({ content });
  return {
    inbox: createRigInbox(httpsmsDialect, deliverArrivals),
    phoneId: ANY_PHONE.phoneId,
    report: (text) => signed(report(text)),
    withBody: (body) => signed(body),
    forgeries: (text) => {
      const body = report(text);
      const without = (name: string) =>
        Object.fromEntries(Object.entries(CLAIMS).filter(([claim]) => claim !== name));
      const bad = [
        '',
        'x',
        'a.b.c',
        token(CLAIMS, { secret: 'another' }),
        token(CLAIMS, { alg: 'none' }),
        token(CLAIMS, { alg: 'HS512' }),
        token({ ...CLAIMS, aud: 'https://elsewhere.example/hook' }),
        token({ ...CLAIMS, aud: [] }),
        token({ ...CLAIMS, exp: SECONDS - 301 }),
        token({ ...CLAIMS, nbf: SECONDS + 301 }),
        token({ ...CLAIMS, iat: SECONDS - 301 }),
        token({ ...CLAIMS, iat: SECONDS + 301 }),
        token({ ...CLAIMS, exp: 'never' }),
        ...['aud', 'exp', 'iat', 'nbf'].map((name) => token(without(name))),
        `${encoded({ alg: 'HS256' })}.${encoded({ ...CLAIMS, sub: 'x' })}.${token().split('.')[2]}`,
      ];
      return [
        ...bad.map((bearer) => signed(body, bearer)),
        requestTo(httpsmsDialect, body, {}),
        requestTo(httpsmsDialect, body, { authorization: token() }),
        { ...signed(body), url: null },
        { ...signed(body), params: { source: 'f'.repeat(32) } },
      ];
    },
  };
});

describe('httpSMS', () => {
  test.each([
    ['not signed', '', /contains no token/],
    ['signed with another key', token(CLAIMS, { secret: 'another' }), /not signed with the source’s secret/],
    [
      'for another URL',
      token({ ...CLAIMS, aud: 'https://elsewhere.example/hook' }),
      /audience of its token is not https:\/\/textprobe\.example\/api\/inboxes\/httpsms\//,
    ],
    ['signed too long ago', token({ ...CLAIMS, iat: SECONDS - 301 }), /signed 301 s ago: wrong clock/],
    ['expired', token({ ...CLAIMS, exp: SECONDS - 301 }), /expired 301 s ago/],
    ['not valid yet', token({ ...CLAIMS, nbf: SECONDS + 301 }), /becomes valid in 301 s/],
  ])('the log says why a report is refused: %s', async (_which, bearer, words) => {
    expect(await warningsOf(httpsmsDialect, signed(bytesOf(EVENT), bearer))).toEqual([
      expect.stringMatching(words),
    ]);
  });

  test('message.phone.received is read with the handset’s clock', async () => {
    const { response, reports } = await postTo(httpsmsDialect, signed(bytesOf(EVENT)));
    expect(response).toEqual({ status: 202, body: {} });
    expect(reports).toEqual([
      {
        id: 'f4aed1d3-ab4f-42b9-b9dd-9fc7182f7197',
        text: 'This is a test incoming message',
        sender: '+18005550100',
        recipient: '+12025550200',
        deviceId: null,
        simSlot: 1,
        stated: { at: Date.UTC(2026, 10, 21, 17, 59, 59, 814), clock: 'handset' },
        files: [],
        filesIncomplete: false,
        ignored: [],
      },
    ]);
  });

  test('accepts a token within the clock tolerance, and one with several audiences', async () => {
    for (const claims of [
      { ...CLAIMS, iat: SECONDS - 299 },
      { ...CLAIMS, iat: SECONDS + 299 },
      { ...CLAIMS, aud: ['https://elsewhere.example', CLAIMS.aud] },
    ]) {
      const { response } = await postTo(httpsmsDialect, signed(bytesOf(EVENT), token(claims)));
      expect(response.status).toBe(202);
    }
  });

  test('CALL-16 keeps the text if other fields cannot be read, and names them', async () => {
    const odd = { contact: 'SUPPORT', owner: ['+12025550200'], sim: 'DEFAULT', timestamp: '0001-01-01' };
    const { reports } = await postTo(httpsmsDialect, signed(withData(odd)));
    expect(reports).toMatchObject([
      {
        sender: 'SUPPORT',
        recipient: null,
        simSlot: null,
        stated: null,
        ignored: [
          { field: 'timestamp', reason: '"0001-01-01" could not be read' },
          { field: 'owner', reason: '["+12025550200"] could not be read' },
        ],
      },
    ]);
  });

  test('CALL-17 the files of an MMS are links without credentials', async () => {
    const attachments = ['https://api.httpsms.com/v1/attachments/u/m/0/cat.jpg'];
    const { reports } = await postTo(httpsmsDialect, signed(withData({ attachments })));
    expect(reports).toMatchObject([{ files: [{ kind: 'link', url: attachments[0], user: null }] }]);
  });

  test('refuses a text that was encrypted on the phone, because it cannot be matched', async () => {
    const { response, reports } = await postTo(
      httpsmsDialect,
      signed(withData({ encrypted: true, content: 'U2VjcmV0' })),
    );
    expect(response).toMatchObject({
      status: 422,
      problem: { detail: expect.stringContaining('encryption'), errors: [{ field: 'data.encrypted' }] },
    });
    expect(reports).toEqual([]);
  });

  test('a handset that is back online counts as a ping; other events are accepted and ignored', async () => {
    const online = { ...EVENT, type: 'phone.heartbeat.online', data: { owner: '+12025550200' } };
    const { pings } = await postTo(httpsmsDialect, signed(bytesOf(online)));
    expect(pings).toEqual([{ phoneId: 12, at: NOW, battery: null, charging: null, network: null }]);
    for (const type of ['phone.heartbeat.offline', 'message.phone.sent', 'of.tomorrow']) {
      const left = await postTo(httpsmsDialect, signed(bytesOf({ ...EVENT, type })));
      expect(left).toMatchObject({ response: { status: 202 }, reports: [], pings: [] });
    }
  });

  test.each([
    ['type', { ...EVENT, type: null }],
    ['id', { ...EVENT, id: 5 }],
    ['data', { ...EVENT, data: 'x' }],
    ['data.content', { ...EVENT, data: { ...EVENT.data, content: undefined } }],
  ])('reports a fault with its field: %s', async (field, body) => {
    const { response } = await postTo(httpsmsDialect, signed(bytesOf(body)));
    expect(response).toMatchObject({ status: 422, problem: { code: 'body.invalid', errors: [{ field }] } });
  });
});
