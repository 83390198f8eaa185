/**
 * The truth test: compares the product's report of each message with what the lab knows to have happened. A thousand SMS
 * and 160 MMS here; `npm run soak -- truth` sends a million, and a thousand slowly on the real clock, to check
 * delays too.
 */
import { writeFileSync } from 'node:fs';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import { FATE_MARKS } from '@textprobe/carrier-lab/scenario-model';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { realClock } from '@textprobe/database/testing/real-clock';
import { afterEach, expect, test } from 'vitest';
import { MMS_OFFICES, planTests } from './plan-tests.ts';
import { runTruth } from './truth-run.ts';
import { ABSENT_FROM_MS, absentScenario, BODIES, truthScenario } from './truth-scenario.ts';
import { createTruthWorld, type TruthWorld } from './truth-world.ts';
import { createWorkClock, type WorkClock } from './work-clock.ts';

const MESSAGES = Number(process.env.TRUTH_MESSAGES ?? 1_000);
const PHONES = 20;
/** A short run has ten tests too, so that it sends every text. */
const OFFICES = Math.min(50, Math.ceil(MESSAGES / PHONES / BODIES.length));
const TESTS = Math.ceil(MESSAGES / (OFFICES * PHONES));
/** One for each set of files, and a hundredth of the messages of a soak. */
const MMS_TESTS = Math.max(4, Math.ceil(MESSAGES / 100 / MMS_OFFICES / PHONES));
const ALL_MESSAGES = (TESTS * OFFICES + MMS_TESTS * Math.min(OFFICES, MMS_OFFICES)) * PHONES;
const SEED = process.env.SOAK_SEED ?? '1';
const TOLERANCE_MS = 5;
/** Rare fates may not occur with fewer messages. */
const MIN_FOR_RARE_FATES = 1_000;
/** Occurs only if the machine sends faster than the carrier accepts, which a slow one never does. */
const THROTTLED = 'throttled';
const HOUR_MS = 3_600_000;
/** A busy machine pauses a process for seconds: on the real clock single instants may be this far off, half of them hardly. */
const STALL_MS = 5_000;
const REAL_MEDIAN_MS = 25;
/** Two in a short run, thirty in a million; with many per minute the links would be down most of the time. */
const LINK_CUTS = Math.min(0.001, Math.max(0.00003, 2 / MESSAGES));

/** What must occur, to count as tested. */
const VERDICTS = [
  'confirmed',
  'altered',
  'late',
  'receipt only',
  'carrier confirmed',
  'undelivered',
  'lost',
  'rejected',
  'unknown',
];
const FILE_FINDINGS = ['identical', 'recoded', 'other kind', 'damaged', 'missing', 'not told'];
const CLASSES = [
  'identical',
  're-encoded',
  'truncated',
  'joined wrongly',
  'cosmetic',
  'text added',
  'escaped',
  'masked',
  'link rewritten',
  'part missing',
  'sender altered',
];

let truthWorld: TruthWorld;
let clock: WorkClock | undefined;
afterEach(async () => {
  await truthWorld.close();
  clock?.stop();
});

test(
  `SERVER-2, SERVER-3, SERVER-4, EVIDENCE-1, promises 3 to 5: ${ALL_MESSAGES} SMS and MMS with every kind of lie, loss, alteration, reordering and duplication have correct and explained verdicts and findings, and delays within ${TOLERANCE_MS} ms`,
  async () => {
    clock = createWorkClock();
    const scenario = loadScenario(truthScenario(LINK_CUTS));
    truthWorld = await createTruthWorld({ seed: SEED, clock, offices: OFFICES, phones: PHONES, scenario });
    const tally = await runTruth(truthWorld, {
      tests: await planTests(truthWorld, { sms: TESTS, mms: MMS_TESTS }),
      atATime: 40,
      toleranceMs: TOLERANCE_MS,
      keepFault,
    });
    appendReport('on a clock that hardly moves while the process is busy', [
      ...tally.describe(),
      `events in the lab’s record: ${truthWorld.book.events}; links cut: ${truthWorld.book.cuts.length}`,
    ]);
    expect(tally.faults).toEqual([]);
    expect(tally.faulty).toBe(0);
    expect(tally.messages).toBe(ALL_MESSAGES);
    if (tally.messages >= MIN_FOR_RARE_FATES) {
      const fates = [...FATE_MARKS.filter((mark) => mark !== THROTTLED), 'parts-separate'];
      expect([...tally.marks.keys()]).toEqual(expect.arrayContaining(fates));
      expect([...tally.verdicts.keys()]).toEqual(expect.arrayContaining(VERDICTS));
      expect([...tally.classes.keys()]).toEqual(expect.arrayContaining(CLASSES));
      expect([...tally.fileFindings.keys()]).toEqual(expect.arrayContaining(FILE_FINDINGS));
    }
    // No message waits until it expires: throttled and held-back messages are sent in the end.
    expect(tally.verdicts.get('not sent') ?? 0).toBe(0);
    expect(await countRollupFaults(truthWorld.world.db)).toBe(0);
  },
  process.env.TEXTPROBE_SOAK ? 4 * HOUR_MS : 600_000,
);

