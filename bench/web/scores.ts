/** Formats the scores as a table with their targets. */
import { markdownTable } from '../readme-section.ts';
import type { Preset, Scores } from './audit.ts';

export interface Measured {
  readonly name: string;
  readonly preset: Preset;
  readonly scores: Scores;
}

/** A slow phone is only compared with the commit before. */
const LEAST_PERFORMANCE = { mobile: 0, desktop: 0.98 } as const;
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

export function scoresAsTable(all: readonly Measured[]): string {
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
  return markdownTable([COLUMNS, ...rows]);
}

function isMet(preset: Preset, scores: Scores): boolean {
  const isQuick = scores.performance >= LEAST_PERFORMANCE[preset];
  return isQuick && scores.accessibility === 1 && scores.bestPractices === 1;
}
