/**
 * The storage port for files, and their keys. Implemented by `disk-storage.ts` and `s3-storage.ts`; both pass
 * `testing/storage-conformance.ts`. Content is streamed: no file is ever in memory as a whole.
 */
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** A part of a file: byte positions as in an HTTP Range, both inclusive. It must lie within the file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores files under keys from `newStorageKey`, each written once. Several processes may share the files. */
export interface MediaStorage {
  /**
   * Stores `content`, all or nothing. When it resolves, the file is durable; if `content` or the storage fails, it rejects with
   * that error and nothing is left behind. Applies backpressure to `content`.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Streams the file, or the `range` of it. Destroy the stream if you do not read it to the end.
   * @throws {MediaMissing} if there is no file under `key`
   */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the file. Idempotent: a missing file is not an error. */
  remove(key: string): Promise<void>;
}

/** There is no file under the key. */
export class MediaMissing extends Error {
  override readonly name = 'MediaMissing';
  readonly key: string;

  constructor(key: string) {
    super(`No file is stored under ${key}.`);
    this.key = key;
  }
}

/** A new key: 32 hexadecimal characters, 128 random bits. A key never contains a file's name. */
export function newStorageKey(): string {
  return randomBytes(16).toString('hex');
}

/**
 * The last check before a key becomes part of a path.
 * @throws {TypeError} if `key` is not in the format of `newStorageKey`
 */
export function assertStorageKey(key: string): void {
  if (!/^[0-9a-f]{32}$/u.test(key)) throw new TypeError('A storage key is 32 hexadecimal characters.');
}
