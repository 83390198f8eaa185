/** A server that does not answer ends the wait, not the other way round: every call has a limit. */

/** Of a call that only asks, or changes a little. */
export const TIMEOUT_MS = 60_000;
/** Of forms, whose files take their time, and of documents that are made on request: as long as the server allows a body. */
export const LONG_TIMEOUT_MS = 300_000;

/** Aborts with a `TimeoutError` after this time, or as soon as `signal` does. */
export function withTimeout(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  const timeout = new AbortController();
  setTimeout(
    () => timeout.abort(new DOMException('The server did not answer in time', 'TimeoutError')),
    timeoutMs,
  );
  return signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
}

/** Whether a call has ended for want of an answer in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
