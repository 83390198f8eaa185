/** The life of a long-running command: started, then running until it is told to stop, then ended in order. */
import type { Clock } from '@textprobe/domain/clock';
import type { Logger } from './logger.ts';
import { listenForStop } from './stop-signals.ts';
import { createStops, type Stops } from './stops.ts';

/** After the drain all ends within this, or the process ends without. Milliseconds. */
const END_WITHIN_MS = 9_000;

/**
 * Runs a command until a signal, the closed terminal or the launcher's death tells it to end.
 * @param onStopping called as soon as it is told
 * @param start starts the parts and adds what ends each to `stops`; a rejection ends those there are and is passed on
 * @returns the exit code, when all has ended
 */
export async function runUntilTold(
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
