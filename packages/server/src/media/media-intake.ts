/**
 * Stores incoming files, records them in the database, and removes them when their request is refused. The storage key is
 * recorded before the first byte is written, so that the sweep finds what a killed process left.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '@textprobe/database/core/connection';
import { beginUpload, forgetUpload, insertMediaFile } from '@textprobe/database/media/media-files';
import { deleteDroppedMedia, dropMedia } from '@textprobe/database/media/unused-media';
import type { Clock } from '@textprobe/domain/clock';
import { type MediaStorage, newStorageKey } from '@textprobe/media/media-storage';
import { type IncomingFile, receiveFile, type StoredFile } from '@textprobe/media/receive-file';
import type { FastifyBaseLogger } from 'fastify';

/** A stored file under its public id. */
export interface StoredMedia extends Omit<StoredFile, 'key'> {
  readonly id: string;
}

export interface MediaIntake {
  /**
   * Streams a file into the storage. Nothing refers to it yet: the caller must use or discard it.
   * @throws MediaRefused for a file that is not accepted; nothing is kept then, nor after any other failure
   */
  store(
    file: Pick<IncomingFile, 'name' | 'content'>,
    from: { originalUrl: string | null; createdBy: number | null },
  ): Promise<StoredMedia>;
  /** Removes files that nothing refers to. Never rejects: the sweep removes what fails here. */
  discard(ids: readonly string[]): Promise<void>;
}

/** Fetches the content of a link and derives a file name. @throws MediaRefused when it cannot be fetched */
export type FetchLink = (
  url: string,
  /** An Authorization header for the link's own origin. */
  authorization?: string | null,
) => Promise<{ readonly content: AsyncIterable<Uint8Array>; readonly name: string }>;

export function createMediaIntake(deps: {
  db: Database;
  storage: MediaStorage;
  clock: Clock;
  log: FastifyBaseLogger;
}): MediaIntake {
  const { db, storage, clock, log } = deps;

  /** Removes the bytes and the record of the upload. Never rejects. */
  async function remove(key: string): Promise<void> {
    try {
      await storage.remove(key);
      await forgetUpload(db, key);
    } catch (error) {
      log.warn({ err: error }, 'could not remove a file; the sweep will');
    }
  }

  return {
    async store({ name, content }, { originalUrl, createdBy }) {
      const key = newStorageKey();
      await beginUpload(db, key, clock.now());
      try {
        const { key: storageKey, ...stored } = await receiveFile({ storage }, { name, content, key });
        const media = { ...stored, id: randomBytes(16).toString('hex') };
        const sha256 = Buffer.from(stored.sha256, 'hex');
        await insertMediaFile(db, { ...media, storageKey, sha256, originalUrl, createdBy }, clock.now());
        return media;
      } catch (error) {
        await remove(key);
        throw error;
      }
    },

    async discard(ids) {
      try {
        for (const { id, storageKeys } of await dropMedia(db, ids, clock.now())) {
          for (const key of storageKeys) await storage.remove(key);
          await deleteDroppedMedia(db, id);
        }
      } catch (error) {
        log.warn({ err: error }, 'could not remove files; the sweep will');
      }
    },
  };
}
