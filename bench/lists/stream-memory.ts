/** Measures the program's peak memory while it streams all tests (`/all` without a page). */
import { calls } from '@textprobe/contract/calls';
import { forgetPeak, peakMegabytes } from '../memory.ts';
import type { OperatorClient } from './client.ts';

export interface StreamMemory {
  readonly tests: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Peak resident memory of the process while streaming, in megabytes; NaN if unknown. */
  readonly peak: number;
}

export const STREAM_MEMORY_TARGET_MB = 300;

export async function measureStream(
  client: OperatorClient,
  pid: number,
  tests: number,
): Promise<StreamMemory> {
  forgetPeak(pid);
  const start = performance.now();
  const { bytes } = await client.get(calls.listTests.path, { keepBody: false });
  const seconds = (performance.now() - start) / 1_000;
  return { tests, megabytes: bytes / 1e6, seconds, peak: peakMegabytes(pid) };
}
