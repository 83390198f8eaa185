/**
 * Lets one program at a time work on a DATA_DIR. What holds is a lock of the kernel's on `lock.db` (SQLite takes it, an
 * otherwise empty database), so it ends with the process however that ends, and two that start at once cannot both
 * have it: no pid is compared, no stale file cleared. Beside it `held-by.json` says who holds it, for people to read.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock } from '@textprobe/domain/clock';
import { UserError } from './user-error.ts';

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
export interface Holder {
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
 * Takes the folder for this process. Waits only for a holder that is about to let go.
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
