/** Small pictures of pictures: made when first asked for, then kept in the media storage beside what they show. */
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
import { MediaMissing, type MediaStorage, newStorageKey } from '@textprobe/media/media-storage';
import { createGate } from '../../guard/gate.ts';
import { ProblemError } from '../../http/problem.ts';

export interface Thumbnails {
  /** WebP. Null where there can be none: a video, a picture that cannot be decoded. @throws ProblemError server.busy */
  read(file: MediaFileRow): Promise<Buffer | null>;
}

/** Pixels: twice what a row of thumbnails shows, for dense screens. */
const WIDTH = 320;
/** Pictures are decoded one at a time whoever asks: a page full of them waits for its turns. */
const AT_ONCE = 1;
const WAITING = 100;

export function createThumbnails(deps: { db: Database; storage: MediaStorage; clock: Clock }): Thumbnails {
  const { db, storage, clock } = deps;
  const gate = createGate(AT_ONCE, WAITING);

  async function make(file: MediaFileRow): Promise<{ picture: Buffer | null }> {
    // Only when it is first used: loading the decoder takes 0.1 s, which no start should wait for.
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
    // Somebody else was quicker, or the file is just going: what has been made is still good for this answer.
    await storage.remove(storageKey);
    await forgetUpload(db, storageKey);
  }

  /** Null where it has been made away with: it can be made again. */
  async function readKept(key: string): Promise<Buffer | null> {
    try {
      return await buffer(await storage.open(key));
    } catch (error) {
      if (error instanceof MediaMissing) return null;
      throw error;
    }
  }

  return {
    async read(file) {
      if (!file.type.startsWith('image/')) return null;
      const kept = file.thumbnail_key === null ? null : await readKept(file.thumbnail_key);
      if (kept !== null) return kept;
      const made = await gate.pass(() => make(file));
      if (made !== null) return made.picture;
      const message = 'Too many small pictures are being made. Ask again in a moment.';
      throw new ProblemError('server.busy', message, { retryAfterMs: 2_000 });
    },
  };
}
