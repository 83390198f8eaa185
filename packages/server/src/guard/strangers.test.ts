/** Limits for unauthenticated callers: sockets that trickle bodies, invented credentials, capacity. */
import { connect, type Socket } from 'node:net';
import { calls } from '@textprobe/contract/calls';
import { realClock } from '@textprobe/database/testing/real-clock';
import { createHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { smsGatewayDialect } from '@textprobe/gateways/inbox/sms-gateway/sms-gateway-dialect';
import { createSourceInbox } from '@textprobe/gateways/inbox/source-inbox';
import { silentLog } from '@textprobe/gateways/log';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestClient } from '../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer, USERNAME } from '../testing/test-server.ts';

const { key: KEY } = createHandsetKey();
const SOURCE = '0123456789abcdef0123456789abcdef';
/** Fewer than the sockets below, which used up all of them before this limit existed. */
const PLACES = 160;
const SOCKETS = 200;

let server: TestServer;
let registry: Registry;
let lookedUp: string[];
let lookUpsEnd: Promise<void>;
const sockets: Socket[] = [];
beforeEach(async () => {
  registry = new Registry();
  lookedUp = [];
  lookUpsEnd = Promise.resolve();
  server = await startTestServer({
    limits: { requestsInFlight: PLACES },
    metrics: { registry, token: null },
    inboxes: [
      createNativeInbox({
        clock: realClock,
        async findPhoneByKey(key) {
          if (key === KEY) return 12;
          lookedUp.push(key);
          await lookUpsEnd;
          return null;
        },
      }),
      createSourceInbox(smsGatewayDialect, {
        findSource: async (_kind, id) =>
          id === SOURCE ? { id, name: 'A shelf', secret: 'the secret', oldSecret: null, phones: [] } : null,
        keep: async () => undefined,
        clock: realClock,
        log: silentLog,
      }),
    ],
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

test('GUARD-1 sockets that trickle bodies at login hold no capacity, and are closed after 10 s', async () => {
  const operator = await server.operator();
  const trickling = await trickle('127.0.0.2', calls.login.path, {});
  await expect.poll(arriving).toBe(64);
  expect((await operator.send('GET', calls.listTests.path)).status).toBe(200);
  expect((await report()).status).toBe(404);
  // From another network, and in a new browser.
  expect((await createTestClient(server.address).login(USERNAME, PASSWORD)).status).toBe(200);
  // The evicted ones were answered with 503.
  const crowded = SOCKETS - 64;
  await expect
    .poll(() => trickling.filter(({ answer }) => answer.startsWith('HTTP/1.1 503')))
    .toHaveLength(crowded);
  await server.clock.advance(10_000);
  await expect
    .poll(() => trickling.filter(({ answer }) => answer.startsWith('HTTP/1.1 408')))
    .toHaveLength(64);
  await server.clock.advance(1_000);
  await expect.poll(() => trickling.filter(({ socket }) => socket.closed)).toHaveLength(SOCKETS);
  expect(await arriving()).toBe(0);
  expect(await metric('textprobe_http_requests_refused_total{reason="slow"}')).toBe(SOCKETS);
});

test.each([
  ['at the inbox with no key', calls.messageReceivedSms.path, {}, 401],
  ['at the inbox with malformed keys', calls.messageReceivedSms.path, { authorization: 'Bearer abc' }, 401],
  ['at a source without its signature', `/api/inboxes/sms-gateway/${SOURCE}`, {}, 401],
  ['at a source that does not exist', `/api/inboxes/sms-gateway/${'f'.repeat(32)}`, signature(), 401],
  ['where only a session may call', calls.createTest.path, {}, 401],
  ['at an unknown path', '/nowhere', {}, 404],
  ['at an unknown path of the API', '/api/health/nowhere', {}, 404],
])('GUARD-1 the server does not wait for a body that trickles %s', async (_where, path, headers, status) => {
  const trickling = await trickle('127.0.0.2', path, headers);
  await expect
    .poll(() => trickling.filter(({ answer }) => answer.startsWith(`HTTP/1.1 ${status}`)))
    .toHaveLength(SOCKETS);
  expect(lookedUp).toEqual([]);
  expect(await arriving()).toBe(0);
});

test('GUARD-1 well-formed invented keys are looked up twenty at once for each network; known ones do not wait', async () => {
  expect((await report()).status).toBe(404);
  const release = Promise.withResolvers<void>();
  lookUpsEnd = release.promise;
  const invented = () => ({ authorization: `Bearer ${createHandsetKey().key}` });
  const first = await trickle('127.0.0.2', calls.messageReceivedSms.path, invented);
  const second = await trickle('127.0.0.3', calls.messageReceivedSms.path, invented);
  const unanswered = () => [...first, ...second].filter(({ answer }) => answer === '').length;
  // Each network gets a quarter of the reports; the others were refused at once.
  await expect.poll(unanswered).toBe(70);
  expect(lookedUp).toHaveLength(40);
  expect((await report()).status).toBe(404);
  release.resolve();
  await expect.poll(unanswered).toBe(0);
  expect(lookedUp).toHaveLength(70);
});

test('GUARD-1 a source that signs its bodies has 64 kB and 10 s at 1 kB/s until it is authenticated', async () => {
  const [slow] = await trickle('127.0.0.2', `/api/inboxes/sms-gateway/${SOURCE}`, signature(), 1);
  await expect.poll(arriving).toBe(1);
  await server.clock.advance(4_000);
  expect(await arriving()).toBe(1);
  await server.clock.advance(2_000);
  await expect.poll(() => slow?.answer).toContain('408');
  const [large] = await trickle('127.0.0.2', calls.login.path, { 'content-length': '65537' }, 1);
  await expect.poll(() => large?.answer).toContain('413');
});

test('GUARD-1 arriving bodies of a source hold at most 256 MB, a quarter for each network, and the others are refused', async () => {
  const path = `/api/inboxes/sms-gateway/${SOURCE}`;
  const mms = () => ({ ...signature(), 'content-length': String(10_000_000) });
  await trickle('127.0.0.2', path, mms, 20);
  await expect.poll(arriving).toBe(6);
  // Their declared length counts: short texts still have all of their places.
  await trickle('127.0.0.3', calls.login.path, {}, 64);
  await expect.poll(arriving).toBe(70);
  for (const from of ['127.0.0.4', '127.0.0.5', '127.0.0.6', '127.0.0.7']) await trickle(from, path, mms, 20);
  await expect.poll(() => metric('textprobe_http_requests_refused_total{reason="slow"}')).toBe(74);
  expect(await arriving()).toBe(26 + 64);
});

interface Trickling {
  readonly socket: Socket;
  /** The text received so far. */
  answer: string;
}

type Headers = Readonly<Record<string, string>>;

/** Sockets of one network, each with a request whose headers are complete and whose body is not. */
async function trickle(
  from: string,
  path: string,
  headers: Headers | (() => Headers),
  count = SOCKETS,
): Promise<Trickling[]> {
  const port = Number(new URL(server.address).port);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host: '127.0.0.1', port, localAddress: from });
      sockets.push(socket);
      const one: Trickling = { socket, answer: '' };
      socket.on('data', (bytes) => (one.answer += String(bytes)));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      const all = {
        host: 'textprobe',
        'content-type': 'application/json',
        'content-length': '1000',
        ...(typeof headers === 'function' ? headers() : headers),
      };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n{`);
      return one;
    }),
  );
}

function signature(): Headers {
  return {
    'x-signature': 'a'.repeat(64),
    'x-timestamp': String(Math.floor(Date.now() / 1_000)),
  };
}

function report(): Promise<Response> {
  return server.visitor().send('POST', calls.messageReceivedSms.path, {
    body: { messageCode: 'ABCDEFGHJKM' },
    headers: { authorization: `Bearer ${KEY}` },
    token: null,
  });
}

const arriving = () => metric('textprobe_http_stranger_bodies');

async function metric(name: string): Promise<number> {
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}
