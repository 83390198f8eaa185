/**
 * The conformance suite for every Gateway, with any protocol. The carrier is a real peer on the wire; the test controls
 * the clock.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SubmissionOutcome } from '../gateway-port.ts';
import { describeBatches } from './gateway-batches.ts';
import { describeLongTexts, describeWholeTexts } from './gateway-long-texts.ts';
import { describeReceipts } from './gateway-receipts.ts';
import {
  type Run,
  type Submitting,
  shortMessage,
  startRig,
  submitAll,
  turnsUntil,
} from './running-gateway.ts';
import type { GatewayRig, RigOptions, SetUpGateway } from './test-carrier.ts';

/**
 * Registers the suite.
 * @param traits.longTexts whether the gateway splits long texts itself or submits them whole
 */
export function gatewayConformance(
  name: string,
  setUp: SetUpGateway,
  traits: { readonly longTexts: 'in parts' | 'whole' },
): void {
  describe(`${name} as a Gateway`, () => {
    const rig = async (options: RigOptions): Promise<GatewayRig & Submitting> => {
      const made = await setUp(options);
      const faults: string[] = [];
      const note = (fault: string) => void faults.push(fault);
      onTestFinished(async () => {
        await made.dispose();
        expect(faults).toEqual([]);
      });
      return {
        ...made,
        submitAll: (messages) => submitAll(made.gateway, messages, note),
        async submit(message) {
          const [outcome] = await Promise.all(submitAll(made.gateway, [message], note));
          if (outcome === undefined) throw new Error('one message has one outcome');
          return outcome;
        },
      };
    };
    const run: Run = async (options = { window: 4 }) => startRig(await rig(options));

    describeAnswers(run);
    describeLink(run);
    describeCapacity(run);
    if (traits.longTexts === 'in parts') describeLongTexts(run);
    else describeWholeTexts(run);
    describeReceipts(run);
    describeStopping(run, rig);
    describeBatches(run);
  });
}

