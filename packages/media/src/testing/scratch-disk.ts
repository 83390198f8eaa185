/** A disk storage in a folder of its own, for tests that need one that is real. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { openDiskStorage } from '../disk-storage.ts';

/** The storage, all files that lie in its folder, finished or not, and its end. */
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
