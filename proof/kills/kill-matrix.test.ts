/**
 * The kill matrix: worker processes killed with -9 at every step between a message's claim and its end, in front of
 * carriers that count. Three deaths at each step here, by turns at its points; fifty in `npm run soak -- kills`.
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
/** Deaths of lone workers, and of one of three. */
const ALONE = deaths(1, 0);
const AMONG_OTHERS = process.env.TEXTPROBE_SOAK ? deaths(4, 1) : deaths(2, 1);
/** The sweep looks each second; a machine that runs other tests beside this one may be long about it. */
const SWEPT_WITHIN_MS = process.env.TEXTPROBE_SOAK ? 10_000 : 30_000;
const HOUR_MS = 3_600_000;
const TIMEOUT_MS = process.env.TEXTPROBE_SOAK ? HOUR_MS : 600_000;

let killed: KillWorld;
afterEach(() => killed.close());

test(
  `Promises 1, 3 and 4: ${ALONE.length} lone workers, killed at every step of a message, have successors that submit nothing twice and leave nothing stuck`,
  () => killWorkers({ points: ALONE, atOnce: 1 }),
  TIMEOUT_MS,
);

test(
  `Promises 1, 3 and 4: of three workers one is killed, ${AMONG_OTHERS.length} times, at every step of a message; the others go on, and end its claims by the lease`,
  () => killWorkers({ points: AMONG_OTHERS, atOnce: 3 }),
  TIMEOUT_MS,
);

test(
  'were the claim committed after the write, the carriers would count doubles',
  async () => {
    killed = await createKillWorld({ seed: SEED, writesFirst: true });
    const points = Array.from({ length: soakTimes(3) }, () => 'written' as const);
    const run = await runKills(killed, { points, atOnce: 1, latestTime: 1 });
    const verdict = await judgeKills(killed);
    tell('with the claim committed after the write (this must fail)', run, verdict);
    expect(verdict.doubled).toBeGreaterThan(0);
    expect(verdict.withoutIntent).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

/** Each step so often, ten times that in a soak, by turns at its points from the given one on. */
function deaths(times: number, from: number): KillPoint[] {
  return KILL_STEPS.flatMap((points) =>
    Array.from({ length: soakTimes(times) }, (_, n) => points[(from + n) % points.length] as KillPoint),
  );
}

async function killWorkers(options: { points: readonly KillPoint[]; atOnce: number }): Promise<void> {
  killed = await createKillWorld({ seed: `${SEED}/${options.atOnce}`, writesFirst: false });
  const run = await runKills(killed, options);
  const verdict = await judgeKills(killed);
  tell(`${options.atOnce} at a time`, run, verdict);
  expect(verdict.faults).toEqual([]);
  expect(verdict).toMatchObject({ doubled: 0, withoutIntent: 0 });
  for (const point of POINTS) {
    expect(run.kills.get(point) ?? 0).toBe(options.points.filter((wanted) => wanted === point).length);
  }
  expect(run.claimsLeft).toBeGreaterThan(0);
  expect(run.longestOpenMs).toBeLessThan(LEASE_MS + SWEPT_WITHIN_MS);
}

/** For the evidence of a soak. */
function tell(title: string, run: KillRun, verdict: KillVerdict): void {
  const file = process.env.FUZZ_REPORT;
  if (file === undefined) return;
  const lines = [
    `${title}:`,
    ...POINTS.filter((point) => run.kills.has(point)).map(
      (point) => `  killed ${run.kills.get(point)} times where ${KILL_POINTS[point]}`,
    ),
    `  messages ${verdict.messages}, parts at the carriers ${verdict.parts}`,
    `  ${[...verdict.statuses].map(([status, count]) => `${status} ${count}`).join(', ')}`,
    `  parts submitted more than once ${verdict.doubled}, submissions before their intent ${verdict.withoutIntent}`,
    `  claims left by the dead ${run.claimsLeft}, open for ${run.longestOpenMs} ms after the death at most (lease ${LEASE_MS} ms)`,
    `  other faults ${verdict.faults.length}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n\n`, { flag: 'a' });
}
