/** A real disk storage in a temporary folder, for tests. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { openDiskStorage } from '../disk-storage.ts';

/** The storage, the names of all files in its folder, finished or not, and its cleanup. */
export async function scratchDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'textprobe-media-'));
  return {
    storage: await openDiskStorage(folder, { clock: createManualClock() }),
    async files(): Promise<string[]> {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}
