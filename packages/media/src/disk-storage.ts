/**
 * Stores files in a folder. A file is written to `incoming/`, flushed, and only then moved to `ab/cd/KEY`, so a crash never
 * leaves a partial file there. Two levels of 256 folders keep each one small: about fifteen files each for a million.
 */
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '@textprobe/domain/clock';
import { assertStorageKey, MediaMissing, type MediaStorage, newStorageKey } from './media-storage.ts';

/** The interval between sweeps, and how long a file must be untouched to count as a leftover: 1 hour. */
const LEFTOVER_AGE_MS = 3_600_000;

/**
 * Opens the storage, creates its folder (mode 0700) if needed, and removes files that a crash left unfinished at least an hour
 * ago. Younger ones may belong to another process; a later `put` removes them.
 */
export async function openDiskStorage(
  folder: string,
  deps: { readonly clock: Clock },
): Promise<MediaStorage> {
  const incoming = path.join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  let sweptAt = Number.NEGATIVE_INFINITY;
  await sweepIfDue();

  async function sweepIfDue(): Promise<void> {
    const now = deps.clock.now();
    if (now - sweptAt < LEFTOVER_AGE_MS) return;
    sweptAt = now;
    await sweepLeftovers(incoming, now - LEFTOVER_AGE_MS);
  }

  const pathOf = (key: string) => {
    assertStorageKey(key);
    return path.join(folder, key.slice(0, 2), key.slice(2, 4), key);
  };

  return {
    async put(key, content) {
      const target = pathOf(key);
      await sweepIfDue();
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
      const handle = await unlessMissing(open(pathOf(key), 'r'));
      if (handle === null) throw new MediaMissing(key);
      return handle.createReadStream({ ...range });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
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
 * Removes every file of `folder` that was last written at or before `before` (epoch ms). Other processes may sweep or finish
 * files at the same time, so a missing file is not an error.
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

/** A rename is durable once its folder is flushed, a new folder once its parent is. Windows supports neither. */
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
