/** Measures the duration of repeated work. */

export interface Times {
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

const WARM_UP_SHARE = 0.1;
/** A time limit: a query that takes seconds needs no 200 repetitions. */
const LONGEST_MS = 20_000;
const FEWEST = 5;

/** Does the work `times` times in sequence, after a tenth as many warm-up rounds. */
export async function measure(times: number, work: () => Promise<unknown>): Promise<Times> {
  const warm = performance.now();
  for (
    let i = 0;
    i < Math.max(2, times * WARM_UP_SHARE) && performance.now() - warm < LONGEST_MS / 4;
    i += 1
  ) {
    await work();
  }
  const taken: number[] = [];
  const begun = performance.now();
  for (let i = 0; i < times; i += 1) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
    if (taken.length >= FEWEST && performance.now() - begun > LONGEST_MS) break;
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) =>
    taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
