/** Measures the peak memory of a process, on Linux. NaN without /proc. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Resets the high-water mark of `VmHWM` (proc(5), clear_refs). */
const FORGET_PEAK = '5';

/** Resets the peak. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK);
  } catch {
    // Without the reset, the peak is that since the process started, which is never lower.
  }
}

/** The peak resident memory since the reset, in megabytes. */
export function peakMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/mu.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}
