/**
 * Databases outside their DATA_DIR, and the orphans among them whose DATA_DIR is gone: deleting DATA_DIR leaves them
 * behind.
 */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { BACK_POINTER_FILE, DATA_FOLDER, POINTER_FILE, readPointer, SYSTEM_FOLDER } from './placement.ts';
import { findPostmaster } from './postmaster.ts';

/** A database outside its DATA_DIR. */
export interface ClusterHome {
  readonly home: string;
  /** The DATA_DIR that it was created for or last started with. */
  readonly dataDir: string;
  /** Why it is unused; null if its DATA_DIR points to it. */
  readonly orphaned: 'gone' | 'elsewhere' | null;
  /** Process id of the PostgreSQL running on it; null if there is none. */
  readonly pid: number | null;
}

/** Where to search. */
export interface HomesPlace {
  /** The caller's DATA_DIR: the home that it points to is in use, even if DATA_DIR was moved since the last start. */
  readonly dataDir: string;
  /** SYSTEM_FOLDER by default. */
  readonly systemFolder?: string;
}

/** Lists all homes except those that this user may not read. */
export async function listHomes(place: HomesPlace): Promise<ClusterHome[]> {
  const folder = place.systemFolder ?? SYSTEM_FOLDER;
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readHome(join(folder, name), place)));
  return found.filter((home) => home !== null);
}

/**
 * Deletes an orphan.
 * @param home as listed by `listHomes`
 * @returns its state, deleted only if that `isRemovable`; null: no such home
 */
export async function removeOrphan(home: string, place: HomesPlace): Promise<ClusterHome | null> {
  // Check again: a program may have started on it since it was listed.
  const isWithin = dirname(home) === (place.systemFolder ?? SYSTEM_FOLDER);
  const found = isWithin ? await readHome(home, place) : null;
  if (found !== null && isRemovable(found)) await rm(home, { recursive: true });
  return found;
}

/** If DATA_DIR disappeared more recently, it may have been moved, or its volume may be unmounted. Milliseconds. */
const GRACE_MS = 7 * 24 * 3_600_000;

/**
 * Deletes databases whose DATA_DIR is gone, unless PostgreSQL runs on them: at once if DATA_DIR was in the system's
 * temporary folder, otherwise a week after last use.
 * @param now epoch milliseconds
 * @returns what was deleted or could not be
 */
export async function removeOrphanedDatabases(
  place: HomesPlace,
  now: number,
): Promise<readonly (ClusterHome & { readonly error: unknown })[]> {
  const gone = (await listHomes(place)).filter(({ orphaned, pid }) => orphaned === 'gone' && pid === null);
  const removed = gone.map(async (orphan) => {
    const { home, dataDir } = orphan;
    if (!dataDir.startsWith(tmpdir() + sep) && (await lastUsed(home)) > now - GRACE_MS) return [];
    const error = await rm(home, { recursive: true }).catch((failure: unknown) => failure);
    return [{ ...orphan, error }];
  });
  return (await Promise.all(removed)).flat();
}

/** PostgreSQL writes this file at each start, checkpoint and stop. Epoch milliseconds. */
async function lastUsed(home: string): Promise<number> {
  const control = await stat(join(home, DATA_FOLDER, 'global', 'pg_control')).catch(() => stat(home));
  return control.mtimeMs;
}

/** Whether no DATA_DIR points to it and no PostgreSQL runs on it. */
export function isRemovable({ orphaned, pid }: ClusterHome): boolean {
  return orphaned !== null && pid === null;
}

async function readHome(home: string, place: HomesPlace): Promise<ClusterHome | null> {
  const text = await readFile(join(home, BACK_POINTER_FILE), 'utf8').catch(() => '');
  const dataDir = text.trim();
  if (dataDir === '') return null;
  const isOurs = (await readPointer(place.dataDir)) === home;
  const running = await findPostmaster(join(home, DATA_FOLDER));
  const orphaned = isOurs ? null : await whyOrphaned(home, dataDir);
  return { home, dataDir: isOurs ? place.dataDir : dataDir, orphaned, pid: running?.pid ?? null };
}

async function whyOrphaned(home: string, dataDir: string): Promise<ClusterHome['orphaned']> {
  const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR';
  try {
    await stat(dataDir);
  } catch (error) {
    // A folder that this user may not read is not necessarily gone.
    return isMissing(error as NodeJS.ErrnoException) ? 'gone' : null;
  }
  try {
    const pointer = await readFile(join(dataDir, POINTER_FILE), 'utf8');
    return pointer.trim() === home ? null : 'elsewhere';
  } catch (error) {
    return isMissing(error as NodeJS.ErrnoException) ? 'elsewhere' : null;
  }
}
