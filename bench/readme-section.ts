/** Replaces a benchmark's figures in README.md, with machine and commit. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

const README = fileURLToPath(new URL('README.md', import.meta.url));

/** A figure and its target. */
export interface Target {
  readonly name: string;
  readonly value: number;
  readonly target: number;
  /** Whether higher is better. */
  readonly atLeast: boolean;
  readonly unit: string;
}

/** @param rows the first one is the header */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rest].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

/** One line for each target. */
export function targetLines(targets: readonly Target[]): string {
  return targets
    .map(({ name, value, target, atLeast, unit }) => {
      const isReached = atLeast ? value >= target : value <= target;
      const wanted = `${atLeast ? 'at least' : 'at most'} ${figure(target)}`;
      return `- ${name}: ${figure(value)} ${unit} (target ${wanted}: ${isReached ? 'reached' : '**not reached**'}).\n`;
    })
    .join('');
}

/** Three significant digits; from 1,000 on, a whole number with commas. */
export function figure(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** The median; for an even number of values, the lower middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[(values.length - 1) >> 1] ?? Number.NaN;
}

/** Replaces the figures of `npm run bench -- NAME`. @throws Error if README.md has no section for them */
export async function writeSection(name: string, figures: string): Promise<void> {
  const begin = `<!-- figures of ${name}: written by npm run bench -- ${name} --write -->`;
  const end = `<!-- end of the figures of ${name} -->`;
  const text = await readFile(README, 'utf8');
  const [before = '', rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`${README} has no section for the figures of ${name}.`);
  await writeFile(README, `${before}${begin}\n\n${situation()}\n${figures}\n${end}${after}`);
}

function situation(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown CPU'}`;
  return (
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${machine}, Node ${process.versions.node}; ` +
    `load average ${os.loadavg()[1]?.toFixed(1)}, including the benchmark itself.\n`
  );
}
