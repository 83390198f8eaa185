/**
 * The kill matrix: worker processes are killed with SIGKILL at every step of a message from claim to end, against carriers
 * that count. Each point once here, and the first two steps twice; fifty kills per step in `npm run soak -- kills`.
 */
import { writeFileSync } from 'node:fs';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import { afterEach, expect, test } from 'vitest';
import { judgeKills, type KillVerdict } from './kill-judge.ts';
import { KILL_POINTS, KILL_STEPS, type KillPoint } from './kill-points.ts';
import { type KillRun, runKills } from './kill-run.ts';
import { createKillWorld, type KillWorld, LEASE_MS } from './kill-world.ts';

const SEED = process.env.SOAK_SEED ?? '1';
const POINTS = Object.keys(KILL_POINTS) as KillPoint[];
/** Kills of lone workers, and of one worker of three. */
const ALONE = killsPerStep(1, 0);
const AMONG_OTHERS = process.env.TEXTPROBE_SOAK ? killsPerStep(4, 1) : pointsLeft();
/** The sweep runs every second, but may be slow on a machine that runs other tests too. */
const MAX_SWEEP_MS = process.env.TEXTPROBE_SOAK ? 10_000 : 30_000;
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = process.env.TEXTPROBE_SOAK ? HOUR_MS : 600_000;

let killed: KillWorld;
afterEach(() => killed.close());

test(
  `Promises 1, 3 and 4: after ${ALONE.length} kills of a lone worker at every step of a message, its successors submit nothing twice and leave nothing stuck`,
  () => killWorkers({ points: ALONE, atOnce: 1 }),
  TIMEOUT_MS,
);

test(
  `Promises 1, 3 and 4: after ${AMONG_OTHERS.length} kills of one of three workers at every step of a message, the others continue and end its expired claims`,
  () => killWorkers({ points: AMONG_OTHERS, atOnce: 3 }),
  TIMEOUT_MS,
);

test(
  'committing the claim after the write is detected: the carriers count duplicates',
  async () => {
    killed = await createKillWorld({ seed: SEED, writesFirst: true });
    const points = Array.from({ length: soakTimes(1) }, () => 'written' as const);
    const run = await runKills(killed, { points, atOnce: 1, latestTime: 1 });
    const verdict = await judgeKills(killed);
    appendReport('with the claim committed after the write (this must fail)', run, verdict);
    expect(verdict.doubled).toBeGreaterThan(0);
    expect(verdict.withoutIntent).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

/** Every point that no lone worker is killed at, and those of a step with one point. */
function pointsLeft(): KillPoint[] {
  return KILL_STEPS.flatMap((points) => (points.length === 1 ? points : points.slice(1)));
}

/** The points of `times` kills per step, ten times as many in a soak, rotating from the given point. */
function killsPerStep(times: number, from: number): KillPoint[] {
  return KILL_STEPS.flatMap((points) =>
    Array.from({ length: soakTimes(times) }, (_, n) => points[(from + n) % points.length] as KillPoint),
  );
}

async function killWorkers(options: { points: readonly KillPoint[]; atOnce: number }): Promise<void> {
  killed = await createKillWorld({ seed: `${SEED}/${options.atOnce}`, writesFirst: false });
  const run = await runKills(killed, options);
  const verdict = await judgeKills(killed);
  appendReport(`${options.atOnce} at a time`, run, verdict);
  expect(verdict.faults).toEqual([]);
  expect(verdict).toMatchObject({ doubled: 0, withoutIntent: 0 });
  for (const point of POINTS) {
    expect(run.kills.get(point) ?? 0).toBe(options.points.filter((planned) => planned === point).length);
  }
  expect(run.claimsLeft).toBeGreaterThan(0);
  // Of lone workers, several may be killed before one of them sweeps.
  if (options.atOnce > 1) expect(run.longestOpenMs).toBeLessThan(LEASE_MS + MAX_SWEEP_MS);
}

/** Appends to the evidence of a soak. */
function appendReport(title: string, run: KillRun, verdict: KillVerdict): void {
  const file = process.env.FUZZ_REPORT;
  if (file === undefined) return;
  const lines = [
    `${title}:`,
    ...POINTS.filter((point) => run.kills.has(point)).map(
      (point) => `  killed ${run.kills.get(point)} times when ${KILL_POINTS[point]}`,
    ),
    `  messages ${verdict.messages}, parts received by the carriers ${verdict.parts}`,
    `  ${[...verdict.statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`,
    `  parts submitted more than once ${verdict.doubled}, submissions without committed intent ${verdict.withoutIntent}`,
    `  claims left by killed workers ${run.claimsLeft}, open for at most ${run.longestOpenMs} ms after the kill (lease ${LEASE_MS} ms)`,
    `  other faults ${verdict.faults.length}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n\n`, { flag: 'a' });
}
