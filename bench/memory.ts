/** How much memory a process has taken, as Linux tells it. NaN where there is no /proc. */
import { readFileSync, writeFileSync } from 'node:fs';

/** Resets the high-water mark of `VmHWM` (proc(5), clear_refs). */
const FORGET_PEAK = '5';

/** Has the peak counted anew from here. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, FORGET_PEAK);
  } catch {
    // Then it is the peak since the process began, which is never less.
  }
}

/** The most resident memory since then, in megabytes. */
export function peakMegabytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/mu.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}
