/** Repeats an action with a pause in between; failures are logged and do not stop it. */
import type { Log } from '@textprobe/database/core/log';
import type { Clock } from '@textprobe/domain/clock';

/** @returns a function that stops it and resolves when the round in progress has finished */
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
      await act().catch((error: unknown) => log.warn({ err: error }, 'a periodic task failed'));
    }
  })();
  return async () => {
    ended.abort();
    await rounds;
  };
}
