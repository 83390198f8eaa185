/**
 * What every Gateway must do, whatever protocol it speaks: run over each implementation. The carrier is real as far as the
 * wire goes; time is the test's.
 */
import { afterEach, describe, expect, test } from 'vitest';
import type { SubmissionOutcome } from '../gateway-port.ts';
import { describeLongTexts, describeWholeTexts } from './gateway-long-texts.ts';
import { describeReceipts } from './gateway-receipts.ts';
import { recordHandlers } from './recorded-handlers.ts';
import { type Run, shortMessage, turnsUntil } from './running-gateway.ts';
import type { GatewayRig, SetUpGateway } from './test-carrier.ts';

/**
 * Registers the suite.
 * @param traits.longTexts whether the gateway cuts long texts into parts itself, or hands them over whole
 */
export function gatewayConformance(
  name: string,
  setUp: SetUpGateway,
  traits: { readonly longTexts: 'in parts' | 'whole' },
): void {
  describe(`${name} as a Gateway`, () => {
    const rigs: GatewayRig[] = [];
    const rig: typeof setUp = async (options) => {
      const made = await setUp(options);
      rigs.push(made);
      return made;
    };
    afterEach(async () => {
      for (const made of rigs.splice(0)) await made.dispose();
    });

    const run: Run = async (options = { window: 4 }) => {
      const made = await rig(options);
      const handlers = recordHandlers();
      made.gateway.start(handlers);
      await handlers.until(() => handlers.calls > 0);
      return { ...made, handlers };
    };

    describeAnswers(run);
    describeLink(run);
    describeCapacity(run);
    if (traits.longTexts === 'in parts') describeLongTexts(run);
    else describeWholeTexts(run);
    describeReceipts(run);
    describeStopping(run, rig);
  });
}

function describeAnswers(run: Run) {
  test('hands a message over as it is, and names it as the carrier does', async () => {
    const { gateway, carrier } = await run();
    carrier.answerBy(() => ({ accept: '00AB12' }));
    const message = shortMessage({ text: 'Grüße {€} #ABCDEFGHJKM' });
    const outcome = await gateway.submit(message);
    expect(outcome).toMatchObject({ kind: 'accepted', parts: [{ part: 1, parts: 1, providerId: '00AB12' }] });
    const { from, to, text } = message;
    expect(carrier.submissions).toEqual([{ from, to, text, part: 1, parts: 1 }]);
  });

  test('a refusal is told in words', async () => {
    const { gateway, carrier } = await run();
    carrier.answerBy(() => 'refuse');
    const outcome = await gateway.submit(shortMessage());
    expect(outcome).toMatchObject({ kind: 'rejected', error: expect.stringMatching(/\w+ \w+/) });
  });

  test('a throttled message is deferred, the gateway pauses, and then it goes', async () => {
    const { gateway, carrier, handlers, advance } = await run();
    const message = shortMessage();
    carrier.answerBy(() => 'throttle');
    const outcome = await gateway.submit(message);
    expect(outcome).toMatchObject({ kind: 'deferred', retryAfterMs: expect.any(Number) });
    expect(gateway.capacity()).toBe(0);
    carrier.answerBy(() => ({ accept: 'second try' }));
    const callsBefore = handlers.calls;
    await advance(outcome.kind === 'deferred' ? outcome.retryAfterMs : 0);
    expect(handlers.calls).toBe(callsBefore + 1);
    expect(gateway.capacity()).toBeGreaterThan(0);
    expect(await gateway.submit(message)).toMatchObject({ kind: 'accepted' });
  });

  test('Promise 3: a message whose answer is lost is unknown, and never sent again', async () => {
    const { gateway, carrier, advance, responseTimeoutMs } = await run();
    carrier.answerBy(() => 'silence');
    const submission = gateway.submit(shortMessage());
    await carrier.submitted(1);
    await advance(responseTimeoutMs);
    expect(await submission).toMatchObject({ kind: 'unknown' });
    await advance(60_000);
    expect(carrier.submissions).toHaveLength(1);
  });

  test('an answer that comes late is told under the reference of its message', async () => {
    const { gateway, carrier, handlers, advance, responseTimeoutMs } = await run();
    carrier.answerBy(() => 'silence');
    const lost = [shortMessage(), shortMessage()];
    const submissions = lost.map((message) => gateway.submit(message));
    await carrier.submitted(2);
    await advance(responseTimeoutMs);
    for (const submission of submissions) expect(await submission).toMatchObject({ kind: 'unknown' });
    carrier.answerNow({ accept: 'late' });
    carrier.answerNow('refuse');
    await handlers.until(() => handlers.late.length === 2);
    expect(handlers.late).toMatchObject([
      { reference: lost[0]?.reference, outcome: { kind: 'accepted', parts: [{ providerId: 'late' }] } },
      { reference: lost[1]?.reference, outcome: { kind: 'rejected' } },
    ]);
  });

  test('what cannot be sent at all is an outcome too, never an exception', async () => {
    const { gateway, carrier } = await run();
    const odd = [
      shortMessage({ to: 'nobody' }),
      shortMessage({ from: '' }),
      shortMessage({ text: 'x'.repeat(1_000_000) }),
    ];
    for (const message of odd)
      expect(await gateway.submit(message)).toMatchObject({ kind: 'rejected', error: expect.any(String) });
    expect(carrier.submissions).toEqual([]);
  });
}

