/** The scores as a table beside their targets, and how they get into README.md. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Preset, Scores } from './audit.ts';

export interface Measured {
  readonly name: string;
  readonly preset: Preset;
  readonly scores: Scores;
}

const LEAST_PERFORMANCE = { mobile: 0.95, desktop: 0.99 } as const;
const README = fileURLToPath(new URL('../README.md', import.meta.url));
const BEGIN = '<!-- scores of the console: written by npm run bench:web -- --write -->';
const END = '<!-- end of the scores of the console -->';
const COLUMNS = [
  'Screen',
  'Performance',
  'Accessibility',
  'Best practices',
  'LCP',
  'Blocked',
  'Shift',
  'kB',
  'met',
];

export function scoresAsTable(all: readonly Measured[], withHead: boolean): string {
  const rows = all.map(({ name, preset, scores }) => [
    `${name}, ${preset}`,
    scores.performance.toFixed(2),
    scores.accessibility.toFixed(2),
    scores.bestPractices.toFixed(2),
    `${(scores.largestContentfulPaint / 1_000).toFixed(1)} s`,
    `${scores.totalBlockingTime.toFixed(0)} ms`,
    scores.cumulativeLayoutShift.toFixed(3),
    (scores.weight / 1_000).toFixed(0),
    isMet(preset, scores) ? 'yes' : '**no**',
  ]);
  const head = withHead ? [COLUMNS, ['---', ...COLUMNS.slice(1).map(() => '---:')]] : [];
  return [...head, ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
}

function isMet(preset: Preset, { performance, accessibility, bestPractices }: Scores): boolean {
  return performance >= LEAST_PERFORMANCE[preset] && accessibility === 1 && bestPractices === 1;
}

/** Puts the scores in the place of the last ones. */
export async function writeScores(measured: readonly Measured[]): Promise<void> {
  const text = await readFile(README, 'utf8');
  const [before] = text.split(BEGIN);
  const [, after] = text.split(END);
  if (before === undefined || after === undefined) throw new Error(`${README} has no place for the scores.`);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const when =
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown CPU'}; ` +
    `load average ${os.loadavg()[0]?.toFixed(1)}.`;
  await writeFile(README, `${before}${BEGIN}\n\n${when}\n\n${scoresAsTable(measured, true)}\n${END}${after}`);
}
