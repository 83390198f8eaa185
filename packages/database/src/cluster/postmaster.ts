/**
 * One PostgreSQL server process (the postmaster) on a data folder, our own or one left behind by a killed program:
 * detects, starts and stops it. It is found by its pid file, which is checked against the system because pids are
 * reused.
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
  /** The folder of its socket, from its pid file. */
  readonly socketFolder: string;
}

/** A started postmaster that does not accept connections yet. */
export interface StartedPostmaster {
  /** Why it ended: an exit code, a signal, or why it could not start. Undefined while it runs. */
  ended(): string | undefined;
  /** Kills it, whatever it is doing, and waits for its end. */
  discard(): Promise<void>;
  /** What it has logged since it was started. */
  readLog(): Promise<string>;
}

export interface PostmasterPlace {
  readonly dataFolder: string;
  readonly logFile: string;
  readonly socketFolder: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
  /** Additional arguments. */
  readonly arguments: readonly string[];
}

const PID_FILE = 'postmaster.pid';
const LARGEST_LOG = 8 * 1024 * 1024;

/** Time limits for a fast shutdown (flushes everything) and an immediate one (does not). */
const FAST_STOP_MS = 5000;
const IMMEDIATE_STOP_MS = 3000;
const POLL_MS = 5;

/** The postmaster running on the data folder, if any. A leftover pid file proves nothing. */
export async function findPostmaster(dataFolder: string): Promise<RunningPostmaster | undefined> {
  const named = await readPidFile(dataFolder);
  return named !== undefined && (await isPostmaster(named.pid, dataFolder)) ? named : undefined;
}

/**
 * Starts `postgres` directly, not by pg_ctl, which would detach it. It gets its own session: Ctrl-C in a terminal
 * signals the whole foreground group, and PostgreSQL must outlive our last writes.
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
        ended ??= signal === null ? `it exited with code ${code}` : `it was killed by ${signal}`;
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
 * Stops the postmaster: by a fast shutdown, then an immediate one (the next start recovers), then SIGKILL. Resolves once
 * it is gone. @throws Error if another user owns it
 */
export async function stopPostmaster(dataFolder: string, pid: number, clock: Clock, log: Log): Promise<void> {
  if (await endsWithin(dataFolder, pid, 'SIGINT', FAST_STOP_MS, clock)) return;
  log.warn(
    { pid },
    `PostgreSQL did not stop within ${FAST_STOP_MS} ms; stopping it immediately, the next start recovers`,
  );
  if (await endsWithin(dataFolder, pid, 'SIGQUIT', IMMEDIATE_STOP_MS, clock)) return;
  log.error({ pid }, 'PostgreSQL ignored the immediate shutdown; killing it');
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
  // Negative for a single-user server.
  return Number.isSafeInteger(pid) && pid > 1 ? { pid, socketFolder } : undefined;
}

/** PostgreSQL ignores the pid file of a dead process, but not if another program now has that pid. */
async function removeStalePidFile(dataFolder: string): Promise<void> {
  const named = await readPidFile(dataFolder);
  if (named === undefined || (await isPostmaster(named.pid, dataFolder))) return;
  await rm(join(dataFolder, PID_FILE), { force: true });
}

/** Whether the process is alive and works on that folder: PostgreSQL's working directory is its data folder. */
async function isPostmaster(pid: number, dataFolder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    try {
      // A zombie process has no working directory.
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
