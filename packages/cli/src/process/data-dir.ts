/** DATA_DIR: made where it is missing, tried before anything starts, and held by one program at a time. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@textprobe/domain/clock';
import type { Settings } from '../settings/settings.ts';
import type { Stops } from './shutdown.ts';
import { UserError } from './user-error.ts';

/**
 * Takes DATA_DIR for this process, where the process needs one to itself.
 * @throws UserError that says who holds it, or why it cannot be used
 */
export async function takeDataDir(
  command: string,
  { dataDir, shutdownDrainMs: drainMs }: Pick<Settings, 'dataDir' | 'shutdownDrainMs'>,
  { clock }: { readonly clock: Clock },
  stops: Stops,
): Promise<DataDirHold> {
  prepareDataDir(dataDir);
  const hold = await holdDataDir(dataDir, { command, clock, drainMs });
  stops.add('the hold on DATA_DIR', () => hold.release());
  return hold;
}

/** As much as a disk with room must take; an empty file fits on a full one. */
const PROBE_BYTES = 64 * 1024;

const OTHER_FOLDER = 'or set DATA_DIR to another folder';

/** What an error of the file system means here and what to do about it. */
const MEANINGS: Readonly<Record<string, string>> = {
  EEXIST: `a file stands in its place. Move that file away, ${OTHER_FOLDER}.`,
  ENOTDIR: `a part of that path is a file. Move that file away, ${OTHER_FOLDER}.`,
  EACCES: `this user may not write there. Change the folder's owner or mode, ${OTHER_FOLDER}.`,
  EPERM: `this user may not write there. Change the folder's owner or mode, ${OTHER_FOLDER}.`,
  EROFS: 'its file system is read-only. Set DATA_DIR to a folder that can be written.',
  ENOSPC: `the disk is full. Make room, ${OTHER_FOLDER}.`,
  EDQUOT: `this user's disk quota is used up. Make room, ${OTHER_FOLDER}.`,
  ENAMETOOLONG: 'the path is too long. Set DATA_DIR to a shorter one.',
  ELOOP: 'its symbolic links run in a circle. Mend them, or set DATA_DIR to another folder.',
};

/**
 * Makes the folder if it is missing, and writes and removes a file in it.
 * @param dataDir an absolute path
 * @throws UserError with what is wrong with it and what to do
 */
