/**
 * `npm run bench -- growing`: `serve` and 1, 2 and 4 `work` as processes over one PostgreSQL: how the throughput grows, and that
 * however many work, every message is made once and every part of it submitted once.
 */
import { cpuTime, ownCpuTime } from '../cpu-time.ts';
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, median, writeSection } from '../readme-section.ts';
import { sendOnce } from './once.ts';
import type { Process } from './processes.ts';
import { type SharedSite, withSharedSite } from './shared-site.ts';

const WORKERS = [1, 2, 4];
const MESSAGES = 20_000;
const PHONES = 500;
const SHORT = { text: 'Hello', parts: 1 };
/** Two parts, by 7 bits a character. */
const LONG = { text: `Hello${', hello again'.repeat(14)}`, parts: 2 };

interface Grown {
  readonly workers: number;
  readonly perSecond: readonly number[];
  /** CPU seconds for 1,000 messages: of all workers, of `serve`, of PostgreSQL. */
  readonly cpu: readonly number[];
  /** Runs of which every message was made once and every part of it submitted once. */
  readonly runs: number;
  readonly parts: number;
}

export async function measureGrowing({ messages, rounds, snapshot, write }: BenchOptions): Promise<void> {
  const offices = Math.max(4, Math.round((messages ?? MESSAGES) / PHONES));
  const grown = await withSharedSite({ offices, phones: PHONES }, async (site) => {
    const all: Grown[] = [];
    // From before the first round: all index entries of what is sent stay until the end.
    if (snapshot) await site.holdSnapshot();
    for (const workers of WORKERS) all.push(await measureWorkers(site, workers, rounds));
    return all;
  });
  const figures = describe(grown, offices * PHONES);
  process.stdout.write(figures);
  // The figures of README.md are those without one.
  if (write && !snapshot) await writeSection('growing', figures);
}

async function measureWorkers(site: SharedSite, workers: number, rounds: number): Promise<Grown> {
  const running: Process[] = [];
  try {
    for (let worker = 1; worker <= workers; worker += 1) running.push(await site.startWorker());
    // The warm-up, and at the same time the round of messages in two parts.
    await sendOnce(site, LONG);
    const pids = running.map(({ pid }) => pid);
    const used = () => [ownCpuTime(pids), ownCpuTime([site.serve]), cpuTime([site.postmaster])];
    const before = used();
    const perSecond: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      perSecond.push(await sendOnce(site, SHORT));
      process.stderr.write(
        `${workers} workers, round ${round}: ${Math.round(perSecond.at(-1) ?? 0)} messages a second\n`,
      );
    }
    const count = site.ids.offices.length * site.ids.phones.length;
    const cpu = used().map((ms, index) => (ms - (before[index] ?? 0)) / (count * rounds));
    const tests = 4 * (rounds + 1);
    return { workers, perSecond, cpu, runs: tests, parts: count * (rounds * SHORT.parts + LONG.parts) };
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

function describe(grown: readonly Grown[], count: number): string {
  const table = markdownTable([
    [
      `workers (${figure(count)} messages a round)`,
      'a second, median',
      'each round',
      'CPU-s per 1,000: workers',
      'serve',
      'PostgreSQL',
      'runs made once',
      'parts submitted once',
    ],
    ...grown.map(({ workers, perSecond, cpu, runs, parts }) => [
      String(workers),
      figure(median(perSecond)),
      perSecond.map((value) => Math.round(value)).join(', '),
      ...cpu.map((value) => value.toFixed(3)),
      `${runs} of ${runs}`,
      `${figure(parts)} of ${figure(parts)}`,
    ]),
  ]);
  return `${table}\n`;
}
