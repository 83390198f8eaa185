/**
 * The one way in which this program learns the time and waits. A clock is handed in wherever time matters, so that
 * tests run on virtual time (`testing/manual-clock.ts`) and only `cli` and `web` know the real one.
 */

/** Time as the rest of the program sees it. Instants are epoch milliseconds, spans are milliseconds. */
export interface Clock {
  /** The present instant, in epoch milliseconds. */
  now(): number;
  /**
   * Calls `fn` once, `ms` milliseconds from now.
   * @returns a function that cancels the call; cancelling twice, or after the call, does nothing.
   */
  after(ms: number, fn: () => void): () => void;
  /**
   * Resolves after `ms` milliseconds. When `signal` aborts (or has aborted already) it rejects at once with
   * `signal.reason`, and nothing stays pending.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
