/**
 * `npm run bench -- growing`: `serve` with 1, 2 and 4 `work` processes on one PostgreSQL, then one `work` with millions of existing
 * messages in the current month (`--beside`). Measures how throughput scales, and checks that every message is created once and
 * every part submitted once.
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
/** Two parts in the 7-bit alphabet. */
const LONG = { text: `Hello${', hello again'.repeat(14)}`, parts: 2 };

/** Throughput of four workers ÷ one; CPU per message with ÷ without existing messages. */
const TARGETS = { workers: 0.95, beside: 1.15 };

interface Grown {
  readonly workers: number;
  /** Existing messages before the round. */
  readonly beside: number;
  readonly perSecond: readonly number[];
  /** CPU seconds per 1,000 messages: all workers, `serve`, PostgreSQL. */
  readonly cpu: readonly number[];
  /** Runs whose messages were all created once and whose parts were all submitted once. */
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
    // Opened before the first round, so that no index entries are removed until the end.
    if (snapshot) await stage.holdSnapshot();
    for (const workers of WORKERS) all.push(await measureWorkers(stage, workers, 0, rounds));
    if (beside === 0) return all;
    await fillMonth(stage.database, beside, (done) =>
      process.stderr.write(`${figure(done)} of ${figure(beside)} messages exist\n`),
    );
    return [...all, await measureWorkers(stage, 1, beside, rounds)];
  });
  const figures = describe(grown, offices * PHONES);
  process.stdout.write(figures);
  // README.md has the figures without a snapshot.
  if (write && !snapshot) await writeSection('growing', figures);
}

async function measureWorkers(stage: Stage, workers: number, beside: number, rounds: number): Promise<Grown> {
  const running: Program[] = [];
  try {
    for (let worker = 1; worker <= workers; worker += 1) running.push(await stage.startWorker());
    // The warm-up, which is also the round with two-part messages.
    await sendOnce(stage, LONG);
    const pids = running.map(({ pid }) => pid);
    const used = () => [ownCpuTime(pids), ownCpuTime([stage.program.pid]), cpuTime([stage.postmaster])];
    const before = used();
    const perSecond: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      perSecond.push(await sendOnce(stage, SHORT));
      process.stderr.write(
        `${workers} workers, round ${round}: ${Math.round(perSecond.at(-1) ?? 0)} messages per second\n`,
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
      `workers (${figure(count)} messages per round)`,
      'existing messages',
      'per second, median',
      'each round',
      'CPU-s per 1,000: workers',
      'serve',
      'PostgreSQL',
      'runs created once',
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
    name: 'throughput of four workers ÷ one',
    value: median(four.perSecond) / median(one.perSecond),
    target: TARGETS.workers,
    atLeast: true,
  };
  const beside = last && {
    name: `CPU with ${figure(last.beside)} existing messages ÷ without`,
    value: cpuOf(last) / cpuOf(one),
    target: TARGETS.beside,
    atLeast: false,
  };
  const targets = beside === undefined ? [workers] : [workers, beside];
  return `${table}\n${targetLines(targets.map((target) => ({ ...target, unit: 'times' })))}`;
}
