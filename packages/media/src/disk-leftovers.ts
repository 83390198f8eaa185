/** What a process that died in the middle of an upload left behind in the disk storage, and how it goes. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Removes every file of `folder` to which nothing was written since `before` (epoch ms). Processes may sweep at the same
 * time, and a file may be finished and moved away meanwhile: neither is an error.
 */
export async function sweepLeftovers(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const writtenAt = await lastWrite(file);
    if (writtenAt !== null && writtenAt <= before) await rm(file, { force: true });
  }
}

async function lastWrite(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mtimeMs;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
