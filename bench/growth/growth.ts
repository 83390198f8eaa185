/**
 * `npm run bench -- growth`: the dispatch of `dispatch` over an empty database, and again beside ten million messages of the
 * present month and as many parts, then beside twice as many (`--scale 0.1` for a tenth). What counts is the ratio.
 */
import type { BenchOptions } from '../options.ts';
import { type Round, sendRound } from '../dispatch/dispatch.ts';
import { figure, markdownTable, median, writeSection } from '../readme-section.ts';
import { type Stage, withStage } from '../stage.ts';
import { fillMonth } from './fill-month.ts';

const MESSAGES = 50_000;
const PHONES = 500;
/** Messages that lie there, at scale 1. */
const SIZES = [0, 10_000_000, 20_000_000];
/** CPU of a message beside so many, over that beside none. */
const TARGET = 1.15;

interface Grown {
  readonly rows: number;
  readonly rounds: readonly Round[];
}

export async function measureGrowth({ messages, rounds, scale, write }: BenchOptions): Promise<void> {
  const offices = Math.max(1, Math.round((messages ?? MESSAGES) / PHONES));
  const grown = await withStage({ offices, phones: PHONES, evidence: 'receipt' }, async (stage) => {
    const all: Grown[] = [];
    for (const size of SIZES) all.push(await measureBeside(stage, Math.round(size * scale), offices, rounds));
    return all;
  });
  const figures = describe(grown, offices * PHONES);
  process.stdout.write(figures);
  if (write) await writeSection('growth', figures);
}

async function measureBeside(stage: Stage, rows: number, offices: number, count: number): Promise<Grown> {
  await fillMonth(stage.database, rows, (done) =>
    process.stderr.write(`${figure(done)} of ${figure(rows)} messages lie there\n`),
  );
  // Plans and buffers of what has grown since the last round.
  await sendRound(stage, offices);
  const rounds: Round[] = [];
  for (let round = 1; round <= count; round += 1) {
    rounds.push(await sendRound(stage, offices));
    process.stderr.write(`round ${round}: ${Math.round(rounds.at(-1)?.perSecond ?? 0)} messages a second\n`);
  }
  return { rows, rounds };
}

const cpuOf = ({ rounds }: Grown): number => median(rounds.map(({ cpu }) => cpu.node + cpu.postgres));
const rateOf = ({ rounds }: Grown): number => median(rounds.map(({ perSecond }) => perSecond));

function describe(grown: readonly Grown[], count: number): string {
  const [empty] = grown as [Grown, ...Grown[]];
  const table = markdownTable([
    [
      `messages that lie there (${figure(count)} a round)`,
      'a second, median',
      'each round',
      'CPU-s per 1,000',
      'CPU over that of none',
    ],
    ...grown.map((one) => [
      figure(one.rows),
      figure(rateOf(one)),
      one.rounds.map(({ perSecond }) => Math.round(perSecond)).join(', '),
      cpuOf(one).toFixed(3),
      (cpuOf(one) / cpuOf(empty)).toFixed(2),
    ]),
  ]);
  const most = Math.max(...grown.map((one) => cpuOf(one) / cpuOf(empty)));
  const isReached = most <= TARGET;
  return `${table}\n- CPU beside the most, over that beside none: ${most.toFixed(2)} (target at most ${TARGET}: ${isReached ? 'reached' : '**not reached**'}).\n`;
}