export function prepareDataDir(dataDir: string): void {
  const probe = path.join(dataDir, `.write-check-${process.pid}`);
  try {
    makeFolder(dataDir);
    const file = openSync(probe, 'w', 0o600);
    try {
      // Not writeSync: on a full disk it writes what fits and reports no error.
      writeFileSync(file, Buffer.alloc(PROBE_BYTES));
      // Some file systems promise room that they do not have until the bytes must really be written.
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw new UserError(explainDataDirError(dataDir, error as NodeJS.ErrnoException), error);
  }
}

/** With the folders above it. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // On a read-only file system the recursive way says only that the folder is not there.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') mkdirSync(firstMissing(folder));
    throw error;
  }
}

/** The uppermost folder on the way to this one that does not exist. */
function firstMissing(folder: string): string {
  const parent = path.dirname(folder);
  return parent === folder || existsSync(parent) ? folder : firstMissing(parent);
}

/** One sentence or two: which folder, what is wrong, what to do. */
export function explainDataDirError(dataDir: string, { code = '', message }: NodeJS.ErrnoException): string {
  return `DATA_DIR ${dataDir} cannot be used: ${MEANINGS[code] ?? `${message}. Mend that, ${OTHER_FOLDER}.`}`;
}

const LOCK_FILE = 'lock.db';
const HOLDER_FILE = 'held-by.json';
/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
const BUSY = 5;
const POLL_MS = 50;
/** A holder that said it is stopping is waited for: it ends within 10 s after its drain, or is ended. */
const WAIT_FOR_STOPPING_MS = 12_000;
/** A holder that has just come may not have written its name yet. */
const WAIT_FOR_NAME_MS = 500;

/** Who holds a DATA_DIR. */
interface Holder {
  readonly pid: number;
  /** The command, such as `start`. */
  readonly command: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Where its console is, once it listens. */
  readonly address?: string;
  /** It was told to end and will let go soon. */
  readonly stopping?: boolean;
}

export interface DataDirHold {
  /** Tells whoever comes second more about this holder. */
  tell(facts: Pick<Holder, 'address' | 'stopping'>): void;
  /** Lets go. Idempotent. */
  release(): void;
}

/**
 * Lets one program at a time work on the folder. What holds is a lock of the kernel's on `lock.db` (SQLite takes it, an
 * otherwise empty database), so it ends with the process however that ends, and two that start at once cannot both
 * have it: no pid is compared, no stale file cleared. Beside it `held-by.json` says who holds it, for people to read.
 * Waits only for a holder that is about to let go.
 * @param dataDir an absolute path, made ready by `prepareDataDir`
 * @throws UserError that says who holds it, when another program does
 */
export async function holdDataDir(
  dataDir: string,
  {
    command,
    clock,
    drainMs = 0,
  }: {
    readonly command: string;
    readonly clock: Clock;
    /** For how long a holder goes on answering before it begins to end, in milliseconds; none unless told. */
    readonly drainMs?: number;
  },
): Promise<DataDirHold> {
  const began = clock.now();
  for (;;) {
    const lock = tryLock(dataDir);
    if (lock !== null) return hold(dataDir, lock, { pid: process.pid, command, since: clock.now() });
    const holder = readHolder(dataDir);
    const patience = holder?.stopping
      ? drainMs + WAIT_FOR_STOPPING_MS
      : isAlive(holder)
        ? 0
        : WAIT_FOR_NAME_MS;
    if (clock.now() - began >= patience) throw new UserError(describeHolder(dataDir, holder));
    await clock.sleep(POLL_MS);
  }
}

/** Whether a living program holds the folder now. */
export function isHeld(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, LOCK_FILE))) return false;
  const lock = tryLock(dataDir);
  lock?.close();
  return lock === null;
}

function tryLock(dataDir: string): DatabaseSync | null {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path.join(dataDir, LOCK_FILE), { timeout: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === BUSY) return null;
    throw new UserError(
      `DATA_DIR ${dataDir} cannot be used: its ${LOCK_FILE} cannot be locked (${(error as Error).message}). ` +
        'Does that file belong to another user, or does the file system know no locks? Set DATA_DIR to another folder.',
      error,
    );
  }
}

function hold(dataDir: string, lock: DatabaseSync, first: Holder): DataDirHold {
  let holder = first;
  writeHolder(dataDir, holder);
  return {
    tell(facts) {
      if (!lock.isOpen) return;
      holder = { ...holder, ...facts };
      writeHolder(dataDir, holder);
    },
    release() {
      if (!lock.isOpen) return;
      rmSync(path.join(dataDir, HOLDER_FILE), { force: true });
      lock.close();
    },
  };
}

/** Written aside and renamed, so that nobody reads half of it. */
function writeHolder(dataDir: string, holder: Holder): void {
  const file = path.join(dataDir, HOLDER_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(holder)}\n`);
  renameSync(`${file}.new`, file);
}

/** Who wrote down that it holds the folder; it may since have been killed. Null where nothing readable is there. */
export function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** Only to choose the words: a name left by a killed holder is not that of the one who holds the lock now. */
function isAlive(holder: Holder | null): boolean {
  if (holder === null) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function describeHolder(dataDir: string, holder: Holder | null): string {
  const advice = 'End that one first, or set DATA_DIR to another folder.';
  if (holder === null) return `DATA_DIR ${dataDir} is in use by another program. ${advice}`;
  const { pid, command, since, address } = holder;
  const where = address === undefined ? '' : `, at ${address}`;
  const when = new Date(since).toISOString().slice(0, 19).replace('T', ' ');
  return `DATA_DIR ${dataDir} is in use by process ${pid} ('textprobe ${command}', since ${when} UTC${where}). ${advice}`;
}
