/**
 * Submits one message on the slow path. The first part is sent alone: if it is certainly not accepted, the whole message may
 * be retried later. After that it may not, so each other part is retried by itself, over another session if need be, until
 * the deadline.
 *
 * With response timeout R: a message waits up to R/2 for a slot, no part is written after 3R/2, and each response is awaited
 * for R. So a submission ends within 5R/2 (`longestSubmissionMs`).
 */
import type { Clock } from '@textprobe/domain/clock';
import type { SubmitFields } from '@textprobe/smpp/client';
import type { SubmitSmResp } from '@textprobe/smpp/pdu';
import type { OutboundMessage, SubmissionOutcome } from '../gateway-port.ts';
import { createBackOff } from '../pacing/back-off.ts';
import type { Pace } from '../pacing/pace.ts';
import type { Lanes } from './lanes.ts';
import { stateOfEnd, stateOfLateAnswer } from './part-ends.ts';
import { foldParts, type PartState } from './part-states.ts';

/** The back-off between attempts of later parts. */
const RETRY_BACK_OFF = { firstMs: 500, capMs: 4_000 };

export interface SubmissionContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly lanes: Pick<Lanes, 'best' | 'pauseLeftMs' | 'trusted'>;
  readonly pace: Pace;
  /** Aborts when the gateway must stop waiting. */
  readonly giveUp: AbortSignal;
  onLateOutcome(reference: string, outcome: SubmissionOutcome): void;
}

export interface Submission {
  readonly message: OutboundMessage;
  readonly pdus: readonly SubmitFields[];
  /** The most parts in flight. */
  readonly slots: number;
  /** Epoch milliseconds. */
  readonly lastWriteAt: number;
}

/** Never rejects. */
export async function submitParts(
  context: SubmissionContext,
  submission: Submission,
): Promise<SubmissionOutcome> {
  const { message, pdus } = submission;
  const states: PartState[] = [];
  let reported: SubmissionOutcome | undefined;

  /** A response after its timeout: while the message is in flight it counts; afterwards it corrects the reported outcome. */
  function onLateAnswer(index: number, answer: SubmitSmResp, at: number) {
    states[index] = stateOfLateAnswer(answer, at);
    if (reported?.kind === 'unknown') {
      reported = foldParts(states, pdus.length);
      context.onLateOutcome(message.reference, reported);
    }
  }

  const attemptPart = async (index: number, pdu: SubmitFields) => {
    states[index] = await writePart(context, submission, pdu, (answer, at) =>
      onLateAnswer(index, answer, at),
    );
    return states[index];
  };

  const [first, ...rest] = pdus;
  if (!first) throw new RangeError('a message has at least one part');
  const firstState = await attemptPart(0, first);
  if (firstState.kind === 'accepted' || firstState.kind === 'lost') {
    const waiting = rest.map((pdu, index) => ({ index: index + 1, pdu }));
    const workers = Array.from({ length: Math.min(submission.slots, waiting.length) }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { index, pdu } = next;
        await retryUntilAccepted(context, submission, () => attemptPart(index, pdu));
      }
    });
    await Promise.all(workers);
  }
  reported = foldParts(states, pdus.length);
  return reported;
}

async function retryUntilAccepted(
  { clock, random, lanes, giveUp }: SubmissionContext,
  { lastWriteAt }: Submission,
  attempt: () => Promise<PartState>,
): Promise<void> {
  const backOff = createBackOff({ ...RETRY_BACK_OFF, random });
  // If the previous part got no response, an enquire_link is in flight; a live link answers within milliseconds.
  if (!lanes.best()) await lanes.trusted();
  while ((await attempt()).kind === 'held') {
    const wait = backOff.next() + lanes.pauseLeftMs();
    if (clock.now() + wait > lastWriteAt || !(await slept(clock, wait, giveUp))) return;
  }
}

/** Writes one part and waits for its response. */
async function writePart(
  context: SubmissionContext,
  { lastWriteAt }: Submission,
  pdu: SubmitFields,
  onLate: (answer: SubmitSmResp, at: number) => void,
): Promise<PartState> {
  const { clock, lanes, pace } = context;
  const held = (reason: string, retryAfterMs = 1_000): PartState => {
    return { kind: 'held', at: clock.now(), reason, retryAfterMs };
  };
  const acquired = pace.acquire(lastWriteAt, context.giveUp);
  // Without a limit, do not even wait for a microtask.
  const result = acquired instanceof Promise ? await acquired : acquired;
  if (result === 'stopped') return held('the gateway was stopped');
  if (result !== 'now') return held('the throughput limit is reached', result.retryAfterMs);
  const lane = lanes.best();
  if (!lane) return held('the link is down');
  return new Promise((resolve) =>
    lane.session.client.submit(
      pdu,
      (end, writtenAt) => resolve(stateOfEnd(end, writtenAt ?? clock.now(), lane, context.random)),
      (answer, writtenAt) => onLate(answer, writtenAt ?? clock.now()),
    ),
  );
}

/** False if `signal` aborted first. */
async function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
}
