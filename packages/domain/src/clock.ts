/**
 * The only source of time and delays in this program. A clock is injected wherever time matters, so that tests run on
 * virtual time (`testing/manual-clock.ts`); only `cli` and `web` use the real one.
 */

/** Time for the rest of the program. Instants are epoch milliseconds, durations milliseconds. */
export interface Clock {
  /** The current instant, epoch milliseconds. */
  now(): number;
  /**
   * Calls `fn` once, `ms` milliseconds from now.
   * @returns a function that cancels the call; canceling twice, or after the call, has no effect
   */
  after(ms: number, fn: () => void): () => void;
  /**
   * Resolves after `ms` milliseconds. If `signal` aborts (or already has), rejects at once with `signal.reason` and
   * leaves nothing pending.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
