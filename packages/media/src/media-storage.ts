/**
 * The port behind which files lie, and the keys they lie under. Fulfilled by `disk-storage.ts` and `s3-storage.ts`; both
 * pass `testing/storage-conformance.ts`. Content goes in and comes out as a stream: no file is ever whole in memory.
 */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A part of a file: byte positions as in an HTTP Range, both ends included. It must lie within the file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps files under keys made by `newStorageKey`, each written once. Any number of processes may share the files. */
export interface MediaStorage {
  /**
   * Stores what `content` gives, all or nothing: when it resolves the file is durable; when `content` or the storage
   * fails it rejects with that very error and nothing stays behind. Pulls no faster than it can store.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * The file's bytes, or the part of them that `range` names. Who does not read to the end destroys the stream.
   * @throws {MediaMissing} when no file lies under `key`
   */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the file. One that is not there is no error: removing twice is the same as once. */
  remove(key: string): Promise<void>;
}

/** No file lies under the key. */
export class MediaMissing extends Error {
  override readonly name = 'MediaMissing';
  readonly key: string;

  constructor(key: string) {
    super(`No file is stored under ${key}.`);
    this.key = key;
  }
}

/** A fresh key: 32 hexadecimal characters, 128 random bits. A key never holds anything of a file's name. */
export function newStorageKey(): string {
  return randomBytes(16).toString('hex');
}

/**
 * The last guard before a key becomes part of a path.
 * @throws {TypeError} when `key` is not of the form that `newStorageKey` gives
 */
export function assertStorageKey(key: string): void {
  if (!/^[0-9a-f]{32}$/u.test(key)) throw new TypeError('A storage key is 32 hexadecimal characters.');
}
