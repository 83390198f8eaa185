/** Against a stand-in built from the app's documentation; not tested with a real phone. */
import { expect, test } from 'vitest';
import { APP_LOGIN, APP_WORDS, createSmsGatewayApp } from '../../testing/sms-gateway-app.ts';
import { configureSmsGateway, type LocalExchange } from './local-api.ts';

const SETTINGS = {
  webhookUrl: 'https://textprobe.example/api/inboxes/sms-gateway/5b1f',
  signingKey: 'the secret of the source',
  pingMinutes: 5,
};
const OURS = [
  { id: 'textprobe-sms-received', url: SETTINGS.webhookUrl, event: 'sms:received' },
  { id: 'textprobe-mms-downloaded', url: SETTINGS.webhookUrl, event: 'mms:downloaded' },
  { id: 'textprobe-system-ping', url: SETTINGS.webhookUrl, event: 'system:ping' },
];

function makeApp() {
  const app = createSmsGatewayApp();
  const setUp = (more: Partial<typeof SETTINGS & typeof APP_LOGIN> = {}) =>
    configureSmsGateway(
      async (request) => app.answer(request),
      { ...APP_LOGIN, ...more },
      { ...SETTINGS, ...more },
    );
  return { app, setUp };
}

test('PAIR-3: signing key, ping and the three webhooks are set', async () => {
  const { app, setUp } = makeApp();
  expect(await setUp()).toEqual({
    ok: true,
    set: [
      'Signing key',
      'Ping every 5 minutes',
      'Webhook sms:received',
      'Webhook mms:downloaded',
      'Webhook system:ping',
    ],
  });
  expect(app.settings).toEqual({
    webhooks: { signing_key: 'the secret of the source' },
    ping: { interval_seconds: 300 },
  });
  expect([...app.webhooks.values()]).toEqual(OURS);
});

test('PAIR-3: a repeat, for another source too, leaves three webhooks of ours, and keeps those for other URLs or events', async () => {
  const { app, setUp } = makeApp();
  const theirs = { id: 'theirs', url: 'https://elsewhere.example/', event: 'sms:received' };
  const byHand = { id: 'by-hand', url: SETTINGS.webhookUrl, event: 'sms:received' };
  const sent = { id: 'sent', url: SETTINGS.webhookUrl, event: 'sms:sent' };
  for (const hook of [theirs, byHand, sent]) app.webhooks.set(hook.id, hook);
  await setUp({ webhookUrl: 'https://textprobe.example/api/inboxes/sms-gateway/the-one-before' });
  expect(app.webhooks.size).toBe(6);
  await setUp();
  await setUp();
  // The webhook added by hand would report each SMS twice.
  expect([...app.webhooks.values()]).toEqual([theirs, sent, ...OURS]);
});

test('PAIR-3: a webhook id that would change the path is left alone', async () => {
  const { app, setUp } = makeApp();
  app.webhooks.set('../settings', { id: '../settings', url: SETTINGS.webhookUrl, event: 'sms:received' });
  expect(await setUp()).toMatchObject({ ok: true });
  expect(app.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('PAIR-3: a wrong user name or password sets nothing', async () => {
  for (const wrong of [{ password: 'guess' }, { user: 'admin' }]) {
    const { app, setUp } = makeApp();
    expect(await setUp(wrong)).toMatchObject({ ok: false, reason: 'unauthorized' });
    // One attempt: the app locks out after several.
    expect(app.requests).toHaveLength(2);
    expect([app.settings, app.webhooks.size]).toEqual([{}, 0]);
  }
});

test('PAIR-3: another service learns neither password nor signing key', async () => {
  for (const body of [
    '<html>A printer</html>',
    '[]',
    '{"status":"ok"}',
    '{"status":"pass","releaseId":"1"}',
  ]) {
    const requests: unknown[] = [];
    const exchange: LocalExchange = async (request) => {
      requests.push(request);
      return { status: 200, body: Buffer.from(body) };
    };
    expect(await configureSmsGateway(exchange, APP_LOGIN, SETTINGS)).toMatchObject({
      ok: false,
      reason: 'other service',
    });
    expect(requests).toEqual([{ method: 'GET', path: '/health', headers: {}, body: null }]);
  }
});

test('PAIR-3: an app whose health is failing is set up all the same', async () => {
  const { app } = makeApp();
  const exchange: LocalExchange = async (request) => {
    const answer = app.answer(request);
    return request.path === '/health' ? { ...answer, status: 500 } : answer;
  };
  expect(await configureSmsGateway(exchange, APP_LOGIN, SETTINGS)).toMatchObject({ ok: true });
});

test('PAIR-3: a URL without https and a missing answer are reported', async () => {
  const { app, setUp } = makeApp();
  const local = { webhookUrl: 'http://192.168.1.2:3000/api/inboxes/sms-gateway/5b1f' };
  expect(await setUp(local)).toMatchObject({ ok: false, reason: 'no https' });
  expect(app.requests).toEqual([]);
  for (const answers of [0, 1, 3]) {
    let left = answers;
    const exchange: LocalExchange = async (request) => (left-- > 0 ? app.answer(request) : null);
    expect(await configureSmsGateway(exchange, APP_LOGIN, SETTINGS)).toMatchObject({ reason: 'unreachable' });
  }
});

test.each([
  ['PATCH /settings', 404, 'too old'],
  ['PATCH /settings', 400, 'refused'],
  ['PATCH /settings', 302, 'refused'],
  ['GET /webhooks', 500, 'refused'],
  ['POST /webhooks', 400, 'refused'],
  ['POST /webhooks', 429, 'refused'],
])('PAIR-3: %s with status %i is "%s", and the answer is not echoed', async (call, status, reason) => {
  const { app, setUp } = makeApp();
  app.refusals.set(call, status);
  const outcome = await setUp();
  expect(outcome).toMatchObject({ ok: false, reason });
  if (reason === 'refused')
    expect(outcome).toMatchObject({ message: expect.stringContaining(`status ${status}`) });
  expect(JSON.stringify(outcome)).not.toContain(APP_WORDS);
});
