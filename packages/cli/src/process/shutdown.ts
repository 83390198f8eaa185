/** Graceful shutdown: a long-running command runs until it is told to stop, then ends its parts in the reverse order. */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';
import type { Logger } from './logger.ts';

/** After the drain all ends within this, or the process ends without. Milliseconds. */
const END_WITHIN_MS = 9_000;

/**
 * Runs a command until a signal, the closed terminal or the launcher's death tells it to end.
 * @param onStopping called as soon as it is told
 * @param start starts the parts and adds what ends each to `stops`; a rejection ends those there are and is passed on
 * @returns the exit code, when all has ended
 */
export async function runUntilStopped(
  {
    clock,
    log,
    onStopping,
    drainMs = 0,
  }: {
    readonly clock: Clock;
    readonly log: Logger;
    readonly onStopping?: () => void;
    /** For how long the program goes on answering before it begins to end. Milliseconds. */
    readonly drainMs?: number;
  },
  start: (stops: Stops) => Promise<void>,
): Promise<number> {
  const stops = createStops(log);
  const told = Promise.withResolvers<void>();
  let cancelDeadline: (() => void) | undefined;

  const stopListening = listenForStop(clock, (reason) => {
    log.info({ reason }, 'stopping; a second signal ends at once');
    onStopping?.();
    cancelDeadline = clock.after(drainMs + END_WITHIN_MS, () => {
      log.error({}, 'could not end in time; the next start takes over what is left');
      process.exit(1);
    });
    told.resolve();
  });
  try {
    // Told while still starting: what has been started by then must be known, or it could not be ended.
    await start(stops);
    await told.promise;
    return 0;
  } finally {
    await stops.stopAll();
    cancelDeadline?.();
    stopListening();
  }
}

/** Milliseconds in which a repeated signal is taken for an echo of the first. */
const ECHO_MS = 1_000;

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** What asked the program to end. */
type StopReason = keyof typeof EXIT_CODES | 'the launcher is gone';

/** The part of `process` that is needed here. */
export interface SignalledProgram {
  on(event: string, hear: (reason: StopReason) => void): unknown;
  off(event: string, hear: (reason: StopReason) => void): unknown;
  exit(code: number): void;
  /** To the launcher, where there is one. */
  readonly channel?: { unref(): void } | null | undefined;
}

/**
 * Calls `onStop` once, at the first request to end: Ctrl-C, SIGTERM, a closed terminal, or the death of the launcher that
 * started the program. One Ctrl-C arrives several times: the terminal sends it to the whole group, and npm and the launcher
 * pass on what they get. Repeats within a second count as one; only a later one means that somebody is out of patience. A further signal after more than a second ends the process at once,
 * with the exit code a shell gives for that signal; the next start clears up.
 * @param program whose signals are heard; tests put a stand-in here
 * @returns a function that stops listening
 */
export function listenForStop(
  clock: Clock,
  onStop: (reason: StopReason) => void,
  program: SignalledProgram = process,
): () => void {
  let heardAt: number | undefined;

  function hear(reason: StopReason): void {
    if (heardAt === undefined) {
      heardAt = clock.now();
      onStop(reason);
    } else if (reason in EXIT_CODES && clock.now() - heardAt > ECHO_MS) {
      program.exit(EXIT_CODES[reason as keyof typeof EXIT_CODES]);
    }
  }

  const signals = Object.keys(EXIT_CODES) as (keyof typeof EXIT_CODES)[];
  const onDisconnect = (): void => hear('the launcher is gone');
  for (const signal of signals) program.on(signal, hear);
  program.on('disconnect', onDisconnect);
  // Listening for the channel's end would keep the process alive by itself.
  program.channel?.unref();
  return () => {
    for (const signal of signals) program.off(signal, hear);
    program.off('disconnect', onDisconnect);
  };
}

/** What was started, to be ended in the reverse order: also when a later part could not be started at all. */
export interface Stops {
  /** To be ended before everything added earlier. */
  add(name: string, stop: () => Promise<void> | void): void;
  /** Ends all, one after the other; a part that fails to end is told and does not keep the others. Idempotent. */
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
        log.error({ err: error }, `${part.name} did not end cleanly`);
      }
    }
  }

  return {
    add: (name, stop) => void started.push({ name, stop }),
    stopAll: () => (stopped ??= stopAll()),
  };
}
