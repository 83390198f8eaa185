/** Thumbnails of pictures, created on first request and then kept in the media storage. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Database } from '@textprobe/database/core/connection';
import {
  beginUpload,
  forgetUpload,
  keepThumbnail,
  type MediaFileRow,
} from '@textprobe/database/media/media-files';
import type { Clock } from '@textprobe/domain/clock';
import { createFairGate, type GateCaller } from '@textprobe/domain/fair-gate';
import { MediaMissing, type MediaStorage, newStorageKey } from '@textprobe/media/media-storage';
import { ProblemError } from '../http/problem.ts';

export interface Thumbnails {
  /** WebP; null for a video or a picture that cannot be decoded. @throws ProblemError server.busy */
  read(file: MediaFileRow, caller: GateCaller): Promise<Buffer | null>;
}

/** Pixels: twice the displayed width, for high-density screens. */
const WIDTH = 320;
/** Pictures are decoded one at a time; a page full of them is queued, and the accounts take turns. */
const AT_ONCE = 1;
const WAITING = 100;

export function createThumbnails(deps: { db: Database; storage: MediaStorage; clock: Clock }): Thumbnails {
  const { db, storage, clock } = deps;
  const gate = createFairGate({ atOnce: AT_ONCE, waiting: WAITING });

  async function make(file: MediaFileRow): Promise<{ picture: Buffer | null }> {
    // Loaded on first use: the decoder takes 0.1 s to load, which would delay every start.
    const { makeThumbnail } = await import('@textprobe/media/thumbnail');
    const picture = await makeThumbnail(await storage.open(file.storage_key), WIDTH);
    if (picture !== null) await keep(file.id, picture);
    return { picture };
  }

  async function keep(id: string, picture: Buffer): Promise<void> {
    const storageKey = newStorageKey();
    await beginUpload(db, storageKey, clock.now());
    await storage.put(storageKey, Readable.from([picture]));
    if (await keepThumbnail(db, { id, storageKey })) return;
    // Another process stored one first, or the file is being deleted: ours still serves this answer.
    await storage.remove(storageKey);
    await forgetUpload(db, storageKey);
  }

  /** Null when it is missing from the storage: it is then created again. */
  async function readKept(key: string): Promise<Buffer | null> {
    try {
      return await buffer(await storage.open(key));
    } catch (error) {
      if (error instanceof MediaMissing) return null;
      throw error;
    }
  }

  return {
    async read(file, caller) {
      if (!file.type.startsWith('image/')) return null;
      const kept = file.thumbnail_key === null ? null : await readKept(file.thumbnail_key);
      if (kept !== null) return kept;
      const made = await gate.pass(caller, () => make(file));
      if (made !== null) return made.picture;
      const message = 'Too many thumbnails are being created. Try again in a moment.';
      throw new ProblemError('server.busy', message, { retryAfterMs: 2_000 });
    },
  };
}
