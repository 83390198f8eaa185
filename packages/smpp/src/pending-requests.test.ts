import { describe, expect, it } from 'vitest';
import type { SubmitSmResp } from './pdu.ts';
import { createPendingRequests, type PendingRequest } from './pending-requests.ts';
import { createManualClock } from './testing/manual-clock.ts';

const LAST_SEQUENCE = 0x7fffffff;

function startPending(options: { window?: number; firstSequence?: number } = {}) {
  const clock = createManualClock();
  const pending = createPendingRequests({ clock, window: 10, ...options });

  /** Adds a pending submit_sm. */
  function submit(more: Partial<PendingRequest> = {}) {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request: PendingRequest = {
      sequence: pending.nextSequence(),
      answer: 'submit_sm_resp',
      deadline: clock.now() + 1_000,
      inWindow: true,
      writtenAt: clock.now(),
      resolve,
      reject,
      onLate: undefined,
      ...more,
    };
    pending.add(request);
    return { sequence: request.sequence, answered: promise };
  }

  return { clock, pending, submit };
}

const answerTo = (sequence: number): SubmitSmResp => ({
  command: 'submit_sm_resp',
  sequence,
  status: 0,
  messageId: `id-${sequence}`,
  tlvs: new Map(),
});

describe('sequence numbers', () => {
  it('begin at 1', () => {
    const { submit } = startPending();
    expect([submit(), submit()].map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('wrap to 1 after the last that the standard allows, and responses still find their requests', async () => {
    const { pending, submit } = startPending({ firstSequence: LAST_SEQUENCE - 1 });
    const requests = [submit(), submit(), submit()];
    expect(requests.map(({ sequence }) => sequence)).toEqual([LAST_SEQUENCE - 1, LAST_SEQUENCE, 1]);
    for (const { sequence } of requests) pending.settle(answerTo(sequence));
    const answers = await Promise.all(requests.map(({ answered }) => answered));
    expect(answers).toEqual(requests.map(({ sequence }) => answerTo(sequence)));
  });

  it('skip those still pending after wrapping', () => {
    const { submit } = startPending({ firstSequence: LAST_SEQUENCE - 1 });
    submit({ sequence: 1, answer: 'enquire_link_resp', inWindow: false });
    expect([submit(), submit()].map(({ sequence }) => sequence)).toEqual([LAST_SEQUENCE, 2]);
  });
});

it('the end of a session ends all pending requests, and frees no slot', async () => {
  const { pending, submit } = startPending({ window: 1 });
  const { answered } = submit();
  pending.endAll('gone');
  await expect(answered).rejects.toMatchObject({ reason: 'closed', written: true });
  expect(pending.freeSlots).toBe(0);
});

describe('a late response', () => {
  it('reaches its timed-out request only once, with the time of the write', () => {
    const { clock, pending, submit } = startPending();
    const late: unknown[] = [];
    for (const name of ['one', 'two'])
      submit({ reject() {}, onLate: (answer, writtenAt) => late.push(name, answer, writtenAt) });
    const writtenAt = clock.now();
    clock.advance(1_000);
    for (const sequence of [2, 2, 3]) pending.settle(answerTo(sequence));
    expect(late).toEqual(['two', answerTo(2), writtenAt]);
  });

  it('is dropped for the oldest of more than 10,000 timed-out requests', () => {
    const { clock, pending, submit } = startPending();
    const late: number[] = [];
    for (let sequence = 1; sequence <= 10_001; sequence += 1)
      submit({ reject() {}, onLate: (answer) => late.push(answer.sequence) });
    clock.advance(1_000);
    for (const sequence of [1, 2]) pending.settle(answerTo(sequence));
    expect(late).toEqual([2]);
  });
});
