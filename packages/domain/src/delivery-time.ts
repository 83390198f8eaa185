/** Delivery times: formatting in seconds (REPORT-8), and statistics over many of them. */
import { figure } from './figures.ts';

/** `4.2 s`; to the millisecond below one second; 'N/A' for none or zero. */
export function formatSeconds(seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 0) return 'N/A';
  if (seconds < 1) return `${Number(Math.max(seconds, 0.001).toFixed(3))} s`;
  const tenths = Math.round(seconds * 10);
  return `${figure(Math.floor(tenths / 10))}.${tenths % 10} s`;
}

/** Fewer delays say nothing about one in twenty. */
const MIN_FOR_P95 = 20;

/** Statistics over known delays. */
export interface DelaySummary {
  readonly medianSeconds: number;
  /** 95% of the delays are at most this long (nearest rank); null below 20 delays. */
  readonly p95Seconds: number | null;
  readonly slowestSeconds: number;
}

/** Null if nothing was received. */
export function summarizeDelays(durations: Iterable<number>): DelaySummary | null {
  const sorted = [...durations].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const slowest = sorted.at(-1);
  if (upper === undefined || lower === undefined || slowest === undefined) return null;
  return {
    medianSeconds: (lower + upper) / 2,
    p95Seconds: sorted.length < MIN_FOR_P95 ? null : (sorted[nearestRank(95, sorted.length)] ?? null),
    slowestSeconds: slowest,
  };
}

/** The index of a percentile in a sorted list. Whole numbers until the division: 0.95 has no exact binary form. */
function nearestRank(percent: number, length: number): number {
  return Math.ceil((percent * length) / 100) - 1;
}
