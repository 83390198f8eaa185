/** Graceful shutdown: a long-running command runs until a signal, then stops its parts in reverse order. */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';
import type { Logger } from './logger.ts';

/** Shutdown timeout, counted from the end of the drain. */
const SHUTDOWN_TIMEOUT_MS = 9_000;

/**
 * Runs a command until a signal arrives, the terminal closes or the launcher dies.
 * @param onStopping called at once when the shutdown begins
 * @param start starts the parts and adds a stop function for each to `stops`; if it rejects, those started are stopped
 * @returns the exit code, once everything has stopped
 */
export async function runUntilSignal(
  {
    clock,
    log,
    onStopping,
    drainMs = 0,
  }: {
    readonly clock: Clock;
    readonly log: Logger;
    readonly onStopping?: () => void;
    /** How long requests are still answered before the parts stop. Milliseconds. */
    readonly drainMs?: number;
  },
  start: (stops: Stops) => Promise<void>,
): Promise<number> {
  const stops = createStops(log);
  const signaled = Promise.withResolvers<void>();
  let cancelDeadline: (() => void) | undefined;

  const stopListening = listenForStop(clock, (reason) => {
    log.info({ reason }, 'shutting down; a second signal exits at once');
    onStopping?.();
    cancelDeadline = clock.after(drainMs + SHUTDOWN_TIMEOUT_MS, () => {
      log.error({}, 'shutdown timed out; the next start recovers in-flight work');
      process.exit(1);
    });
    signaled.resolve();
  });
  try {
    // A signal during the start waits for its end, so that all started parts are known and can be stopped.
    await start(stops);
    await signaled.promise;
    return 0;
  } finally {
    await stops.stopAll();
    cancelDeadline?.();
    stopListening();
  }
}

/** Repeated signals within this time count as one. Milliseconds. */
const ECHO_MS = 1_000;

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** The cause of the shutdown, for the log. */
type StopReason = keyof typeof EXIT_CODES | 'the launcher is gone';

/** The subset of `process` used here. */
export interface SignaledProgram {
  on(event: string, onSignal: (reason: StopReason) => void): unknown;
  off(event: string, onSignal: (reason: StopReason) => void): unknown;
  exit(code: number): void;
  /** The IPC channel to the launcher, if there is one. */
  readonly channel?: { unref(): void } | null | undefined;
}

/**
 * Calls `onStop` once, at the first request to stop: Ctrl-C, SIGTERM, a closed terminal, or the death of the launcher. One
 * Ctrl-C arrives several times, since the terminal sends it to the whole process group and npm and the launcher forward it,
 * so repeats within a second count as one. A later signal exits at once with the shell's exit code for it; the next start
 * recovers.
 * @param program receives the signals; tests pass a stub
 * @returns a function that stops listening
 */
export function listenForStop(
  clock: Clock,
  onStop: (reason: StopReason) => void,
  program: SignaledProgram = process,
): () => void {
  let firstAt: number | undefined;

  function onSignal(reason: StopReason): void {
    if (firstAt === undefined) {
      firstAt = clock.now();
      onStop(reason);
    } else if (reason in EXIT_CODES && clock.now() - firstAt > ECHO_MS) {
      program.exit(EXIT_CODES[reason as keyof typeof EXIT_CODES]);
    }
  }

  const signals = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
  const onDisconnect = (): void => onSignal('the launcher is gone');
  for (const signal of signals) program.on(signal, onSignal);
  program.on('disconnect', onDisconnect);
  // The listener alone would keep the process alive.
  program.channel?.unref();
  return () => {
    for (const signal of signals) program.off(signal, onSignal);
    program.off('disconnect', onDisconnect);
  };
}

/** The started parts, to be stopped in reverse order, also when a later part fails to start. */
export interface Stops {
  /** Stopped before everything added earlier. */
  add(name: string, stop: () => Promise<void> | void): void;
  /** Stops all parts one by one; a failure is logged and does not affect the others. Idempotent. */
  stopAll(): Promise<void>;
}

export function createStops(log: Log): Stops {
  const started: { name: string; stop: () => Promise<void> | void }[] = [];
  let stopped: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let part = started.pop(); part !== undefined; part = started.pop()) {
      try {
        await part.stop();
      } catch (error) {
        log.error({ err: error }, `${part.name} did not stop cleanly`);
      }
    }
  }

  return {
    add: (name, stop) => void started.push({ name, stop }),
    stopAll: () => (stopped ??= stopAll()),
  };
}
