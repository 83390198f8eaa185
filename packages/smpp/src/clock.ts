/** How this library learns the time and waits: by a clock that its caller hands in, so that tests run on virtual time. */

/** Instants are epoch milliseconds, spans are milliseconds. */
export interface Clock {
  /** The present instant, in epoch milliseconds. */
  now(): number;
  /** Calls `fn` once, `ms` from now. Returns a function that cancels the call; cancelling twice does nothing. */
  after(ms: number, fn: () => void): () => void;
  /** Resolves after `ms`; rejects with `signal.reason` as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
