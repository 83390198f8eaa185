/**
 * Files in a folder. A file is written under `incoming/`, flushed, and only then moved to `ab/cd/KEY`, where it is found;
 * so what is found is whole, whatever dies when. Two levels of 256 folders keep any one of them small: a million files
 * make some fifteen each.
 */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@textprobe/domain/clock';
import { assertStorageKey, MediaMissing, type MediaStorage, newStorageKey } from './media-storage.ts';

/** What is between leftovers' sweeps at least, and how long nothing was written to a file that counts as one: 1 hour. */
const LEFTOVER_AGE_MS = 3_600_000;

/**
 * Opens the storage, makes its folder (mode 0700) if need be, and sweeps away what a crash left unfinished an hour ago or
 * earlier; younger ones may be another process's, and are swept by a later `put`.
 */
export async function openDiskStorage(
  folder: string,
  deps: { readonly clock: Clock },
): Promise<MediaStorage> {
  const incoming = path.join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  let sweptAt = Number.NEGATIVE_INFINITY;
  await sweepNowAndThen();

  async function sweepNowAndThen(): Promise<void> {
    const now = deps.clock.now();
    if (now - sweptAt < LEFTOVER_AGE_MS) return;
    sweptAt = now;
    await sweepLeftovers(incoming, now - LEFTOVER_AGE_MS);
  }

  const home = (key: string) => {
    assertStorageKey(key);
    return path.join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };

  return {
    async put(key, content) {
      const target = home(key);
      await sweepNowAndThen();
      const draft = path.join(incoming, newStorageKey());
      try {
        await write(draft, content);
        const made = await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await rename(draft, target);
        await flushFolders(path.dirname(target), made === undefined ? path.dirname(target) : folder);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async open(key, range) {
      const handle = await unlessMissing(open(home(key), 'r'));
      if (handle === null) throw new MediaMissing(key);
      return handle.createReadStream({ ...range });
    },
    async remove(key) {
      await rm(home(key), { force: true });
    },
  };
}

async function write(file: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Removes every file of `folder` to which nothing was written since `before` (epoch ms). Processes may sweep at the same
 * time, and a file may be finished and moved away meanwhile: neither is an error.
 */
async function sweepLeftovers(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const found = await unlessMissing(stat(file));
    if (found !== null && found.mtimeMs <= before) await rm(file, { force: true });
  }
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A rename lasts once the folder it happened in is flushed, a new folder once its parent is. Windows flushes neither. */
async function flushFolders(from: string, upTo: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(from, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (from !== upTo) await flushFolders(path.dirname(from), upTo);
}
