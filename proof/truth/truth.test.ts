/**
 * The truth test: what the product says of each message beside what the lab knows truly happened to it. Three thousand
 * here; `npm run soak -- truth` sends a million, and a thousand slowly by the real clock, to judge its delays too.
 */
import { writeFileSync } from 'node:fs';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import { FATE_MARKS } from '@textprobe/carrier-lab/scenario-model';
import { countRollupFaults } from '@textprobe/database/rollups/rollup-rebuild';
import { realClock } from '@textprobe/database/testing/real-clock';
import { afterEach, expect, test } from 'vitest';
import { runTruth } from './truth-run.ts';
import { absentScenario, BODIES, truthScenario } from './truth-scenario.ts';
import { createTruthWorld, type TruthWorld } from './truth-world.ts';
import { createWorkClock, type WorkClock } from './work-clock.ts';

const MESSAGES = Number(process.env.TRUTH_MESSAGES ?? 3_000);
const PHONES = 20;
/** A short run is ten tests too, so that every text there is goes out. */
const OFFICES = Math.min(50, Math.ceil(MESSAGES / PHONES / BODIES.length));
const TESTS = Math.ceil(MESSAGES / (OFFICES * PHONES));
const SEED = process.env.SOAK_SEED ?? '1';
const TOLERANCE_MS = 5;
/** Below this rare fates may not come up. */
const ENOUGH = 3_000;
/** Comes only where the machine sends more in a second than the carrier takes; a slow one never does. */
const HASTE = 'throttled';
const HOUR_MS = 3_600_000;
/** A busy machine stops a process for seconds: by the real clock single instants are this far apart, and half of them hardly. */
const STALL_MS = 5_000;
const REAL_MEDIAN_MS = 25;
/** Two in a short run, thirty in a million: were they many a minute, the links would be down for most of it. */
const LINK_CUTS = Math.min(0.001, Math.max(0.00003, 2 / MESSAGES));

/** What must have come up, so that it has been shown. */
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
const CLASSES = ['identical', 're-encoded', 'truncated', 'joined wrongly', 'altered', 'sender altered'];

let truthWorld: TruthWorld;
let clock: WorkClock | undefined;
afterEach(async () => {
  await truthWorld.close();
  clock?.stop();
});

test(
  `SERVER-2, SERVER-3, SERVER-4, promises 3 to 5: of ${TESTS * OFFICES * PHONES} messages through every lie, loss, alteration, reordering and doubling no verdict is wrong, none is unexplained, no delay is more than ${TOLERANCE_MS} ms from the truth`,
  async () => {
    clock = createWorkClock();
    const scenario = loadScenario(truthScenario(LINK_CUTS));
    truthWorld = await createTruthWorld({ seed: SEED, clock, offices: OFFICES, phones: PHONES, scenario });
    const tally = await runTruth(truthWorld, { tests: TESTS, atATime: 40, toleranceMs: TOLERANCE_MS, keep });
    tell('by a clock that hardly moves while the process is busy', [
      ...tally.describe(),
      `events in the lab’s record: ${truthWorld.book.events}; links cut: ${truthWorld.book.cuts.length}`,
    ]);
    expect(tally.faults).toEqual([]);
    expect(tally.faulty).toBe(0);
    expect(tally.messages).toBe(TESTS * OFFICES * PHONES);
    if (tally.messages >= ENOUGH) {
      const fates = FATE_MARKS.filter((mark) => mark !== HASTE);
      expect([...tally.marks.keys()]).toEqual(expect.arrayContaining(fates));
      expect([...tally.verdicts.keys()]).toEqual(expect.arrayContaining(VERDICTS));
      expect([...tally.classes.keys()]).toEqual(expect.arrayContaining(CLASSES));
    }
    // None has to wait for half an hour: what is held back or put off is sent in the end.
    expect(tally.verdicts.get('not sent') ?? 0).toBe(0);
    expect(await countRollupFaults(truthWorld.world.db)).toBe(0);
  },
  process.env.TEXTPROBE_SOAK ? 4 * HOUR_MS : 600_000,
);

test('SERVER-3 of messages to phones that are switched off no verdict is wrong either: it is no failure of the route', async () => {
  clock = createWorkClock();
  const scenario = loadScenario(absentScenario([1, 2, 3, 4].map((n) => `+1212555000${n}`)));
  truthWorld = await createTruthWorld({
    seed: SEED,
    clock,
    offices: 10,
    phones: 10,
    scenario,
    offlineAfterMs: 600,
  });
  const tally = await runTruth(truthWorld, { tests: 1, atATime: 1, toleranceMs: TOLERANCE_MS, keep });
  tell('with phones that are switched off', tally.describe());
  expect(tally.faults).toEqual([]);
  expect(tally.verdicts.get('handset offline')).toBeGreaterThan(4);
}, 300_000);

test.runIf(process.env.TEXTPROBE_SOAK)(
  'promise 5 of messages over links that are cut again and again no verdict is wrong either, and no receipt is in doubt',
  async () => {
    clock = createWorkClock();
    const scenario = loadScenario(truthScenario(0.003));
    truthWorld = await createTruthWorld({ seed: SEED, clock, offices: OFFICES, phones: PHONES, scenario });
    const tally = await runTruth(truthWorld, { tests: 10, atATime: 10, toleranceMs: TOLERANCE_MS, keep });
    tell('with links that are cut again and again', [
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
  'GUARD-8 by the real clock, at 50 messages a second and held back for longer than their deadline, no verdict is wrong either, and no delay',
  async () => {
    truthWorld = await createTruthWorld({
      seed: SEED,
      clock: realClock,
      offices: 10,
      phones: 5,
      throughput: 50,
    });
    const tally = await runTruth(truthWorld, { tests: 20, atATime: 20, toleranceMs: STALL_MS, keep });
    tell('by the real clock, 50 messages a second', tally.describe());
    expect(tally.faults).toEqual([]);
    expect(tally.verdicts.get('not sent') ?? 0).toBe(0);
    for (const name of ['submissionOff', 'receptionOff', 'delayOff'] as const)
      expect(tally.distance(name, 0.5), name).toBeLessThanOrEqual(REAL_MEDIAN_MS);
  },
  HOUR_MS,
);

/** Every fault of a soak with all that settles it, one a line: too much for a page, and not to be done without. */
function keep(fault: object): void {
  const file = process.env.TRUTH_FAULTS;
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(fault)}\n`, { flag: 'a' });
}

/** For the evidence of a soak. */
function tell(title: string, lines: readonly string[]): void {
  const file = process.env.FUZZ_REPORT;
  if (file !== undefined) writeFileSync(file, `${[`${title}:`, ...lines].join('\n')}\n\n`, { flag: 'a' });
}