function describeLink(run: Run) {
  test('without a link a message is deferred, not unknown; the link comes back by itself', async () => {
    const { gateway, carrier, handlers, advance, reconnectMs, noticesLossMs } = await run();
    expect(gateway.state()).toMatchObject({ link: 'up', reason: null });
    await carrier.goDown();
    if (noticesLossMs > 0) await advance(noticesLossMs);
    await turnsUntil(() => gateway.state().link === 'down');
    expect(gateway.state().reason).toMatch(/\w+ \w+.*\./);
    expect(gateway.capacity()).toBe(0);
    expect(await gateway.submit(shortMessage())).toMatchObject({ kind: 'deferred' });
    await carrier.comeBack();
    const callsBefore = handlers.calls;
    await advance(reconnectMs);
    await handlers.until(() => handlers.calls > callsBefore);
    expect(gateway.state().link).toBe('up');
    expect(await gateway.submit(shortMessage())).toMatchObject({ kind: 'accepted' });
    expect(carrier.submissions).toHaveLength(1);
  });

  test('Promise 3: a message on the wire when the link breaks is unknown', async () => {
    const { gateway, carrier } = await run();
    carrier.answerBy(() => 'silence');
    const submission = gateway.submit(shortMessage());
    await carrier.submitted(1);
    await carrier.goDown();
    expect(await submission).toMatchObject({ kind: 'unknown' });
  });
}

function describeCapacity(run: Run) {
  test('capacity falls with each message handed over and is told when it rises from none', async () => {
    const { gateway, carrier, handlers } = await run({ window: 2 });
    carrier.answerBy(() => 'silence');
    expect(gateway.capacity()).toBe(2);
    const first = gateway.submit(shortMessage());
    expect(gateway.capacity()).toBe(1);
    void gateway.submit(shortMessage());
    expect(gateway.capacity()).toBe(0);
    await carrier.submitted(2);
    const callsBefore = handlers.calls;
    carrier.answerNow({ accept: 'one' });
    await first;
    await handlers.until(() => handlers.calls > callsBefore);
    expect(gateway.capacity()).toBe(1);
  });

  test('the window holds whatever is asked of it', async () => {
    const { gateway, carrier } = await run({ window: 3 });
    const long = 'word '.repeat(100);
    const messages = Array.from({ length: 30 }, (_, i) => shortMessage(i % 3 === 0 ? { text: long } : {}));
    const outcomes = await Promise.all(messages.map((message) => gateway.submit(message)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(messages.map(() => 'accepted'));
    expect(carrier.mostUnanswered).toBe(3);
    expect(gateway.capacity()).toBe(3);
  });
}

function describeStopping(run: Run, rig: SetUpGateway) {
  test('a stop waits for answers, takes nothing new, says goodbye, and may be asked for twice', async () => {
    const { gateway, carrier, linkStands } = await run();
    carrier.answerBy(() => 'silence');
    const pending = gateway.submit(shortMessage());
    await carrier.submitted(1);
    const stops = [gateway.stop(5_000), gateway.stop(5_000)];
    expect(gateway.capacity()).toBe(0);
    expect(await gateway.submit(shortMessage())).toMatchObject({ kind: 'deferred' });
    carrier.answerNow({ accept: 'just in time' });
    expect(await pending).toMatchObject({ kind: 'accepted' });
    await Promise.all(stops);
    await gateway.stop(5_000);
    expect(carrier.farewells).toBe(linkStands ? 1 : 0);
    expect(gateway.state().link).toBe('stopped');
  });

  test('a stop whose time is up leaves unanswered messages unknown', async () => {
    const { gateway, carrier, advance } = await run();
    carrier.answerBy(() => 'silence');
    const pending: Promise<SubmissionOutcome> = gateway.submit(shortMessage());
    await carrier.submitted(1);
    const stopped = gateway.stop(1_000);
    await advance(1_000);
    await advance(1_000);
    expect(await pending).toMatchObject({ kind: 'unknown' });
    await stopped;
  });

  test('before it is started it has no capacity, defers, and can be stopped', async () => {
    const { gateway } = await rig({ window: 4 });
    expect(gateway.capacity()).toBe(0);
    expect(gateway.state().link).toBe('stopped');
    expect(await gateway.submit(shortMessage())).toMatchObject({ kind: 'deferred' });
    await gateway.stop(1_000);
  });
}
