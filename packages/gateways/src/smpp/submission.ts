/**
 * One message on its way to the carrier. The first part goes alone: if it is surely not taken, nothing has happened and
 * the message may be tried again as a whole. From then on it may not, so the other parts are tried again by themselves,
 * over another session too, for as long as there is time.
 *
 * With R the response timeout: a message waits for room until R/2, no part is written after 3R/2, and no answer is
 * waited for longer than R. So a submission ends within 5R/2 (`longestSubmissionMs`).
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

/** Between the tries of a part that is not the first. */
const BETWEEN_TRIES = { firstMs: 500, capMs: 4_000 };

export interface SubmissionContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly lanes: Pick<Lanes, 'best' | 'pauseLeftMs' | 'trusted'>;
  readonly pace: Pace;
  /** Aborts when the program cannot wait any longer. */
  readonly giveUp: AbortSignal;
  onLateOutcome(reference: string, outcome: SubmissionOutcome): void;
}

export interface Submission {
  readonly message: OutboundMessage;
  readonly pdus: readonly SubmitFields[];
  /** How many parts may be unanswered at a time. */
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
  let told: SubmissionOutcome | undefined;

  /** An answer after its timer: while the message is under way it just counts; afterwards it corrects what was told. */
  function onLateAnswer(index: number, answer: SubmitSmResp, at: number) {
    states[index] = stateOfLateAnswer(answer, at);
    if (told?.kind === 'unknown') {
      told = foldParts(states, pdus.length);
      context.onLateOutcome(message.reference, told);
    }
  }

  const tryPart = async (index: number, pdu: SubmitFields) => {
    states[index] = await writePart(context, submission, pdu, (answer, at) =>
      onLateAnswer(index, answer, at),
    );
    return states[index];
  };

  const [first, ...rest] = pdus;
  if (!first) throw new RangeError('a message has at least one part');
  const begun = await tryPart(0, first);
  if (begun.kind === 'accepted' || begun.kind === 'lost') {
    const waiting = rest.map((pdu, index) => ({ index: index + 1, pdu }));
    const lanes = Array.from({ length: Math.min(submission.slots, waiting.length) }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { index, pdu } = next;
        await untilTaken(context, submission, () => tryPart(index, pdu));
      }
    });
    await Promise.all(lanes);
  }
  told = foldParts(states, pdus.length);
  return told;
}

async function untilTaken(
  { clock, random, lanes, giveUp }: SubmissionContext,
  { lastWriteAt }: Submission,
  tryOnce: () => Promise<PartState>,
): Promise<void> {
  const backOff = createBackOff({ ...BETWEEN_TRIES, random });
  // Where the part before had no answer, the link is being asked whether it lives: a matter of milliseconds, if it does.
  if (!lanes.best()) await lanes.trusted();
  while ((await tryOnce()).kind === 'held') {
    const wait = backOff.next() + lanes.pauseLeftMs();
    if (clock.now() + wait > lastWriteAt || !(await slept(clock, wait, giveUp))) return;
  }
}

/** Writes one part once and waits for its answer. */
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
  const asked = pace.turn(lastWriteAt, context.giveUp);
  // Without a limit nothing is waited for, not even a turn of the microtasks.
  const turn = asked instanceof Promise ? await asked : asked;
  if (turn === 'stopped') return held('the gateway was stopped');
  if (turn !== 'now') return held('the limit of messages a second leaves no room', turn.retryAfterMs);
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

/** False when `signal` aborted first. */
async function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  return clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
}