test('SERVER-3 messages to phones that are switched off have correct verdicts: it is not a failure of the route', async () => {
  clock = createWorkClock();
  const scenario = loadScenario(absentScenario());
  truthWorld = await createTruthWorld({
    seed: SEED,
    clock,
    offices: 10,
    phones: 10,
    scenario,
    offline: { afterMs: 600, clock },
  });
  const tests = await planTests(truthWorld, { sms: 1, mms: 0 });
  await clock.sleep(ABSENT_FROM_MS);
  const tally = await runTruth(truthWorld, { tests, atATime: 1, toleranceMs: TOLERANCE_MS, keepFault });
  appendReport('with phones that are switched off', tally.describe());
  expect(tally.faults).toEqual([]);
  expect(tally.verdicts.get('handset offline')).toBeGreaterThan(4);
}, 300_000);

test.runIf(process.env.TEXTPROBE_SOAK)(
  'promise 5 messages over links that are cut repeatedly have correct verdicts, and no receipt is in doubt',
  async () => {
    clock = createWorkClock();
    const scenario = loadScenario(truthScenario(0.003));
    truthWorld = await createTruthWorld({ seed: SEED, clock, offices: OFFICES, phones: PHONES, scenario });
    const tally = await runTruth(truthWorld, {
      tests: await planTests(truthWorld, { sms: 10, mms: 2 }),
      atATime: 12,
      toleranceMs: TOLERANCE_MS,
      keepFault,
    });
    appendReport('with links that are cut repeatedly', [
      ...tally.describe(),
      `links cut: ${truthWorld.book.cuts.length}`,
    ]);
    expect(tally.faults).toEqual([]);
    expect([...tally.doubts]).toEqual([]);
    expect(tally.verdicts.get('not sent') ?? 0).toBe(0);
    expect(truthWorld.book.cuts.length).toBeGreaterThan(3);
  },
  HOUR_MS,
);

test.runIf(process.env.TEXTPROBE_SOAK)(
  'GUARD-8 at 50 messages a second on the real clock, held back for longer than their deadline, messages have correct verdicts and delays',
  async () => {
    truthWorld = await createTruthWorld({
      seed: SEED,
      clock: realClock,
      offices: 10,
      phones: 5,
      throughput: 50,
    });
    const tests = await planTests(truthWorld, { sms: 20, mms: 0 });
    const tally = await runTruth(truthWorld, { tests, atATime: 20, toleranceMs: STALL_MS, keepFault });
    appendReport('on the real clock, 50 messages a second', tally.describe());
    expect(tally.faults).toEqual([]);
    expect(tally.verdicts.get('not sent') ?? 0).toBe(0);
    for (const name of ['submissionOff', 'receptionOff', 'delayOff'] as const)
      expect(tally.distance(name, 0.5), name).toBeLessThanOrEqual(REAL_MEDIAN_MS);
  },
  HOUR_MS,
);

/** Writes every fault of a soak with its evidence to a file, one per line; a page has no room for that. */
function keepFault(fault: object): void {
  const file = process.env.TRUTH_FAULTS;
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(fault)}\n`, { flag: 'a' });
}

/** Appends to the evidence of a soak. */
function appendReport(title: string, lines: readonly string[]): void {
  const file = process.env.FUZZ_REPORT;
  if (file !== undefined) writeFileSync(file, `${[`${title}:`, ...lines].join('\n')}\n\n`, { flag: 'a' });
}
