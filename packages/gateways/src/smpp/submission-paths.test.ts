/** Compares the fast and the slow path in front of the same carrier. */
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SubmissionOutcome } from '../gateway-port.ts';
import { LONG } from '../testing/gateway-long-texts.ts';
import { recordHandlers } from '../testing/recorded-handlers.ts';
import { shortMessage, submitAll } from '../testing/running-gateway.ts';
import { setUpSlowSmpp } from '../testing/slow-smpp-rig.ts';
import { type SmppRig, setUpSmpp } from '../testing/smpp-rig.ts';
import type { CarrierAnswer, RigOptions } from '../testing/test-carrier.ts';

type SetUp = (options: RigOptions) => Promise<SmppRig>;

type PartResponse = 'accept' | 'refuse' | 'silence' | 'throttle';

/** The carrier's response to each part of a message; a short text has one. */
type Script = readonly PartResponse[];

interface Scene {
  readonly window: number;
  readonly scripts: readonly Script[];
}

const LONG_PARTS = 3;
const phoneOf = (message: number) => `+1415555${1_000 + message}`;

const response = fc.constantFrom<PartResponse>('accept', 'accept', 'refuse', 'silence');
const script = fc.oneof(
  fc.tuple(response),
  fc.array(response, { minLength: LONG_PARTS, maxLength: LONG_PARTS }),
);
const scene: fc.Arbitrary<Scene> = fc.record({
  window: fc.integer({ min: 1, max: 6 }),
  scripts: fc.array(script, { minLength: 1, maxLength: 12 }),
});
/** A pause affects everything written after it, so here everything is written at once. */
const throttled: fc.Arbitrary<Scene> = fc.record({
  window: fc.constant(12),
  scripts: fc.array(fc.tuple(fc.oneof(response, fc.constant<PartResponse>('throttle'))), {
    minLength: 1,
    maxLength: 12,
  }),
});

/** The outcome of each message, and how many of its parts the carrier received. */
async function play({ window, scripts }: Scene, setUp: SetUp) {
  const { gateway, carrier, advance, dispose } = await setUp({ window });
  const handlers = recordHandlers();
  const faults: string[] = [];
  const received = scripts.map(() => 0);
  carrier.answerBy(({ to, part }): CarrierAnswer => {
    const message = Number(to.slice(-4)) - 1_000;
    received[message] = (received[message] ?? 0) + 1;
    const answer = scripts[message]?.[part - 1] ?? 'refuse';
    return answer === 'accept' ? { accept: `${to}/${part}` } : answer;
  });
  gateway.start(handlers);
  await handlers.until(() => handlers.calls > 0);
  const messages = scripts.map((parts, index) =>
    shortMessage({ reference: `m${index}`, to: phoneOf(index), text: parts.length > 1 ? LONG : 'Hello' }),
  );
  const outcomes = submitAll(gateway, messages, (fault) => faults.push(fault));
  let ended = 0;
  for (const outcome of outcomes) void outcome.then(() => (ended += 1));
  const progress = () => ended + carrier.submissions.length;
  while (ended < messages.length) {
    await untilIdle(progress);
    await advance(500);
  }
  await dispose();
  expect(faults).toEqual([]);
  return { outcomes: await Promise.all(outcomes), received };
}

/** Waits until nothing more happens without advancing the clock, so that the carrier is never too slow. */
async function untilIdle(progress: () => number): Promise<void> {
  for (let quiet = 0, before = progress(); quiet < 20; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (progress() === before) continue;
    before = progress();
    quiet = 0;
  }
}

/** The expected outcome of a message that was submitted. */
function endOf(answers: Script): SubmissionOutcome['kind'] {
  if (answers[0] === 'throttle') return 'deferred';
  if (answers[0] === 'refuse' || answers.includes('refuse')) return 'rejected';
  return answers.includes('silence') ? 'unknown' : 'accepted';
}

async function expectSameOutcomes(example: Scene): Promise<void> {
  const fast = await play(example, setUpSmpp);
  fast.outcomes.forEach((outcome, index) => {
    const answers = example.scripts[index] ?? [];
    if (fast.received[index] === 0) expect(outcome).toMatchObject({ kind: 'deferred' });
    else expect(outcome.kind).toBe(endOf(answers));
  });
  expect(await play(example, setUpSlowSmpp)).toEqual(fast);
}

test('Promise 3: a batch has the same outcomes on the fast and the slow path, whatever the carrier answers', async () => {
  await fc.assert(fc.asyncProperty(scene, expectSameOutcomes), { numRuns: soakTimes(60) });
});

test('Promise 3: a partly throttled batch has the same outcomes on both paths too', async () => {
  await fc.assert(fc.asyncProperty(throttled, expectSameOutcomes), { numRuns: soakTimes(30) });
});
