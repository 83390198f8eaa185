/** Creates DATA_DIR, checks that it is writable, and locks it for one program at a time. */
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
 * Creates and locks DATA_DIR for this process.
 * @throws UserError that says which process holds it, or why it cannot be used
 */
export async function takeDataDir(
  command: string,
  { dataDir, shutdownDrainMs: drainMs }: Pick<Settings, 'dataDir' | 'shutdownDrainMs'>,
  { clock }: { readonly clock: Clock },
  stops: Stops,
): Promise<DataDirHold> {
  prepareDataDir(dataDir);
  const hold = await holdDataDir(dataDir, { command, clock, drainMs });
  stops.add('the lock on DATA_DIR', () => hold.release());
  return hold;
}

/** Enough to detect a full disk, which still accepts an empty file. */
const PROBE_BYTES = 64 * 1024;

const OTHER_FOLDER = 'or set DATA_DIR to another folder';

/** Explanations and remedies by file system error. */
const MEANINGS: Readonly<Record<string, string>> = {
  EEXIST: `it is a file, not a folder. Move that file away, ${OTHER_FOLDER}.`,
  ENOTDIR: `a part of that path is a file. Move that file away, ${OTHER_FOLDER}.`,
  EACCES: `this user may not write there. Change the folder's owner or mode, ${OTHER_FOLDER}.`,
  EPERM: `this user may not write there. Change the folder's owner or mode, ${OTHER_FOLDER}.`,
  EROFS: 'its file system is read-only. Set DATA_DIR to a writable folder.',
  ENOSPC: `the disk is full. Free some space, ${OTHER_FOLDER}.`,
  EDQUOT: `this user's disk quota is used up. Free some space, ${OTHER_FOLDER}.`,
  ENAMETOOLONG: 'the path is too long. Set DATA_DIR to a shorter one.',
  ELOOP: 'its symbolic links form a loop. Fix them, or set DATA_DIR to another folder.',
};

/**
 * Creates the folder if it is missing, and checks that it is writable.
 * @param dataDir an absolute path
 * @throws UserError that says what is wrong and what to do
 */
export function prepareDataDir(dataDir: string): void {
  const probe = path.join(dataDir, `.write-check-${process.pid}`);
  try {
    makeFolder(dataDir);
    const file = openSync(probe, 'w', 0o600);
    try {
      // Not writeSync: on a full disk it writes what fits and reports no error.
      writeFileSync(file, Buffer.alloc(PROBE_BYTES));
      // Some file systems report a full disk only on flush.
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw new UserError(explainDataDirError(dataDir, error as NodeJS.ErrnoException), error);
  }
}

/** Creates parent folders too. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // On a read-only file system the recursive mkdir reports only ENOENT.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') mkdirSync(firstMissing(folder));
    throw error;
  }
}

/** The topmost missing folder of the path. */
function firstMissing(folder: string): string {
  const parent = path.dirname(folder);
  return parent === folder || existsSync(parent) ? folder : firstMissing(parent);
}

/** Says which folder, what is wrong and what to do. */
export function explainDataDirError(dataDir: string, { code = '', message }: NodeJS.ErrnoException): string {
  return `DATA_DIR ${dataDir} cannot be used: ${MEANINGS[code] ?? `${message}. Fix that, ${OTHER_FOLDER}.`}`;
}

const LOCK_FILE = 'lock.db';
const HOLDER_FILE = 'held-by.json';
/** SQLITE_BUSY, https://sqlite.org/rescode.html#busy */
const BUSY = 5;
const POLL_MS = 50;
/** A stopping holder exits within 10 s after its drain, so starting waits for it. */
const WAIT_FOR_STOPPING_MS = 12_000;
/** A holder that has just started may not have written its file yet. */
const WAIT_FOR_NAME_MS = 500;

/** The process that holds a DATA_DIR. */
interface Holder {
  readonly pid: number;
  /** The command, such as `start`. */
  readonly command: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** The URL of its console, once it listens. */
  readonly address?: string;
  /** It is shutting down. */
  readonly stopping?: boolean;
}

export interface DataDirHold {
  /** Publishes more about this holder to processes that find the folder locked. */
  update(facts: Pick<Holder, 'address' | 'stopping'>): void;
  /** Idempotent. */
  release(): void;
}

/**
 * Locks the folder for one program. The lock is a kernel lock on `lock.db`, taken through SQLite, so it ends with the process
 * in any case and two simultaneous starts cannot both get it: there is no pid to compare and no stale file to clear.
 * `held-by.json` names the holder for people. Waits only for a holder that is stopping.
 * @param dataDir an absolute path, prepared by `prepareDataDir`
 * @throws UserError that names the holder
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
    /** How long a stopping holder still answers requests, in milliseconds; default: 0. */
    readonly drainMs?: number;
  },
): Promise<DataDirHold> {
  const began = clock.now();
  for (;;) {
    const lock = tryLock(dataDir);
    if (lock !== null) return hold(dataDir, lock, { pid: process.pid, command, since: clock.now() });
    const holder = readHolder(dataDir);
    const waitMs = holder?.stopping ? drainMs + WAIT_FOR_STOPPING_MS : isAlive(holder) ? 0 : WAIT_FOR_NAME_MS;
    if (clock.now() - began >= waitMs) throw new UserError(describeHolder(dataDir, holder));
    await clock.sleep(POLL_MS);
  }
}

/** Whether a live program holds the folder now. */
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
        'Either the file belongs to another user or the file system does not support locks. Set DATA_DIR to another folder.',
      error,
    );
  }
}

function hold(dataDir: string, lock: DatabaseSync, first: Holder): DataDirHold {
  let holder = first;
  writeHolder(dataDir, holder);
  return {
    update(facts) {
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

/** Written to a temporary file and renamed, so that it is never read half-written. */
function writeHolder(dataDir: string, holder: Holder): void {
  const file = path.join(dataDir, HOLDER_FILE);
  writeFileSync(`${file}.new`, `${JSON.stringify(holder)}\n`);
  renameSync(`${file}.new`, file);
}

/** The holder according to its file; it may have been killed since. Null without a readable file. */
export function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path.join(dataDir, HOLDER_FILE), 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** Decides only whether to wait for the current holder's file: that of a killed holder does not name it. */
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
  const advice = 'Stop it first, or set DATA_DIR to another folder.';
  if (holder === null) return `DATA_DIR ${dataDir} is in use by another program. ${advice}`;
  const { pid, command, since, address } = holder;
  const where = address === undefined ? '' : `, at ${address}`;
  const when = new Date(since).toISOString().slice(0, 19).replace('T', ' ');
  return `DATA_DIR ${dataDir} is in use by process ${pid} ('textprobe ${command}', since ${when} UTC${where}). ${advice}`;
}
