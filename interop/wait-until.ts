/** Polls for what a third-party program does without notifying anyone. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls every few milliseconds until `poll` returns something.
 * @param what a description, for the error message
 * @returns the result of `poll`
 * @throws Error on timeout
 */
export async function waitUntil<T>(
  what: string,
  poll: () => T | undefined | Promise<T | undefined>,
  { everyMs = 25, withinMs = 60_000 } = {},
): Promise<T> {
  const timeoutAt = Date.now() + withinMs;
  for (;;) {
    const found = await poll();
    if (found !== undefined) return found;
    if (Date.now() > timeoutAt) throw new Error(`timed out after ${withinMs} ms waiting for ${what}`);
    await sleep(everyMs);
  }
}