function describeAnswers(run: Run) {
  test('submits a message unchanged and returns the carrier’s id', async () => {
    const { carrier, submit } = await run();
    carrier.answerBy(() => ({ accept: '00AB12' }));
    const message = shortMessage({ text: 'Grüße {€} #ABCDEFGHJKM' });
    const outcome = await submit(message);
    expect(outcome).toMatchObject({ kind: 'accepted', parts: [{ part: 1, parts: 1, providerId: '00AB12' }] });
    const { from, to, text } = message;
    expect(carrier.submissions).toEqual([{ from, to, text, part: 1, parts: 1 }]);
  });

  test('a refusal has an error text', async () => {
    const { carrier, submit } = await run();
    carrier.answerBy(() => 'refuse');
    const outcome = await submit(shortMessage());
    expect(outcome).toMatchObject({ kind: 'rejected', error: expect.stringMatching(/\w+ \w+/) });
  });

  test('a throttled message is deferred, the gateway pauses, and then the message is accepted', async () => {
    const { gateway, carrier, handlers, advance, submit } = await run();
    const message = shortMessage();
    carrier.answerBy(() => 'throttle');
    const outcome = await submit(message);
    expect(outcome).toMatchObject({ kind: 'deferred', retryAfterMs: expect.any(Number) });
    expect(gateway.capacity()).toBe(0);
    carrier.answerBy(() => ({ accept: 'second try' }));
    const callsBefore = handlers.calls;
    await advance(outcome.kind === 'deferred' ? outcome.retryAfterMs : 0);
    expect(handlers.calls).toBe(callsBefore + 1);
    expect(gateway.capacity()).toBeGreaterThan(0);
    expect(await submit(message)).toMatchObject({ kind: 'accepted' });
  });

  test('Promise 3: a message whose answer is lost is unknown, and never sent again', async () => {
    const { carrier, advance, responseTimeoutMs, submit } = await run();
    carrier.answerBy(() => 'silence');
    const submission = submit(shortMessage());
    await carrier.submitted(1);
    await advance(responseTimeoutMs);
    expect(await submission).toMatchObject({ kind: 'unknown' });
    await advance(60_000);
    expect(carrier.submissions).toHaveLength(1);
  });

  test('a late answer is reported with the reference of its message', async () => {
    const { carrier, handlers, advance, responseTimeoutMs, submitAll } = await run();
    carrier.answerBy(() => 'silence');
    const lost = [shortMessage(), shortMessage()];
    const submissions = submitAll(lost);
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

  test('an invalid message gets an outcome, never an exception', async () => {
    const { carrier, submit } = await run();
    const odd = [
      shortMessage({ to: 'no number' }),
      shortMessage({ from: '' }),
      shortMessage({ text: 'x'.repeat(1_000_000) }),
    ];
    for (const message of odd)
      expect(await submit(message)).toMatchObject({ kind: 'rejected', error: expect.any(String) });
    expect(carrier.submissions).toEqual([]);
  });
}

function describeLink(run: Run) {
  test('without a link a message is deferred, not unknown; the gateway reconnects automatically', async () => {
    const { gateway, carrier, handlers, advance, reconnectMs, noticesLossMs, submit } = await run();
    expect(gateway.state()).toMatchObject({ link: 'up', reason: null });
    await carrier.goDown();
    if (noticesLossMs > 0) await advance(noticesLossMs);
    await turnsUntil(() => gateway.state().link === 'down');
    expect(gateway.state().reason).toMatch(/\w+ \w+.*\./);
    expect(gateway.capacity()).toBe(0);
    expect(await submit(shortMessage())).toMatchObject({ kind: 'deferred' });
    await carrier.comeBack();
    const callsBefore = handlers.calls;
    await advance(reconnectMs);
    await handlers.until(() => handlers.calls > callsBefore);
    expect(gateway.state().link).toBe('up');
    expect(await submit(shortMessage())).toMatchObject({ kind: 'accepted' });
    expect(carrier.submissions).toHaveLength(1);
  });

  test('Promise 3: a message on the wire when the link breaks is unknown', async () => {
    const { carrier, submit } = await run();
    carrier.answerBy(() => 'silence');
    const submission = submit(shortMessage());
    await carrier.submitted(1);
    await carrier.goDown();
    expect(await submission).toMatchObject({ kind: 'unknown' });
  });
}

function describeCapacity(run: Run) {
  test('capacity falls with each message, and a rise from zero is reported', async () => {
    const { gateway, carrier, handlers, submit } = await run({ window: 2 });
    carrier.answerBy(() => 'silence');
    expect(gateway.capacity()).toBe(2);
    const first = submit(shortMessage());
    expect(gateway.capacity()).toBe(1);
    void submit(shortMessage());
    expect(gateway.capacity()).toBe(0);
    await carrier.submitted(2);
    const callsBefore = handlers.calls;
    carrier.answerNow({ accept: 'one' });
    await first;
    await handlers.until(() => handlers.calls > callsBefore);
    expect(gateway.capacity()).toBe(1);
  });
}

function describeStopping(run: Run, rig: (options: RigOptions) => Promise<GatewayRig & Submitting>) {
  test('a stop waits for answers, accepts nothing new, unbinds, and is idempotent', async () => {
    const { gateway, carrier, hasPermanentLink, submit } = await run();
    carrier.answerBy(() => 'silence');
    const pending = submit(shortMessage());
    await carrier.submitted(1);
    const stops = [gateway.stop(5_000), gateway.stop(5_000)];
    expect(gateway.capacity()).toBe(0);
    expect(await submit(shortMessage())).toMatchObject({ kind: 'deferred' });
    carrier.answerNow({ accept: 'just in time' });
    expect(await pending).toMatchObject({ kind: 'accepted' });
    await Promise.all(stops);
    await gateway.stop(5_000);
    expect(carrier.unbinds).toBe(hasPermanentLink ? 1 : 0);
    expect(gateway.state().link).toBe('stopped');
  });

  test('unanswered messages are unknown when a stop times out', async () => {
    const { gateway, carrier, advance, submit } = await run();
    carrier.answerBy(() => 'silence');
    const pending: Promise<SubmissionOutcome> = submit(shortMessage());
    await carrier.submitted(1);
    const stopped = gateway.stop(1_000);
    await advance(1_000);
    await advance(1_000);
    expect(await pending).toMatchObject({ kind: 'unknown' });
    await stopped;
  });

  test('before the start it has no capacity, defers messages, and can be stopped', async () => {
    const { gateway, submit } = await rig({ window: 4 });
    expect(gateway.capacity()).toBe(0);
    expect(gateway.state().link).toBe('stopped');
    expect(await submit(shortMessage())).toMatchObject({ kind: 'deferred' });
    await gateway.stop(1_000);
  });
}
