/** Conformance tests for batches: each message gets exactly one outcome, whatever happens. */
import { expect, test } from 'vitest';
import type { OutboundMessage, SubmissionOutcome } from '../gateway-port.ts';
import { LONG } from './gateway-long-texts.ts';
import { type Run, shortMessage } from './running-gateway.ts';
import type { CarrierSubmission } from './test-carrier.ts';

/** Each to a different phone, so that the carrier can distinguish them. */
function messagesTo(phones: number, textOf: (index: number) => string = (index) => `Text ${index}`) {
  return Array.from({ length: phones }, (_, index) =>
    shortMessage({ to: `+1415555${1_000 + index}`, text: textOf(index) }),
  );
}

const kindsOf = async (outcomes: Promise<SubmissionOutcome>[]) =>
  (await Promise.all(outcomes)).map(({ kind }) => kind);

export function describeBatches(run: Run): void {
  test('submits more messages than the window holds, each with its own outcome', async () => {
    const { gateway, carrier, submitAll } = await run({ window: 3 });
    carrier.answerBy(({ to }) => ({ accept: `id-${to}` }));
    const messages = messagesTo(20);
    const outcomes = await Promise.all(submitAll(messages));
    expect(outcomes).toMatchObject(
      messages.map(({ to }) => ({ kind: 'accepted', parts: [{ providerId: `id-${to}` }] })),
    );
    expect(carrier.mostUnanswered).toBe(3);
    expect(gateway.capacity()).toBe(3);
  });

  test('delivers the long and short texts of a batch in full', async () => {
    const { carrier, submitAll } = await run({ window: 3 });
    const messages = messagesTo(12, (index) => (index % 3 === 0 ? `${index} ${LONG}` : `Text ${index}`));
    expect(await kindsOf(submitAll(messages))).toEqual(messages.map(() => 'accepted'));
    expect(messages.map(({ to }) => textAt(to, carrier.submissions))).toEqual(
      messages.map(({ text }) => text),
    );
    expect(carrier.mostUnanswered).toBeLessThanOrEqual(3);
  });

  test('Promise 3: when the link breaks in mid-batch, messages on the wire are unknown, the rest is deferred, and nothing is sent twice', async () => {
    const { carrier, handlers, advance, reconnectMs, submitAll } = await run({ window: 4 });
    carrier.answerBy(({ to }) => (to < '+14155551002' ? { accept: to } : 'silence'));
    const outcomes = submitAll(messagesTo(10));
    await carrier.submitted(6);
    expect(await kindsOf(outcomes.slice(0, 2))).toEqual(['accepted', 'accepted']);
    await carrier.goDown();
    expect(await kindsOf(outcomes)).toEqual([
      ...Array<string>(2).fill('accepted'),
      ...Array<string>(4).fill('unknown'),
      ...Array<string>(4).fill('deferred'),
    ]);
    await carrier.comeBack();
    const { calls } = handlers;
    await advance(reconnectMs);
    await handlers.until(() => handlers.calls > calls);
    expect(carrier.submissions).toHaveLength(6);
  });

  test('a stop in mid-batch waits for what is on the wire and defers the rest', async () => {
    const { gateway, carrier, submitAll } = await run({ window: 4 });
    carrier.answerBy(() => 'silence');
    const outcomes = submitAll(messagesTo(10));
    await carrier.submitted(4);
    const stopped = gateway.stop(5_000);
    expect(await kindsOf(outcomes.slice(4))).toEqual(Array(6).fill('deferred'));
    for (let answered = 0; answered < 4; answered += 1) carrier.answerNow({ accept: 'in time' });
    expect(await kindsOf(outcomes.slice(0, 4))).toEqual(Array(4).fill('accepted'));
    await stopped;
    expect(carrier.submissions).toHaveLength(4);
  });

  test('throttled messages of a batch are deferred and accepted after the pause', async () => {
    const { gateway, carrier, advance, submitAll } = await run({ window: 8 });
    const messages = messagesTo(8);
    const odd = (text: string) => Number(text.at(-1)) % 2 === 1;
    carrier.answerBy(({ text }) => (odd(text) ? 'throttle' : { accept: text }));
    const kinds = await kindsOf(submitAll(messages));
    expect(kinds).toEqual(messages.map(({ text }) => (odd(text) ? 'deferred' : 'accepted')));
    expect(gateway.capacity()).toBe(0);
    const throttled = messages.filter(({ text }) => odd(text));
    expect(await kindsOf(submitAll(throttled))).toEqual(throttled.map(() => 'deferred'));
    expect(carrier.submissions).toHaveLength(8);
    carrier.answerBy(() => ({ accept: 'later' }));
    await advance(2_000);
    expect(gateway.capacity()).toBeGreaterThanOrEqual(4);
    expect(await kindsOf(submitAll(throttled))).toEqual(throttled.map(() => 'accepted'));
  });

  test('the throughput limit applies to a batch', async () => {
    // One every 50 ms: instants are 2.5% further apart than the limit requires.
    const { carrier, advance, submitAll } = await run({ window: 8, throughput: 20.5 });
    const outcomes = submitAll(messagesTo(4));
    expect(await outcomes[0]).toMatchObject({ kind: 'accepted' });
    for (const sent of [1, 2, 3]) {
      expect(carrier.submissions).toHaveLength(sent);
      await advance(49);
      expect(carrier.submissions).toHaveLength(sent);
      await advance(1);
      expect(await outcomes[sent]).toMatchObject({ kind: 'accepted' });
    }
  });

  test('without a link, or before the start, every message of a batch is deferred', async () => {
    const { gateway, carrier, submitAll } = await run();
    await gateway.stop(1_000);
    expect(await kindsOf(submitAll(messagesTo(3)))).toEqual(Array(3).fill('deferred'));
    expect(carrier.submissions).toEqual([]);
  });

  test('an invalid message does not hold up its batch, and an empty batch is no error', async () => {
    const { gateway, submitAll } = await run();
    const [good, another] = messagesTo(2);
    const odd = [shortMessage({ to: 'no number' }), shortMessage({ from: '' })];
    const outcomes = submitAll([odd[0], good, odd[1], another].filter((one) => one !== undefined));
    expect(await kindsOf(outcomes)).toEqual(['rejected', 'accepted', 'rejected', 'accepted']);
    expect(() => gateway.submitBatch([], () => expect.unreachable())).not.toThrow();
  });

  test('Promise 3: a message that breaks the gateway is unknown, and the rest of its batch is sent', async () => {
    const { submitAll } = await run();
    const breaking: OutboundMessage = {
      ...shortMessage(),
      get text(): string {
        throw new Error('broken');
      },
    };
    const outcomes = submitAll([shortMessage(), breaking, shortMessage()]);
    expect(await kindsOf(outcomes)).toEqual(['accepted', 'unknown', 'accepted']);
  });

  test('an exception from onOutcome does not suppress other outcomes', async () => {
    const { gateway } = await run({ window: 2 });
    const reported: OutboundMessage[] = [];
    const all = Promise.withResolvers<void>();
    const messages = [...messagesTo(5), shortMessage({ to: 'no number' })];
    gateway.submitBatch(messages, (message) => {
      reported.push(message);
      if (reported.length === messages.length) all.resolve();
      throw new Error('onOutcome failed');
    });
    await all.promise;
    expect(new Set(reported)).toEqual(new Set(messages));
    await gateway.stop(5_000);
    expect(reported).toHaveLength(messages.length);
  });

  test('onOutcome may submit a batch, and gets the same message object back', async () => {
    const { gateway, carrier } = await run({ window: 2 });
    const waiting = messagesTo(12).map((message, place) => ({ ...message, place }));
    const places: number[] = [];
    const all = Promise.withResolvers<void>();
    const submitNext = () => gateway.submitBatch(waiting.splice(0, 1), ended);
    function ended({ place }: { place: number }, { kind }: SubmissionOutcome): void {
      expect(kind).toBe('accepted');
      places.push(place);
      if (waiting.length > 0) submitNext();
      if (places.length === 12) all.resolve();
    }
    submitNext();
    submitNext();
    await all.promise;
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, place) => place));
    expect(carrier.mostUnanswered).toBe(2);
  });
}

/** The text that the phone would show. */
function textAt(phone: string, submissions: readonly CarrierSubmission[]): string {
  const parts = submissions.filter(({ to }) => to === phone).toSorted((a, b) => a.part - b.part);
  return parts.map(({ text }) => text).join('');
}
