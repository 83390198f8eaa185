/** The fast path and the slow path beside each other before the same carrier. */
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

type Said = 'accept' | 'refuse' | 'silence' | 'throttle';

/** How the carrier answers each part of a message; one answer is a short text. */
type Script = readonly Said[];

interface Scene {
  readonly window: number;
  readonly scripts: readonly Script[];
}

const LONG_PARTS = 3;
const phoneOf = (message: number) => `+1415555${1_000 + message}`;

const said = fc.constantFrom<Said>('accept', 'accept', 'refuse', 'silence');
const script = fc.oneof(fc.tuple(said), fc.array(said, { minLength: LONG_PARTS, maxLength: LONG_PARTS }));
const scene: fc.Arbitrary<Scene> = fc.record({
  window: fc.integer({ min: 1, max: 6 }),
  scripts: fc.array(script, { minLength: 1, maxLength: 12 }),
});
/** A pause falls upon whatever is written after it, so all is written at once here. */
const throttled: fc.Arbitrary<Scene> = fc.record({
  window: fc.constant(12),
  scripts: fc.array(fc.tuple(fc.oneof(said, fc.constant<Said>('throttle'))), { minLength: 1, maxLength: 12 }),
});

/** The outcome of each message, and how many parts of it the carrier saw. */
async function play({ window, scripts }: Scene, setUp: SetUp) {
  const { gateway, carrier, advance, dispose } = await setUp({ window });
  const handlers = recordHandlers();
  const faults: string[] = [];
  const seen = scripts.map(() => 0);
  carrier.answerBy(({ to, part }): CarrierAnswer => {
    const message = Number(to.slice(-4)) - 1_000;
    seen[message] = (seen[message] ?? 0) + 1;
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
    await untilQuiet(progress);
    await advance(500);
  }
  await dispose();
  expect(faults).toEqual([]);
  return { outcomes: await Promise.all(outcomes), seen };
}

/** Time goes on only when nothing more happens by itself: the carrier is never too slow. */
async function untilQuiet(progress: () => number): Promise<void> {
  for (let quiet = 0, before = progress(); quiet < 20; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (progress() === before) continue;
    before = progress();
    quiet = 0;
  }
}

/** What a message that was handed over can have become. */
function endOf(answers: Script): SubmissionOutcome['kind'] {
  if (answers[0] === 'throttle') return 'deferred';
  if (answers[0] === 'refuse' || answers.includes('refuse')) return 'rejected';
  return answers.includes('silence') ? 'unknown' : 'accepted';
}

async function holdsBothWays(played: Scene): Promise<void> {
  const fast = await play(played, setUpSmpp);
  fast.outcomes.forEach((outcome, index) => {
    const answers = played.scripts[index] ?? [];
    if (fast.seen[index] === 0) expect(outcome).toMatchObject({ kind: 'deferred' });
    else expect(outcome.kind).toBe(endOf(answers));
  });
  expect(await play(played, setUpSlowSmpp)).toEqual(fast);
}

test('Promise 3: whatever the carrier answers, a batch ends on the fast path as on the slow', async () => {
  await fc.assert(fc.asyncProperty(scene, holdsBothWays), { numRuns: soakTimes(60) });
});

test('Promise 3: a batch of which the carrier throttles some ends so too', async () => {
  await fc.assert(fc.asyncProperty(throttled, holdsBothWays), { numRuns: soakTimes(30) });
});
