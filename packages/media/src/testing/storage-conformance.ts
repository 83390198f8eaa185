/** The conformance suite that every MediaStorage must pass. */
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { MediaMissing, type MediaStorage, newStorageKey } from '../media-storage.ts';
import { failingAfter, inChunks, readAll } from './chunks.ts';

/** A storage, and direct access to what it stored. */
export interface StorageRig {
  readonly storage: MediaStorage;
  /** Bytes that have left memory, including those of unfinished uploads. */
  bytesAtRest(): Promise<number>;
  /** The names of the finished files. */
  files(): Promise<readonly string[]>;
  /** How many bytes of an upload may be in memory at once. */
  readonly maxBufferedBytes: number;
  dispose(): Promise<void>;
}

const MEGABYTE = 1_048_576;

/** Registers the suite. */
export function storageConformance(name: string, setUp: () => Promise<StorageRig>): void {
  describe(`${name} as a MediaStorage`, () => {
    const rigs: StorageRig[] = [];
    const rig = async () => {
      const made = await setUp();
      rigs.push(made);
      return made;
    };
    afterEach(async () => {
      for (const made of rigs.splice(0)) await made.dispose();
    });

    describeContent(rig);
    describeAbsence(rig);
    describeFailure(rig);
    describeMemory(rig);
  });
}

type Rig = () => Promise<StorageRig>;

function describeContent(rig: Rig) {
  test.each([1, 65_536, 5 * MEGABYTE - 1, 5 * MEGABYTE, 5 * MEGABYTE + 1, 10 * MEGABYTE])(
    'returns the same bytes: %i bytes',
    async (size) => {
      const { storage } = await rig();
      const key = newStorageKey();
      const bytes = randomBytes(size);
      await storage.put(key, inChunks(bytes));
      expect((await readAll(await storage.open(key))).equals(bytes)).toBe(true);
    },
  );

  test('returns a range, both ends included', async () => {
    const { storage } = await rig();
    const key = newStorageKey();
    const bytes = randomBytes(1000);
    await storage.put(key, inChunks(bytes));
    for (const [start, end] of [
      // Not 0 to 0, which s3rver treats as the whole file.
      [0, 1],
      [10, 10],
      [10, 19],
      [500, 999],
      [999, 999],
    ] as const) {
      const part = await readAll(await storage.open(key, { start, end }));
      expect(part.toString('hex')).toBe(bytes.subarray(start, end + 1).toString('hex'));
    }
  });

  test('keeps concurrent uploads apart', async () => {
    const { storage, files } = await rig();
    const all = Array.from({ length: 8 }, () => ({ key: newStorageKey(), bytes: randomBytes(200_000) }));
    await Promise.all(all.map(({ key, bytes }) => storage.put(key, inChunks(bytes, 1000))));
    for (const { key, bytes } of all) {
      expect((await readAll(await storage.open(key))).equals(bytes)).toBe(true);
    }
    expect(await files()).toHaveLength(8);
  });

  test('allows a reader to stop early', async () => {
    const { storage } = await rig();
    const key = newStorageKey();
    await storage.put(key, inChunks(randomBytes(2 * MEGABYTE)));
    const stream = await storage.open(key);
    for await (const _ of stream) break;
    expect(stream.destroyed).toBe(true);
    expect((await readAll(await storage.open(key))).length).toBe(2 * MEGABYTE);
  });
}

function describeAbsence(rig: Rig) {
  test('reports a missing file for an unknown key', async () => {
    const { storage } = await rig();
    const key = newStorageKey();
    await expect(storage.open(key)).rejects.toThrow(MediaMissing);
    await expect(storage.open(key, { start: 0, end: 1 })).rejects.toThrow(MediaMissing);
  });

  test('removes a file, and ignores a second removal', async () => {
    const { storage, files } = await rig();
    const key = newStorageKey();
    await storage.put(key, inChunks(randomBytes(10)));
    expect(await files()).toHaveLength(1);
    await storage.remove(key);
    await storage.remove(key);
    await expect(storage.open(key)).rejects.toThrow(MediaMissing);
    expect(await files()).toEqual([]);
  });

  test.each(['', '../../etc/passwd', 'a'.repeat(31), 'A'.repeat(32), `${'a'.repeat(32)}\n`, 'a/'.repeat(16)])(
    'refuses the invalid key %j',
    async (key) => {
      const { storage, files } = await rig();
      await expect(storage.put(key, inChunks(Buffer.from('x')))).rejects.toThrow(TypeError);
      await expect(storage.open(key)).rejects.toThrow(TypeError);
      await expect(storage.remove(key)).rejects.toThrow(TypeError);
      expect(await files()).toEqual([]);
    },
  );
}

function describeFailure(rig: Rig) {
  test.each([0, 1000, 7 * MEGABYTE])('stores nothing if the content fails after %i bytes', async (size) => {
    const { storage, files } = await rig();
    const key = newStorageKey();
    const fault = new Error('the sender went away');
    await expect(storage.put(key, failingAfter(randomBytes(size), fault))).rejects.toBe(fault);
    await expect(storage.open(key)).rejects.toThrow(MediaMissing);
    expect(await files()).toEqual([]);
  });
}

function describeMemory(rig: Rig) {
  test('applies backpressure', async () => {
    const { storage, bytesAtRest, maxBufferedBytes } = await rig();
    const chunk = Buffer.alloc(MEGABYTE, 9);
    let sent = 0;
    let mostInMemory = 0;
    async function* content() {
      while (sent < 40 * MEGABYTE) {
        mostInMemory = Math.max(mostInMemory, sent - (await bytesAtRest()));
        sent += chunk.length;
        yield chunk;
      }
    }
    await storage.put(newStorageKey(), content());
    expect(await bytesAtRest()).toBeGreaterThanOrEqual(40 * MEGABYTE);
    expect(mostInMemory).toBeLessThanOrEqual(maxBufferedBytes);
  });
}
