/** Waiting for what a foreign program does and tells nobody: it has to be looked at again and again. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Looks every few milliseconds until `look` finds something.
 * @param what is looked for, in words, for the failure
 * @returns what it found
 * @throws Error when nothing is found in time
 */
export async function waitUntil<T>(
  what: string,
  look: () => T | undefined | Promise<T | undefined>,
  { everyMs = 25, withinMs = 60_000 } = {},
): Promise<T> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > giveUpAt) throw new Error(`waited ${withinMs} ms in vain for ${what}`);
    await sleep(everyMs);
  }
}
