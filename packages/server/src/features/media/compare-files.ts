/**
 * Compares the files that handsets reported with those that were sent. Run it every second or so where the media storage
 * is accessible; it is idempotent, and so safe in several processes. Each round covers the last two days, an hourly one
 * everything: otherwise each round would read an index of every month.
 */
import { buffer } from 'node:stream/consumers';
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { findMediaFiles, listTestMedia, type MediaFileRow } from '@textprobe/database/media/media-files';
import {
  type FileComparison,
  listReceptionsToCompare,
  type ReceptionToCompare,
} from '@textprobe/database/receptions/file-comparisons';
import { forgetFailures, noteFailed, type SetAsideMetrics } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import type { EngineApi } from '@textprobe/engine/api';
import { MediaMissing, type MediaStorage } from '@textprobe/media/media-storage';
import { videoLengthMs } from '@textprobe/media/video-length';
import { isCutShort } from '@textprobe/media/video-truncation';
import { type ComparableFile, pairFiles } from './file-pairs.ts';

interface CompareFilesDeps {
  readonly db: Database;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: SetAsideMetrics;
  readonly engine: Pick<EngineApi, 'recordFiles'>;
}

/** Reports compared in one round. */
const BATCH_SIZE = 50;

/** Before a failed comparison is retried, in case the storage is back. Milliseconds. */
const PAUSE_MS = 60_000;

/** Fingerprints of pictures for comparison; null when one cannot be decoded. */
type Pictures = ReadonlyMap<string, Uint8Array | null>;

/** Reports are compared within seconds; older ones wait only if no console ran for that long. Milliseconds. */
const RECENT_MS = 2 * 24 * 3_600_000;
const FULL_SCAN_EVERY_MS = 3_600_000;

/** @returns a function that runs one round and answers how many reports it covered; the first round covers all */
export function createFileComparison(deps: CompareFilesDeps): () => Promise<number> {
  let fullScanAt = -Infinity;
  return async () => {
    const now = deps.clock.now();
    const isFullScan = now - fullScanAt >= FULL_SCAN_EVERY_MS;
    const count = await compareArrivedFiles(deps, isFullScan ? 0 : now - RECENT_MS);
    if (isFullScan && count < BATCH_SIZE) fullScanAt = now;
    return count;
  };
}

/**
 * @param since epoch milliseconds; earlier reports are left out
 * @returns the number of reports covered
 */
async function compareArrivedFiles(deps: CompareFilesDeps, since: number): Promise<number> {
  const { db, clock, engine } = deps;
  const waiting = await listReceptionsToCompare(db, { limit: BATCH_SIZE, now: clock.now(), since });
  const sent = await listTestMedia(deps.db, [...new Set(waiting.map(({ testId }) => testId))]);
  const compared: number[] = [];
  for (const reception of waiting) {
    try {
      const found = await compareOne(deps, reception, sent.get(reception.testId) ?? []);
      await engine.recordFiles(reception, found);
      compared.push(reception.id);
    } catch (error) {
      const failed = { kind: 'files', item: reception.id, error, pauseMs: PAUSE_MS } as const;
      if (!(await noteFailed(deps, failed))) continue;
      // If even this fails, the report is skipped all the same.
      await engine
        .recordFiles(reception, notCompared(reception))
        .catch((refusal: unknown) =>
          deps.log.error(
            { err: refusal, reception: reception.id },
            'could not store an abandoned comparison',
          ),
        );
    }
  }
  await forgetFailures(deps.db, 'files', compared);
  return waiting.length;
}

/** The result for files whose comparison was abandoned. */
function notCompared({ media }: ReceptionToCompare): FileComparison[] {
  return media.map((id) => ({ sent: null, received: id, outcome: 'not-compared', difference: null }));
}

async function compareOne(
  deps: CompareFilesDeps,
  reception: ReceptionToCompare,
  sent: readonly MediaFileRow[],
): Promise<FileComparison[]> {
  const rows = await findMediaFiles(deps.db, reception.media);
  const received = reception.media.flatMap((id) => rows.get(id) ?? []);
  const known = new Set(received.map(hashOf));
  // Files with equal bytes, nearly all of them, need no decoding.
  const wanting = [...received, ...sent.filter((file) => !known.has(hashOf(file)))];
  const allSent = new Set(sent.map(hashOf));
  const toDecode = wanting.filter(
    (file) => isPicture(file) && !(known.has(hashOf(file)) && allSent.has(hashOf(file))),
  );
  const pictures = await decode(deps, toDecode);
  const videos = await readVideos(
    deps,
    wanting.filter((file) => isVideo(file) && !(known.has(hashOf(file)) && allSent.has(hashOf(file)))),
  );
  // Already loaded if `decode` had anything to do.
  const { differenceOf } = await import('@textprobe/media/picture-difference');
  const comparable = (file: MediaFileRow): ComparableFile => ({
    id: file.id,
    type: file.type,
    sha256: file.sha256,
    isDamaged: pictures.get(file.id) === null || videos.get(file.id)?.isCutShort === true,
    lengthMs: videos.get(file.id)?.lengthMs ?? null,
  });
  return pairFiles(sent.map(comparable), received.map(comparable), (one, other) => {
    const [first, second] = [pictures.get(one.id) ?? null, pictures.get(other.id) ?? null];
    return first === null || second === null ? null : differenceOf(first, second);
  });
}

async function decode(deps: CompareFilesDeps, files: readonly MediaFileRow[]): Promise<Pictures> {
  const pictures = new Map<string, Uint8Array | null>();
  if (files.length === 0) return pictures;
  const { squaresOf } = await import('@textprobe/media/picture-difference');
  for (const file of files) {
    const bytes = await readFile(deps, file);
    pictures.set(file.id, bytes && (await squaresOf(bytes)));
  }
  return pictures;
}

/** What the containers of videos declare; a file missing from the storage is left out. */
async function readVideos(
  deps: CompareFilesDeps,
  files: readonly MediaFileRow[],
): Promise<ReadonlyMap<string, { readonly isCutShort: boolean; readonly lengthMs: number | null }>> {
  const found = new Map<string, { isCutShort: boolean; lengthMs: number | null }>();
  for (const file of files) {
    const { id, type } = file;
    const bytes = await readFile(deps, file);
    if (bytes === null) continue;
    found.set(id, { isCutShort: isCutShort(type, bytes), lengthMs: videoLengthMs(type, bytes) });
  }
  return found;
}

/** Null when the storage does not have it. */
async function readFile(
  { storage, log }: CompareFilesDeps,
  { id, storage_key: key }: MediaFileRow,
): Promise<Buffer | null> {
  try {
    return await buffer(await storage.open(key));
  } catch (error) {
    if (!(error instanceof MediaMissing)) throw error;
    log.error({ err: error, file: id }, 'a file is missing from the media storage');
    return null;
  }
}

function hashOf({ sha256 }: MediaFileRow): string {
  return sha256.toString('hex');
}

function isVideo({ type }: MediaFileRow): boolean {
  return type.startsWith('video/');
}

function isPicture({ type }: MediaFileRow): boolean {
  return type.startsWith('image/');
}
