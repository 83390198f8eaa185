/**
 * `npm run bench -- growing`: `serve` and 1, 2 and 4 `work` as processes over one PostgreSQL, then one `work` beside millions of
 * messages of the present month (`--beside`): how the throughput grows, and that however many work, every message is made once
 * and every part of it submitted once.
 */
import { cpuTime, ownCpuTime } from '../cpu-time.ts';
import type { BenchOptions } from '../options.ts';
import type { Program } from '../program.ts';
import { figure, markdownTable, median, targetLines, writeSection } from '../readme-section.ts';
import { type Stage, withStage } from '../stage.ts';
import { fillMonth } from './fill-month.ts';
import { sendOnce } from './once.ts';

const WORKERS = [1, 2, 4];
const MESSAGES = 20_000;
const PHONES = 500;
const SHORT = { text: 'Hello', parts: 1 };
/** Two parts, by 7 bits a character. */
const LONG = { text: `Hello${', hello again'.repeat(14)}`, parts: 2 };

/** Messages a second of four workers over those of one; CPU of a message beside the others, over that beside none. */
const TARGETS = { workers: 0.95, beside: 1.15 };

interface Grown {
  readonly workers: number;
  /** Messages that were there before. */
  readonly beside: number;
  readonly perSecond: readonly number[];
  /** CPU seconds for 1,000 messages: of all workers, of `serve`, of PostgreSQL. */
  readonly cpu: readonly number[];
  /** Runs of which every message was made once and every part of it submitted once. */
  readonly runs: number;
  readonly parts: number;
}

export async function measureGrowing({
  messages,
  rounds,
  beside,
  snapshot,
  write,
}: BenchOptions): Promise<void> {
  const offices = Math.max(4, Math.round((messages ?? MESSAGES) / PHONES));
  const size = { offices, phones: PHONES, evidence: 'receipt', isShared: true } as const;
  const grown = await withStage(size, async (stage) => {
    const all: Grown[] = [];
    // From before the first round: all index entries of what is sent stay until the end.
    if (snapshot) await stage.holdSnapshot();
    for (const workers of WORKERS) all.push(await measureWorkers(stage, workers, 0, rounds));
    if (beside === 0) return all;
    await fillMonth(stage.database, beside, (done) =>
      process.stderr.write(`${figure(done)} of ${figure(beside)} messages are there\n`),
    );
    return [...all, await measureWorkers(stage, 1, beside, rounds)];
  });
  const figures = describe(grown, offices * PHONES);
  process.stdout.write(figures);
  // The figures of README.md are those without one.
  if (write && !snapshot) await writeSection('growing', figures);
}

async function measureWorkers(stage: Stage, workers: number, beside: number, rounds: number): Promise<Grown> {
  const running: Program[] = [];
  try {
    for (let worker = 1; worker <= workers; worker += 1) running.push(await stage.startWorker());
    // The warm-up, and at the same time the round of messages in two parts.
    await sendOnce(stage, LONG);
    const pids = running.map(({ pid }) => pid);
    const used = () => [ownCpuTime(pids), ownCpuTime([stage.program.pid]), cpuTime([stage.postmaster])];
    const before = used();
    const perSecond: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      perSecond.push(await sendOnce(stage, SHORT));
      process.stderr.write(
        `${workers} workers, round ${round}: ${Math.round(perSecond.at(-1) ?? 0)} messages a second\n`,
      );
    }
    const count = stage.ids.offices.length * stage.ids.phones.length;
    const cpu = used().map((ms, index) => (ms - (before[index] ?? 0)) / (count * rounds));
    const tests = 4 * (rounds + 1);
    const parts = count * (rounds * SHORT.parts + LONG.parts);
    return { workers, beside, perSecond, cpu, runs: tests, parts };
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

function describe(grown: readonly Grown[], count: number): string {
  const table = markdownTable([
    [
      `workers (${figure(count)} messages a round)`,
      'beside messages',
      'a second, median',
      'each round',
      'CPU-s per 1,000: workers',
      'serve',
      'PostgreSQL',
      'runs made once',
      'parts submitted once',
    ],
    ...grown.map(({ workers, beside, perSecond, cpu, runs, parts }) => [
      String(workers),
      figure(beside),
      figure(median(perSecond)),
      perSecond.map((value) => Math.round(value)).join(', '),
      ...cpu.map((value) => value.toFixed(3)),
      `${runs} of ${runs}`,
      `${figure(parts)} of ${figure(parts)}`,
    ]),
  ]);
  const [one, , four, last] = grown as [Grown, Grown, Grown, Grown?];
  const cpuOf = ({ cpu }: Grown) => cpu.reduce((sum, value) => sum + value, 0);
  const workers = {
    name: 'messages a second of four workers over those of one',
    value: median(four.perSecond) / median(one.perSecond),
    target: TARGETS.workers,
    atLeast: true,
  };
  const beside = last && {
    name: `CPU beside ${figure(last.beside)} messages over that beside none`,
    value: cpuOf(last) / cpuOf(one),
    target: TARGETS.beside,
    atLeast: false,
  };
  const targets = beside === undefined ? [workers] : [workers, beside];
  return `${table}\n${targetLines(targets.map((target) => ({ ...target, unit: 'times' })))}`;
}
