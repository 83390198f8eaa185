/**
 * Lays the files that handsets reported beside those that were sent. To be run every second or so where the media
 * storage is; safe in many processes at once, since looking twice finds the same. Each time the reports of the last days
 * are looked through, and now and then all: an index of every month would else be read each second.
 */
import { buffer } from 'node:stream/consumers';
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { findMediaFiles, listTestMedia, type MediaFileRow } from '@textprobe/database/media/media-files';
import {
  type FileComparison,
  keepFileComparison,
  listReceptionsToCompare,
  type ReceptionToCompare,
} from '@textprobe/database/receptions/file-comparisons';
import { forgetFailures, noteFailed, type SetAsideMetrics } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { MediaMissing, type MediaStorage } from '@textprobe/media/media-storage';
import { isCutShort } from '@textprobe/media/video-wholeness';
import { type ComparableFile, pairFiles } from './file-pairs.ts';

interface CompareFilesDeps {
  readonly db: Database;
  readonly storage: MediaStorage;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: SetAsideMetrics;
  /** Tells all screens that these tests have changed. */
  readonly publishChanges: (testIds: Iterable<number>) => void;
}

/** Reports looked at in one round; the rest in the next. */
const MOST_AT_ONCE = 50;

/** Before a report that failed is looked at again: a storage that is away for a moment may be back. Milliseconds. */
const PAUSE_MS = 60_000;

/** What decides how alike two pictures are; null where one cannot be decoded. */
type Pictures = ReadonlyMap<string, Uint8Array | null>;

/** Reports are looked at within seconds; older ones wait only where no console has run for as long. Milliseconds. */
const RECENT_MS = 2 * 24 * 3_600_000;
const LOOK_BACK_EVERY_MS = 3_600_000;

/** @returns a round, which answers how many reports it looked at. The first one looks at all. */
export function createFileComparison(deps: CompareFilesDeps): () => Promise<number> {
  let lookedBackAt = -Infinity;
  return async () => {
    const now = deps.clock.now();
    const looksBack = now - lookedBackAt >= LOOK_BACK_EVERY_MS;
    const looked = await compareArrivedFiles(deps, looksBack ? 0 : now - RECENT_MS);
    if (looksBack && looked < MOST_AT_ONCE) lookedBackAt = now;
    return looked;
  };
}

/**
 * Answers how many reports were looked at.
 * @param since epoch milliseconds: those that came earlier are left out
 */
async function compareArrivedFiles(deps: CompareFilesDeps, since: number): Promise<number> {
  const { db, clock } = deps;
  const waiting = await listReceptionsToCompare(db, { limit: MOST_AT_ONCE, now: clock.now(), since });
  const sent = await listTestMedia(deps.db, [...new Set(waiting.map(({ testId }) => testId))]);
  const compared: number[] = [];
  for (const reception of waiting) {
    try {
      const found = await compareOne(deps, reception, sent.get(reception.testId) ?? []);
      await keepFileComparison(deps.db, reception, found);
      compared.push(reception.id);
    } catch (error) {
      const failed = { kind: 'files', item: reception.id, error, pauseMs: PAUSE_MS } as const;
      if (!(await noteFailed(deps, failed))) continue;
      // Should even this be refused, it is left out all the same.
      await keepFileComparison(deps.db, reception, notCompared(reception)).catch((refusal: unknown) =>
        deps.log.error(
          { err: refusal, reception: reception.id },
          'a comparison that was given up was not kept',
        ),
      );
    }
    deps.publishChanges([reception.testId]);
  }
  await forgetFailures(deps.db, 'files', compared);
  return waiting.length;
}

/** What is shown of files that were given up. */
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
  // Equal bytes need no look; mostly there is nothing else.
  const wanting = [...received, ...sent.filter((file) => !known.has(hashOf(file)))];
  const allSent = new Set(sent.map(hashOf));
  const toLookAt = wanting.filter(
    (file) => isPicture(file) && !(known.has(hashOf(file)) && allSent.has(hashOf(file))),
  );
  const pictures = await lookAt(deps, toLookAt);
  const changedVideos = received.filter((file) => isVideo(file) && !allSent.has(hashOf(file)));
  const cutShort = await findCutShort(deps, changedVideos);
  // The decoder is loaded by then, or nobody asks.
  const { differenceOf } = await import('@textprobe/media/picture-difference');
  const comparable = (file: MediaFileRow): ComparableFile => ({
    id: file.id,
    type: file.type,
    sha256: file.sha256,
    isDamaged: pictures.get(file.id) === null || cutShort.has(file.id),
  });
  return pairFiles(sent.map(comparable), received.map(comparable), (one, other) => {
    const [first, second] = [pictures.get(one.id) ?? null, pictures.get(other.id) ?? null];
    return first === null || second === null ? null : differenceOf(first, second);
  });
}

async function lookAt(deps: CompareFilesDeps, files: readonly MediaFileRow[]): Promise<Pictures> {
  const pictures = new Map<string, Uint8Array | null>();
  if (files.length === 0) return pictures;
  const { squaresOf } = await import('@textprobe/media/picture-difference');
  for (const file of files) {
    const bytes = await readFile(deps, file);
    pictures.set(file.id, bytes && (await squaresOf(bytes)));
  }
  return pictures;
}

/** The ids of the videos that were cut off on their way; of one that is gone from the storage that is not known. */
async function findCutShort(
  deps: CompareFilesDeps,
  files: readonly MediaFileRow[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const file of files) {
    const bytes = await readFile(deps, file);
    if (bytes !== null && isCutShort(file.type, bytes)) found.add(file.id);
  }
  return found;
}

/** Null where it is gone from the storage. */
async function readFile(
  { storage, log }: CompareFilesDeps,
  { id, storage_key: key }: MediaFileRow,
): Promise<Buffer | null> {
  try {
    return await buffer(await storage.open(key));
  } catch (error) {
    if (!(error instanceof MediaMissing)) throw error;
    log.error({ err: error, file: id }, 'a file is gone from the media storage');
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
