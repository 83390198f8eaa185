import { describe, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { CALLBACK_URL } from '../testing/programmable-api.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { endsWithTest, shortMessage, startRig, submit, turnsUntil } from '../testing/running-gateway.ts';
import { setUpTwilio } from '../testing/twilio-rig.ts';

const run = async (overrides: Record<string, unknown> = {}) =>
  startRig(endsWithTest(await setUpTwilio(overrides)));

describe('a request', () => {
  test('has sender, phone and text, each file, the status callback, and no smart encoding', async () => {
    const { gateway, carrier } = await run();
    const media = [
      { url: 'https://t.example/api/media/1?a=b&c=d' },
      { url: 'https://t.example/api/media/2' },
    ];
    await submit(gateway, shortMessage({ text: 'Grüße & "100 %" + 👋', media }));
    expect([...(carrier.forms[0] ?? [])]).toEqual([
      ['To', '+14155550123'],
      ['From', '+12125550100'],
      ['Body', 'Grüße & "100 %" + 👋'],
      ['SmartEncoded', 'false'],
      ['MediaUrl', media[0]?.url],
      ['MediaUrl', media[1]?.url],
      ['StatusCallback', CALLBACK_URL],
    ]);
  });

  test('uses the configured sender number or Messaging Service', async () => {
    const fixed = await run({ from: '+18005550199' });
    await submit(fixed.gateway, shortMessage());
    expect(fixed.carrier.forms[0]?.get('From')).toBe('+18005550199');
    const service = await run({ messagingServiceSid: 'MG01' });
    await submit(service.gateway, shortMessage({ from: 'no number' }));
    const form = service.carrier.forms[0];
    expect([form?.get('MessagingServiceSid'), form?.has('From')]).toEqual(['MG01', false]);
  });

  test('is not sent beyond the provider’s limits: too long a text, too many files', async () => {
    const { gateway, carrier } = await run();
    const files = Array.from({ length: 11 }, (_, i) => ({ url: `https://t.example/${i}` }));
    for (const message of [shortMessage({ text: 'x'.repeat(1_601) }), shortMessage({ media: files })])
      expect(await submit(gateway, message)).toMatchObject({
        kind: 'rejected',
        error: expect.stringMatching(/limit is 1/),
      });
    expect(carrier.forms).toEqual([]);
  });
});

describe('responses', () => {
  test.each([
    [{ status: 201, body: { sid: 'SM1' } }, 'accepted', /^$/],
    [{ status: 200, body: '<html>' }, 'unknown', /no message SID/],
    [{ status: 400, body: { code: 21610 } }, 'rejected', /400, error 21610: the phone has unsubscribed/],
    [{ status: 400, body: { code: 30034, message: 'x' } }, 'rejected', /not registered for A2P 10DLC/],
    [{ status: 400, body: { code: 99999, message: 'Oh.' } }, 'rejected', /error 99999: Oh\./],
    [{ status: 403 }, 'rejected', /answered 403\./],
    [{ status: 400, body: { code: 21611 } }, 'deferred', /queue is full/],
    [{ status: 401, body: { code: 20003 } }, 'deferred', /check accountSid and authToken/],
    [{ status: 429 }, 'deferred', /429/],
    [{ status: 500 }, 'deferred', /500/],
    [{ status: 503 }, 'deferred', /503/],
    [{ status: 502 }, 'unknown', /502/],
    [{ status: 504 }, 'unknown', /504/],
    ['hang up', 'unknown', /answer was lost/],
  ] as const)('Promise 3: %j makes the message %s', async (answer, kind, words) => {
    const { gateway, carrier } = await run();
    carrier.answerWith(answer);
    const outcome = await submit(gateway, shortMessage());
    expect(outcome.kind).toBe(kind);
    const text = 'error' in outcome ? outcome.error : 'reason' in outcome ? outcome.reason : '';
    expect(text).toMatch(words);
    expect(carrier.submissions).toHaveLength(1);
  });

  test('Retry-After is respected, and the pause doubles while the provider keeps failing', async () => {
    const { gateway, carrier, advance } = await run();
    carrier.answerWith({ status: 503, headers: { 'retry-after': '20' } });
    expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'deferred', retryAfterMs: 20_000 });
    carrier.answerWith({ status: 503 });
    const pauses: number[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      await advance(60_000);
      await turnsUntil(() => gateway.capacity() > 0);
      const outcome = await submit(gateway, shortMessage());
      pauses.push(outcome.kind === 'deferred' ? outcome.retryAfterMs : 0);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
  });

  test('a rejected token stops sending and says what to check', async () => {
    const { gateway, carrier } = await run();
    carrier.answerWith({ status: 401, body: { code: 20003 } });
    await submit(gateway, shortMessage());
    expect(gateway.state()).toMatchObject({ link: 'down', reason: expect.stringContaining('authToken') });
    expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'deferred' });
    expect(carrier.submissions).toHaveLength(1);
  });
});

test('without a connection nothing was written: the message is deferred, and the link is down', async () => {
  const { gateway, carrier } = await run();
  await carrier.goDown();
  expect(await submit(gateway, shortMessage())).toMatchObject({
    kind: 'deferred',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  expect(gateway.state().link).toBe('down');
});

test('a rejected account is reported before any message is sent', async () => {
  const rig = endsWithTest(await setUpTwilio({ authToken: 'wrong' }));
  rig.gateway.start(recordHandlers());
  await turnsUntil(() => rig.gateway.state().reason?.includes('rejected the account') ?? false);
  expect(rig.gateway.capacity()).toBe(0);
});

describe('the log', () => {
  async function startLogged(overrides: Record<string, unknown>) {
    const logged: unknown[] = [];
    const note = (fields: object, message: string) => {
      logged.push({ message, ...fields });
    };
    const rig = endsWithTest(await setUpTwilio(overrides, { ...silentLog, info: note, warn: note }));
    rig.gateway.start(recordHandlers());
    return { ...rig, logged };
  }

  test('gives the reason why the account cannot be used once the provider has responded, not before', async () => {
    const { logged } = await startLogged({ authToken: 'wrong' });
    await turnsUntil(() => logged.length > 0);
    expect(logged).toEqual([
      {
        gateway: 'Twilio',
        message: 'The provider cannot be used.',
        reason: expect.stringContaining('Check accountSid and authToken'),
      },
    ]);
  });

  test('reports an accepted account without warning, and each later reason', async () => {
    const { logged, carrier, gateway, advance } = await startLogged({});
    await turnsUntil(() => gateway.capacity() > 0);
    expect(logged).toEqual([{ gateway: 'Twilio', message: 'The provider accepted the account.' }]);
    carrier.answerWith({ status: 401, body: { code: 20003 } });
    await submit(gateway, shortMessage());
    await carrier.goDown();
    await advance(15 * 60_000);
    await turnsUntil(() => logged.length > 2);
    expect(logged.slice(1)).toMatchObject([
      { reason: expect.stringContaining('authToken') },
      { reason: expect.stringContaining('ECONNREFUSED') },
    ]);
  });
});
