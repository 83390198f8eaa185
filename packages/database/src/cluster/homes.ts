/**
 * The databases that lie outside their DATA_DIR, and those among them whose DATA_DIR is gone. They outlive it: whoever
 * deletes DATA_DIR leaves them behind.
 */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { BACK_POINTER_FILE, DATA_FOLDER, POINTER_FILE, readPointer, SYSTEM_FOLDER } from './placement.ts';
import { findPostmaster } from './postmaster.ts';

/** A database outside its DATA_DIR. */
export interface ClusterHome {
  readonly home: string;
  /** The DATA_DIR that it was made for, or that was started with it last. */
  readonly dataDir: string;
  /** Why nobody uses it any more; null where its DATA_DIR points to it. */
  readonly orphaned: 'gone' | 'elsewhere' | null;
  /** The process of the PostgreSQL that runs on it; null where none does. */
  readonly pid: number | null;
}

/** Where to look. */
export interface HomesPlace {
  /** The DATA_DIR of whoever asks: a home that it points to is in use, also where DATA_DIR was moved since its last start. */
  readonly dataDir: string;
  /** SYSTEM_FOLDER unless told. */
  readonly systemFolder?: string;
}

/** Without those that this user may not read. */
export async function listHomes(place: HomesPlace): Promise<ClusterHome[]> {
  const folder = place.systemFolder ?? SYSTEM_FOLDER;
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => readHome(join(folder, name), place)));
  return found.filter((home) => home !== null);
}

/**
 * Deletes an orphan.
 * @param home as `listHomes` names it
 * @returns what it is: deleted only if that `isRemovable`; null: there is no such home
 */
export async function removeOrphan(home: string, place: HomesPlace): Promise<ClusterHome | null> {
  // Read again: a program may have been started on it since it was listed.
  const isWithin = dirname(home) === (place.systemFolder ?? SYSTEM_FOLDER);
  const found = isWithin ? await readHome(home, place) : null;
  if (found !== null && isRemovable(found)) await rm(home, { recursive: true });
  return found;
}

/** A DATA_DIR that is gone for less long may have been moved, or its volume may be unmounted. Milliseconds. */
const GRACE_MS = 7 * 24 * 3_600_000;

/**
 * Deletes those whose DATA_DIR is gone, unless a PostgreSQL runs on them: one in the system's temporary folder at once, any
 * other a week after the database was used last.
 * @param now epoch milliseconds
 * @returns what is deleted, or could not be
 */
export async function removeGone(
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

/** PostgreSQL writes this file at each start, checkpoint and end. Epoch milliseconds. */
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
    // One that this user may not see is not one that is gone.
    return isMissing(error as NodeJS.ErrnoException) ? 'gone' : null;
  }
  try {
    const pointer = await readFile(join(dataDir, POINTER_FILE), 'utf8');
    return pointer.trim() === home ? null : 'elsewhere';
  } catch (error) {
    return isMissing(error as NodeJS.ErrnoException) ? 'elsewhere' : null;
  }
}
