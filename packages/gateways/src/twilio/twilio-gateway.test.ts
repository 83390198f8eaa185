import { describe, expect, test } from 'vitest';
import { silentLog } from '../log.ts';
import { CALLBACK_URL } from '../testing/programmable-api.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { endsWithTest, shortMessage, startRig, submit, turnsUntil } from '../testing/running-gateway.ts';
import { setUpTwilio } from '../testing/twilio-rig.ts';

const run = async (overrides: Record<string, unknown> = {}) =>
  startRig(endsWithTest(await setUpTwilio(overrides)));

describe('a message on the wire', () => {
  test('names sender, phone and text, each file, the status callback, and no smart encoding', async () => {
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

  test('goes from the one number of the account, or by its Messaging Service, where the settings say so', async () => {
    const fixed = await run({ from: '+18005550199' });
    await submit(fixed.gateway, shortMessage());
    expect(fixed.carrier.forms[0]?.get('From')).toBe('+18005550199');
    const service = await run({ messagingServiceSid: 'MG01' });
    await submit(service.gateway, shortMessage({ from: 'no number' }));
    const form = service.carrier.forms[0];
    expect([form?.get('MessagingServiceSid'), form?.has('From')]).toEqual(['MG01', false]);
  });

  test('what the provider would not take is not sent: too long a text, too many files', async () => {
    const { gateway, carrier } = await run();
    const files = Array.from({ length: 11 }, (_, i) => ({ url: `https://t.example/${i}` }));
    for (const message of [shortMessage({ text: 'x'.repeat(1_601) }), shortMessage({ media: files })])
      expect(await submit(gateway, message)).toMatchObject({
        kind: 'rejected',
        error: expect.stringMatching(/provider takes 1/),
      });
    expect(carrier.forms).toEqual([]);
  });
});

describe('answers', () => {
  test.each([
    [{ status: 201, body: { sid: 'SM1' } }, 'accepted', /^$/],
    [{ status: 200, body: '<html>' }, 'unknown', /named no message/],
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
    const said = 'error' in outcome ? outcome.error : 'reason' in outcome ? outcome.reason : '';
    expect(said).toMatch(words);
    expect(carrier.submissions).toHaveLength(1);
  });

  test('Retry-After is kept to, and the pause doubles while the provider stays ill', async () => {
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

  test('a token that is refused stops the sending and says what to check', async () => {
    const { gateway, carrier } = await run();
    carrier.answerWith({ status: 401, body: { code: 20003 } });
    await submit(gateway, shortMessage());
    expect(gateway.state()).toMatchObject({ link: 'down', reason: expect.stringContaining('authToken') });
    expect(await submit(gateway, shortMessage())).toMatchObject({ kind: 'deferred' });
    expect(carrier.submissions).toHaveLength(1);
  });
});

test('where no connection can be had nothing was written: the message is deferred, and the link is down', async () => {
  const { gateway, carrier } = await run();
  await carrier.goDown();
  expect(await submit(gateway, shortMessage())).toMatchObject({
    kind: 'deferred',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
  expect(gateway.state().link).toBe('down');
});

test('an account that is not known is told before any message is sent', async () => {
  const rig = endsWithTest(await setUpTwilio({ authToken: 'wrong' }));
  rig.gateway.start(recordHandlers());
  await turnsUntil(() => rig.gateway.state().reason?.includes('does not know the account') ?? false);
  expect(rig.gateway.capacity()).toBe(0);
});

describe('the log', () => {
  async function startTold(overrides: Record<string, unknown>) {
    const said: unknown[] = [];
    const note = (fields: object, message: string) => {
      said.push({ message, ...fields });
    };
    const rig = endsWithTest(await setUpTwilio(overrides, { ...silentLog, info: note, warn: note }));
    rig.gateway.start(recordHandlers());
    return { ...rig, said };
  }

  test('says why the account cannot be used in the words of its answer, not before', async () => {
    const { said } = await startTold({ authToken: 'wrong' });
    await turnsUntil(() => said.length > 0);
    expect(said).toEqual([
      {
        gateway: 'Twilio',
        message: 'The provider cannot be used.',
        reason: expect.stringContaining('Check accountSid and authToken'),
      },
    ]);
  });

  test('warns of nothing where the account answers, says so, and tells each further reason', async () => {
    const { said, carrier, gateway, advance } = await startTold({});
    await turnsUntil(() => gateway.capacity() > 0);
    expect(said).toEqual([{ gateway: 'Twilio', message: 'The provider knows the account.' }]);
    carrier.answerWith({ status: 401, body: { code: 20003 } });
    await submit(gateway, shortMessage());
    await carrier.goDown();
    await advance(15 * 60_000);
    await turnsUntil(() => said.length > 2);
    expect(said.slice(1)).toMatchObject([
      { reason: expect.stringContaining('authToken') },
      { reason: expect.stringContaining('ECONNREFUSED') },
    ]);
  });
});
