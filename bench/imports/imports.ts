/**
 * `npm run bench -- imports`: how long other calls wait while the directory is imported. One operator asks for the own
 * session, one call after the other, without an import and during the import of each file.
 */
import { calls } from '@textprobe/contract/calls';
import { operatorHeaders } from '../create-test.ts';
import type { BenchOptions } from '../options.ts';
import { figure, markdownTable, targetLines, writeSection } from '../readme-section.ts';
import { type Stage, withStage } from '../stage.ts';
import { type ImportFile, importFiles } from './import-files.ts';

/** Milliseconds of calls without an import, before each file. */
const QUIET_MS = 3_000;
/** Milliseconds. */
const TARGETS = { p99: 30, longest: 150 };

interface Measured {
  readonly name: string;
  /** Octets; 0 without an import. */
  readonly size: number;
  /** Of the import, in milliseconds. */
  readonly took: number;
  /** Response times of the other calls in milliseconds, in ascending order. */
  readonly times: readonly number[];
}

export async function measureImports({ rounds, write }: BenchOptions): Promise<void> {
  const figures = await withStage({ offices: 1, phones: 1, evidence: 'receipt' }, async (stage) => {
    const headers = await operatorHeaders(stage.client);
    await askDuring(stage, importing(stage, headers, importFiles(0)[0]));
    const measured: Measured[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const file of importFiles(round)) {
        measured.push({ name: 'no import', size: 0, ...(await askDuring(stage, pause)) });
        const during = await askDuring(stage, importing(stage, headers, file));
        measured.push({ name: file.name, size: Buffer.byteLength(file.text), ...during });
        process.stderr.write(
          `round ${round}, ${file.name}: at most ${figure(during.times.at(-1) ?? 0)} ms\n`,
        );
      }
    }
    return describe(measured);
  });
  process.stdout.write(figures);
  if (write) await writeSection('imports', figures);
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, QUIET_MS));

/** @throws Error unless the answer is that of the file */
function importing({ program }: Stage, headers: Record<string, string>, file: ImportFile | undefined) {
  return async () => {
    if (file === undefined) return;
    const { name, type, text, status } = file;
    const answer = await fetch(new URL(calls.importDirectory.path, program.url), {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: text,
    });
    const body = await answer.text();
    if (answer.status !== status) throw new Error(`${name}: ${answer.status} ${body.slice(0, 300)}`);
  };
}

/** Asks until the work has ended; the last call began before that. */
async function askDuring(
  { client }: Stage,
  work: () => Promise<void>,
): Promise<Omit<Measured, 'name' | 'size'>> {
  const times: number[] = [];
  const startedAt = performance.now();
  let isDone = false;
  const ask = async () => {
    while (!isDone) {
      const askedAt = performance.now();
      await client.get(calls.authStatus.path);
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all([work().finally(() => (isDone = true)), ask()]);
  return { took: performance.now() - startedAt, times: times.toSorted((a, b) => a - b) };
}

function describe(measured: readonly Measured[]): string {
  const byName = [...Map.groupBy(measured, ({ name }) => name)].map(([name, rounds]) => ({
    name,
    size: rounds[0]?.size ?? 0,
    took: Math.max(...rounds.map(({ took }) => took)),
    times: rounds.flatMap(({ times }) => times).toSorted((a, b) => a - b),
  }));
  const table = markdownTable([
    ['file', 'MB', 'longest import, s', 'other calls', 'p50 ms', 'p99 ms', 'max ms'],
    ...byName.map(({ name, size, took, times }) => [
      name,
      size === 0 ? '–' : (size / 1_000_000).toFixed(1),
      size === 0 ? '–' : (took / 1_000).toFixed(1),
      figure(times.length),
      ...[0.5, 0.99, 1].map((share) => at(times, share).toFixed(1)),
    ]),
  ]);
  const during = byName.filter(({ size }) => size > 0).flatMap(({ times }) => times);
  const sorted = during.toSorted((a, b) => a - b);
  const shared = { atLeast: false, unit: 'ms' };
  const lines = targetLines([
    { name: 'another call during an import, p99', value: at(sorted, 0.99), target: TARGETS.p99, ...shared },
    { name: 'the longest', value: at(sorted, 1), target: TARGETS.longest, ...shared },
  ]);
  return `${table}\n${lines}`;
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}
