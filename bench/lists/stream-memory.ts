/** How much memory the program takes while it streams every test there is (`/all` without a page). */
import { readFile } from 'node:fs/promises';
import { calls } from '@textprobe/contract/calls';
import type { OperatorClient } from './client.ts';

export interface StreamMemory {
  readonly tests: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** The highest resident memory of the process while it streamed, in megabytes; NaN where the system does not tell. */
  readonly peak: number;
}

export const STREAM_MEMORY_TARGET_MB = 300;
const SAMPLE_MS = 20;

export async function measureStream(
  client: OperatorClient,
  pid: number,
  tests: number,
): Promise<StreamMemory> {
  let peak = Number.NaN;
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      const now = await residentMegabytes(pid);
      if (!(now <= peak)) peak = now;
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  const start = performance.now();
  const { bytes } = await client.get(calls.listTests.path, { keepBody: false });
  const seconds = (performance.now() - start) / 1_000;
  isDone = true;
  await watch;
  return { tests, megabytes: bytes / 1e6, seconds, peak };
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}
