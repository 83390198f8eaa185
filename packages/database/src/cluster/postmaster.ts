/**
 * One PostgreSQL server process (the postmaster) on a data folder, ours or one left behind by a killed program: whether
 * it runs, starting it, ending it. Told by its pid file, which is checked against the system, for pids are used again.
 */
import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '@textprobe/domain/clock';
import type { Log } from '../core/log.ts';
import type { Binaries } from './binaries.ts';
import { CHILD_ENVIRONMENT, credentials, type Identity } from './identity.ts';

export interface RunningPostmaster {
  readonly pid: number;
  /** The folder of its socket, as it wrote it. */
  readonly socketFolder: string;
}

/** A started postmaster; it does not yet answer. */
export interface StartedPostmaster {
  /** Why it ended, once it has: an exit code, a signal, or why it could not be started. Undefined while it runs. */
  ended(): string | undefined;
  /** Ends one that is of no use, without regard for what it was doing, and waits for its end. */
  discard(): Promise<void>;
  /** What it has written to its log since it was started. */
  readLog(): Promise<string>;
}

export interface PostmasterPlace {
  readonly dataFolder: string;
  readonly logFile: string;
  readonly socketFolder: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
  /** Further arguments. */
  readonly arguments: readonly string[];
}

const PID_FILE = 'postmaster.pid';
const LARGEST_LOG = 8 * 1024 * 1024;

/** How long an ending may take by the fast way (which writes all out) and by the immediate one (which does not). */
const FAST_STOP_MS = 5000;
const IMMEDIATE_STOP_MS = 3000;
const POLL_MS = 5;

/** The postmaster at work on the data folder, if there is one. A pid file left behind is no proof. */
export async function findPostmaster(dataFolder: string): Promise<RunningPostmaster | undefined> {
  const named = await readPidFile(dataFolder);
  return named !== undefined && (await isPostmaster(named.pid, dataFolder)) ? named : undefined;
}

/**
 * Starts `postgres` itself, not by pg_ctl, which would detach it out of our sight. It gets a session of its own, for
 * Ctrl-C in a terminal signals the whole foreground group, and it must outlive our last writes.
 */
export async function startPostmaster(place: PostmasterPlace): Promise<StartedPostmaster> {
  await removeStalePidFile(place.dataFolder);
  await keepLogSmall(place.logFile);
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const logHandle = await open(place.logFile, flags, 0o600);
  try {
    const { size } = await logHandle.stat();
    const child = spawn(
      join(place.binaries.folder, 'postgres'),
      ['-D', place.dataFolder, '-k', place.socketFolder, ...place.arguments],
      {
        ...credentials(place.identity),
        cwd: '/',
        env: CHILD_ENVIRONMENT,
        detached: true,
        stdio: ['ignore', logHandle.fd, logHandle.fd],
      },
    );
    let ended: string | undefined;
    const end = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        ended = error.message;
        resolve();
      });
      child.once('exit', (code, signal) => {
        ended ??= signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
        resolve();
      });
    });
    return {
      ended: () => ended,
      async discard() {
        child.kill('SIGQUIT');
        await end;
      },
      readLog: async () => (await readFile(place.logFile)).subarray(size).toString(),
    };
  } finally {
    await logHandle.close();
  }
}

/**
 * Ends the postmaster: with a clean shutdown first, then without one (the next start recovers), at last by force.
 * Resolves when it is gone. @throws Error when it may not be ended: it belongs to another user
 */
export async function stopPostmaster(dataFolder: string, pid: number, clock: Clock, log: Log): Promise<void> {
  if (await endsWithin(dataFolder, pid, 'SIGINT', FAST_STOP_MS, clock)) return;
  log.warn(
    { pid },
    `PostgreSQL did not stop within ${FAST_STOP_MS} ms, stopping it at once: the next start recovers`,
  );
  if (await endsWithin(dataFolder, pid, 'SIGQUIT', IMMEDIATE_STOP_MS, clock)) return;
  log.error({ pid }, 'PostgreSQL did not stop at once either, killing it');
  if (await endsWithin(dataFolder, pid, 'SIGKILL', IMMEDIATE_STOP_MS, clock)) return;
  throw new Error(`PostgreSQL (process ${pid}) on ${dataFolder} cannot be stopped.`);
}

async function endsWithin(
  dataFolder: string,
  pid: number,
  signal: NodeJS.Signals,
  ms: number,
  clock: Clock,
): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    throw error;
  }
  for (const deadline = clock.now() + ms; clock.now() < deadline; await clock.sleep(POLL_MS)) {
    if (!(await isPostmaster(pid, dataFolder))) return true;
  }
  return false;
}

async function readPidFile(dataFolder: string): Promise<RunningPostmaster | undefined> {
  const text = await readFile(join(dataFolder, PID_FILE), 'utf8').catch(() => '');
  const [pidLine, , , , socketFolder = ''] = text.split('\n');
  const pid = Number(pidLine);
  // Negative while a single-user server is at work.
  return Number.isSafeInteger(pid) && pid > 1 ? { pid, socketFolder } : undefined;
}

/** PostgreSQL passes over the file of a dead process, but not one whose pid is another program's by now. */
async function removeStalePidFile(dataFolder: string): Promise<void> {
  const named = await readPidFile(dataFolder);
  if (named === undefined || (await isPostmaster(named.pid, dataFolder))) return;
  await rm(join(dataFolder, PID_FILE), { force: true });
}

/** Whether the process lives and works on that folder: PostgreSQL's working directory is its data folder. */
async function isPostmaster(pid: number, dataFolder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      // An ended process that nobody has waited for yet has no working directory any more.
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(dataFolder));
    } catch {
      return false;
    }
  }
  const { stdout } = await promisify(execFile)('/bin/ps', [
    '-ww',
    '-o',
    'stat=,command=',
    '-p',
    String(pid),
  ]).catch(() => ({ stdout: '' }));
  return !stdout.startsWith('Z') && stdout.includes('postgres') && stdout.includes(dataFolder);
}

async function keepLogSmall(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > LARGEST_LOG) await rename(logFile, `${logFile}.1`);
}
