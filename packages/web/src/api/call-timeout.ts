/** Timeouts of all calls, so that none waits forever for the server. */

/** For reads and small changes. */
export const TIMEOUT_MS = 60_000;
/** For forms with files and documents generated on request: as long as the server allows for a body. */
export const LONG_TIMEOUT_MS = 300_000;

/** Aborts with a `TimeoutError` after this time, or as soon as `signal` aborts. */
export function withTimeout(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const timeout = new AbortController();
  setTimeout(
    () => timeout.abort(new DOMException('The server did not answer in time', 'TimeoutError')),
    timeoutMs,
  );
  return signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
}

/** Whether a call failed by timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
