/**
 * Starts or adopts PostgreSQL, waits until it accepts connections, and restarts it with growing pauses when it stops
 * unexpectedly.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { Log } from '../core/log.ts';
import { explainFailure } from './explain-failure.ts';
import { findPostmaster, type PostmasterPlace, startPostmaster, stopPostmaster } from './postmaster.ts';
import { connectSupervisor, type SupervisorLink } from './supervisor-link.ts';

export interface Server {
  readonly link: SupervisorLink;
  /** It was already running. */
  readonly adopted: boolean;
}

/** Startup timeout without any response. A server in recovery reports that, and may take longer. */
const SILENCE_MS = 30_000;
/** A running server that cannot be reached lost its socket to a cleaner of temporary files. */
const ADOPTION_SILENCE_MS = 3000;

/** A crashed server's last processes may hold its memory for a moment; or another server is just starting. */
const LEFTOVERS = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;
const LEFTOVERS_MS = 5000;
const LEFTOVERS_POLL_MS = 50;

const PID_FILE_POLL_MS = 5;
const PID_FILE_TRIES = 200;

/** @throws Error with the last lines of PostgreSQL's log */
export async function startOrAdopt(
  place: PostmasterPlace & { readonly fingerprint: string },
  clock: Clock,
  log: Log,
  signal?: AbortSignal,
): Promise<Server> {
  for (const deadline = clock.now() + LEFTOVERS_MS; ; await clock.sleep(LEFTOVERS_POLL_MS, signal)) {
    const adopted = await adopt(place, clock, log, signal);
    if (adopted !== undefined) return { link: adopted, adopted: true };
    const outcome = await start(place, clock, signal);
    if (!('failure' in outcome)) return { link: outcome, adopted: false };
    if (!LEFTOVERS.test(outcome.failure.message) || clock.now() >= deadline) throw outcome.failure;
  }
}

async function adopt(
  place: PostmasterPlace & { readonly fingerprint: string },
  clock: Clock,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<SupervisorLink | undefined> {
  const { dataFolder } = place;
  let running = await findPostmaster(dataFolder);
  // A starting server writes its pid first and the folder of its socket shortly after.
  for (let tries = 0; running?.socketFolder === '' && tries < PID_FILE_TRIES; tries += 1) {
    await clock.sleep(PID_FILE_POLL_MS, signal);
    running = await findPostmaster(dataFolder);
  }
  if (running === undefined) return undefined;
  const { pid, socketFolder } = running;

  async function isAlive(): Promise<boolean> {
    return (await findPostmaster(dataFolder))?.pid === pid;
  }

  const waiting = { clock, signal, silenceMs: ADOPTION_SILENCE_MS, isAlive };
  const link = socketFolder === '' ? undefined : await connectWhile(socketFolder, waiting);
  if (link !== undefined) {
    // Take it first: a server that another program supervises must be neither adopted nor stopped.
    await takeOrClose(link);
    if (link.fingerprint === place.fingerprint && socketFolder === place.socketFolder) {
      log.info({ pid }, 'adopted the PostgreSQL that an earlier process left running');
      return link;
    }
    await link.close();
  }
  if (await isAlive()) {
    log.info({ pid }, 'stopping a leftover PostgreSQL that cannot be adopted');
    await stopPostmaster(dataFolder, pid, clock, log);
  }
  return undefined;
}

async function start(
  place: PostmasterPlace,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<SupervisorLink | { failure: Error }> {
  const child = await startPostmaster(place);
  const isAlive = () => child.ended() === undefined;
  try {
    const link = await connectWhile(place.socketFolder, { clock, signal, silenceMs: SILENCE_MS, isAlive });
    if (link !== undefined) {
      await takeOrClose(link);
      return link;
    }
  } catch (error) {
    await child.discard();
    throw error;
  }
  const why = child.ended() ?? 'it did not answer';
  if (isAlive()) await child.discard();
  return {
    failure: explainFailure('start PostgreSQL', place.dataFolder, `${await child.readLog()}\n${why}`),
  };
}

interface Waiting {
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
  readonly silenceMs: number;
  readonly isAlive: () => boolean | Promise<boolean>;
}

/** Undefined if the server exits before it accepts connections, or gives no response for too long. */
async function connectWhile(socketFolder: string, waiting: Waiting): Promise<SupervisorLink | undefined> {
  const { clock, signal, silenceMs, isAlive } = waiting;
  const gone = new Error('gone');
  let respondedAt = clock.now();
  try {
    return await connectSupervisor(socketFolder, clock, async (isStarting) => {
      signal?.throwIfAborted();
      if (isStarting) respondedAt = clock.now();
      if (!(await isAlive()) || clock.now() - respondedAt > silenceMs) throw gone;
    });
  } catch (error) {
    if (error === gone) return undefined;
    throw error;
  }
}

async function takeOrClose(link: SupervisorLink): Promise<void> {
  try {
    await link.take();
  } catch (error) {
    await link.close();
    throw error;
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** After a server has run for this long, the pauses start over. */
const STEADY_MS = 10_000;

export interface SupervisionOptions {
  readonly restart: (signal: AbortSignal) => Promise<Server>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onDown?: ((reason: string) => void) | undefined;
  readonly onUp?: (() => void) | undefined;
}

export interface Supervision {
  /** Releases the server without stopping it. Idempotent. */
  stop(): Promise<void>;
}

export function supervise(first: Server, options: SupervisionOptions): Supervision {
  const { clock, log } = options;
  const stopping = new AbortController();
  let server: Server | undefined = first;

  async function run(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (server !== undefined) {
      const upSince = clock.now();
      const reason = await server.link.lost;
      if (stopping.signal.aborted) return;
      log.error({ reason }, 'PostgreSQL stopped unexpectedly; restarting it');
      options.onDown?.(reason);
      if (clock.now() - upSince > STEADY_MS) pause = FIRST_PAUSE_MS;
      server = undefined;
      while (server === undefined && !stopping.signal.aborted) {
        await clock.sleep(pause, stopping.signal).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        server = await tryRestart();
      }
      if (server === undefined || stopping.signal.aborted) return;
      log.info({}, 'PostgreSQL is running again');
      options.onUp?.();
    }
  }

  async function tryRestart(): Promise<Server | undefined> {
    if (stopping.signal.aborted) return undefined;
    try {
      return await options.restart(stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'could not restart PostgreSQL; retrying');
      return undefined;
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await server?.link.close();
      await running;
      // A restart may have completed in the meantime.
      await server?.link.close();
    },
  };
}
