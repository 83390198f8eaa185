/** Delivery times: formatting in seconds (REPORT-8), and statistics over many of them. */

/** `4.2 s`; to the millisecond below one second; 'N/A' for none or zero. */
export function formatSeconds(seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 0) return 'N/A';
  if (seconds < 1) return `${Number(Math.max(seconds, 0.001).toFixed(3))} s`;
  return `${seconds.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}

/** Statistics over known delays. */
export interface DelaySummary {
  readonly medianSeconds: number;
  readonly slowestSeconds: number;
}

/** Null if nothing was received. */
export function summarizeDelays(durations: Iterable<number>): DelaySummary | null {
  const sorted = [...durations].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  const slowest = sorted.at(-1);
  if (upper === undefined || lower === undefined || slowest === undefined) return null;
  return { medianSeconds: (lower + upper) / 2, slowestSeconds: slowest };
}
