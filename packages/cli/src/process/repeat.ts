/** Something done again and again, with a pause between; a failure is told and the next round comes all the same. */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';

/** The answer ends it, and resolves when a round under way has ended. */
export function repeat(
  clock: Clock,
  pauseMs: number,
  act: () => Promise<unknown>,
  log: Log,
): () => Promise<void> {
  const ended = new AbortController();
  const rounds = (async () => {
    for (;;) {
      await clock.sleep(pauseMs, ended.signal).catch(() => undefined);
      if (ended.signal.aborted) return;
      await act().catch((error: unknown) => log.warn({ err: error }, 'a round of housekeeping failed'));
    }
  })();
  return async () => {
    ended.abort();
    await rounds;
  };
}
