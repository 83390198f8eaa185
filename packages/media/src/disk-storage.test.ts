import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { afterEach, expect, test } from 'vitest';
import { openDiskStorage } from './disk-storage.ts';
import { newStorageKey } from './media-storage.ts';
import { inChunks, readAll } from './testing/chunks.ts';
import { storageConformance } from './testing/storage-conformance.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21);

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function scratch(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'textprobe-media-'));
  folders.push(folder);
  return folder;
}

/** Every file below the folder, relative to it. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

storageConformance('the disk storage', async () => {
  const folder = await scratch();
  const storage = await openDiskStorage(folder, { clock: createManualClock(NOW) });
  return {
    storage,
    async bytesAtRest() {
      const sizes = (await filesBelow(folder)).map(
        async (file) => (await stat(path.join(folder, file))).size,
      );
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    },
    files: () => filesBelow(folder),
    maxBufferedBytes: 512 * 1024,
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
});

test('a file is stored two folders deep under its key, readable by its owner only', async () => {
  const folder = await scratch();
  const storage = await openDiskStorage(folder, { clock: createManualClock(NOW) });
  const key = newStorageKey();
  await storage.put(key, inChunks(Buffer.from('picture')));
  expect(await filesBelow(folder)).toEqual([path.join(key.slice(0, 2), key.slice(2, 4), key)]);
  const file = path.join(folder, key.slice(0, 2), key.slice(2, 4), key);
  expect(await readFile(file, 'utf8')).toBe('picture');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(folder, key.slice(0, 2)))).mode & 0o777).toBe(0o700);
});

test('opening the storage removes leftovers of a crash; finished files and writes in progress stay', async () => {
  const folder = await scratch();
  const clock = createManualClock(NOW);
  const before = await openDiskStorage(folder, { clock });
  const key = newStorageKey();
  await before.put(key, inChunks(Buffer.from('whole')));
  await leaveDraft(folder, 'of-a-crash', NOW - HOUR_MS);
  await leaveDraft(folder, 'of-another-process', NOW - HOUR_MS + 1000);

  const after = await openDiskStorage(folder, { clock });
  expect(await readdir(path.join(folder, 'incoming'))).toEqual(['of-another-process']);
  expect((await readAll(await after.open(key))).toString()).toBe('whole');
});

test('an open storage sweeps leftovers again after an hour', async () => {
  const folder = await scratch();
  const clock = createManualClock(NOW);
  const storage = await openDiskStorage(folder, { clock });
  await leaveDraft(folder, 'of-a-crash', NOW);
  await clock.advance(HOUR_MS - 1);
  await storage.put(newStorageKey(), inChunks(Buffer.from('x')));
  expect(await readdir(path.join(folder, 'incoming'))).toEqual(['of-a-crash']);
  await clock.advance(1);
  await storage.put(newStorageKey(), inChunks(Buffer.from('x')));
  expect(await readdir(path.join(folder, 'incoming'))).toEqual([]);
});

test('a file that is removed while being read can be read to its end', async () => {
  const folder = await scratch();
  const storage = await openDiskStorage(folder, { clock: createManualClock(NOW) });
  const key = newStorageKey();
  await storage.put(key, inChunks(Buffer.alloc(1_000_000, 5)));
  const stream = await storage.open(key);
  await storage.remove(key);
  expect((await readAll(stream)).length).toBe(1_000_000);
});

async function leaveDraft(folder: string, name: string, writtenAt: number): Promise<void> {
  const file = path.join(folder, 'incoming', name);
  await writeFile(file, 'half a pict');
  await utimes(file, writtenAt / 1000, writtenAt / 1000);
}
