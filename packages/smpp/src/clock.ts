/** The clock that callers pass to this library, so that tests can run on virtual time. */

/** Instants are epoch milliseconds, durations are milliseconds. */
export interface Clock {
  /** The current time, in epoch milliseconds. */
  now(): number;
  /** Calls `fn` once, `ms` from now. Returns an idempotent function that cancels the call. */
  after(ms: number, fn: () => void): () => void;
  /** Resolves after `ms`; rejects with `signal.reason` as soon as `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
