/** Conformance tests for messages that need several parts. */
import { expect, test } from 'vitest';
import { type Run, shortMessage } from './running-gateway.ts';

export const LONG = 'Ordnung ist das halbe Leben. '.repeat(12); // 348 septets: 3 parts

export function describeLongTexts(run: Run): void {
  test('a long text is sent in parts, each with its own id', async () => {
    const { carrier, submit } = await run();
    const outcome = await submit(shortMessage({ text: LONG }));
    const arrived = carrier.submissions.toSorted((a, b) => a.part - b.part);
    expect(arrived.map(({ text }) => text).join('')).toBe(LONG);
    expect(arrived.map(({ part, parts }) => `${part}/${parts}`)).toEqual(['1/3', '2/3', '3/3']);
    expect(outcome).toMatchObject({
      kind: 'accepted',
      parts: [1, 2, 3].map((part) => ({ part, parts: 3, providerId: `id${part}` })),
    });
  });

  test('a message whose first part is throttled is deferred', async () => {
    const { carrier, submit } = await run();
    carrier.answerBy(() => 'throttle');
    expect(await submit(shortMessage({ text: LONG }))).toMatchObject({ kind: 'deferred' });
    expect(carrier.submissions.map(({ part }) => part)).toEqual([1]);
  });

  test('a later part that is throttled is retried alone', async () => {
    const { carrier, advance, submit } = await run();
    const tried = new Map<number, number>();
    carrier.answerBy(({ part }) => {
      tried.set(part, (tried.get(part) ?? 0) + 1);
      return part === 2 && tried.get(2) === 1 ? 'throttle' : { accept: `part ${part}` };
    });
    const submission = submit(shortMessage({ text: LONG }));
    await carrier.submitted(3);
    let isOver = false;
    void submission.then(() => {
      isOver = true;
    });
    while (!isOver) await advance(100);
    expect(await submission).toMatchObject({
      kind: 'accepted',
      parts: [1, 2, 3].map((part) => ({ part, providerId: `part ${part}` })),
    });
    expect(Object.fromEntries(tried)).toEqual({ 1: 1, 2: 2, 3: 1 });
  });

  test('a message with a later part that stays throttled becomes unknown within 30 seconds', async () => {
    const { carrier, advance, submit } = await run();
    carrier.answerBy(({ part }) => (part === 2 ? 'throttle' : { accept: `part ${part}` }));
    const submission = submit(shortMessage({ text: LONG }));
    let isOver = false;
    void submission.then(() => {
      isOver = true;
    });
    let waited = 0;
    for (; !isOver; waited += 100) await advance(100);
    expect(await submission).toMatchObject({
      kind: 'unknown',
      error: expect.stringMatching(/^Part 2 of 3: not submitted in time /),
      parts: [{ part: 1 }, { part: 3 }],
    });
    expect(waited).toBeLessThanOrEqual(30_000);
  });

  test('a refused later part rejects the message; the outcome names it and lists the accepted parts', async () => {
    const { carrier, submit } = await run();
    carrier.answerBy(({ part }) => (part === 3 ? 'refuse' : { accept: `part ${part}` }));
    expect(await submit(shortMessage({ text: LONG }))).toMatchObject({
      kind: 'rejected',
      error: expect.stringContaining('Part 3 of 3'),
      parts: [
        { part: 1, parts: 3, providerId: 'part 1' },
        { part: 2, parts: 3, providerId: 'part 2' },
      ],
    });
  });

  test('when one part’s answer is lost, the message is unknown until it arrives, with the other parts reported', async () => {
    // With one slot, the third part is sent after the second times out, so nothing else is in flight.
    const { carrier, handlers, advance, responseTimeoutMs, submit } = await run({ window: 1 });
    carrier.answerBy(({ part }) => (part === 2 ? 'silence' : { accept: `part ${part}` }));
    const message = shortMessage({ text: LONG });
    const submission = submit(message);
    await carrier.submitted(2);
    await advance(responseTimeoutMs);
    expect(await submission).toMatchObject({ kind: 'unknown', parts: [{ part: 1 }, { part: 3 }] });
    carrier.answerNow({ accept: 'part 2' });
    await handlers.until(() => handlers.late.length === 1);
    expect(handlers.late[0]).toMatchObject({
      reference: message.reference,
      outcome: { kind: 'accepted', parts: [{ part: 1 }, { part: 2, providerId: 'part 2' }, { part: 3 }] },
    });
  });

  test('a long message is not interrupted by another', async () => {
    const { carrier, submitAll } = await run({ window: 1 });
    const texts = [LONG, LONG.toUpperCase()];
    await Promise.all(submitAll(texts.map((text) => shortMessage({ text }))));
    // With one slot, the first message is sent in full before the second starts.
    expect(carrier.submissions.map(({ part }) => part)).toEqual([1, 2, 3, 1, 2, 3]);
  });
}

/** For gateways whose provider splits long texts. */
export function describeWholeTexts(run: Run): void {
  test('a long text is submitted whole, with one id', async () => {
    const { carrier, submit } = await run();
    const outcome = await submit(shortMessage({ text: LONG }));
    expect(carrier.submissions).toMatchObject([{ text: LONG, part: 1, parts: 1 }]);
    expect(outcome).toMatchObject({ kind: 'accepted', parts: [{ part: 1, parts: 1, providerId: 'id1' }] });
  });
}
