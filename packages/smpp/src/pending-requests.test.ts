import { describe, expect, it } from 'vitest';
import type { SubmitSmResp } from './pdu.ts';
import { createPendingRequests, type PendingRequest } from './pending-requests.ts';
import { createManualClock } from './testing/manual-clock.ts';

const LAST_SEQUENCE = 0x7fffffff;

function startPending(options: { window?: number; firstSequence?: number } = {}) {
  const clock = createManualClock();
  const pending = createPendingRequests({ clock, window: 10, onLateResponse: undefined, ...options });

  /** A submit_sm that waits for its answer. */
  function submit() {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request: PendingRequest = {
      sequence: pending.nextSequence(),
      answer: 'submit_sm_resp',
      deadline: clock.now() + 1_000,
      inWindow: true,
      writtenAt: clock.now(),
      onWritten: undefined,
      resolve,
      reject,
    };
    pending.add(request);
    return { sequence: request.sequence, answered: promise };
  }

  return { pending, submit };
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

  it('go on at 1 after the last that the standard allows, and answers still find their requests', async () => {
    const { pending, submit } = startPending({ firstSequence: LAST_SEQUENCE - 1 });
    const requests = [submit(), submit(), submit()];
    expect(requests.map(({ sequence }) => sequence)).toEqual([LAST_SEQUENCE - 1, LAST_SEQUENCE, 1]);
    for (const { sequence } of requests) pending.settle(answerTo(sequence));
    const answers = await Promise.all(requests.map(({ answered }) => answered));
    expect(answers).toEqual(requests.map(({ sequence }) => answerTo(sequence)));
  });

  it('pass over those that still wait when they come round again', () => {
    const { pending, submit } = startPending({ firstSequence: LAST_SEQUENCE });
    pending.add({
      sequence: 1,
      answer: 'enquire_link_resp',
      deadline: 1_000,
      inWindow: false,
      writtenAt: 0,
      onWritten: undefined,
      resolve: () => {},
      reject: () => {},
    });
    expect([submit(), submit()].map(({ sequence }) => sequence)).toEqual([LAST_SEQUENCE, 2]);
  });
});

describe('the end of a session', () => {
  it('is told to whoever waits for a free slot, though it frees every slot', async () => {
    const { pending, submit } = startPending({ window: 1 });
    const { answered } = submit();
    const free = pending.whenFree();
    pending.endAll('gone');
    await expect(free).rejects.toMatchObject({ reason: 'closed' });
    await expect(answered).rejects.toMatchObject({ reason: 'closed', written: true });
    expect(pending.freeSlots).toBe(0);
  });
});
