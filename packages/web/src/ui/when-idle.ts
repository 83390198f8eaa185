/** Waits for a moment in which the browser has nothing better to do. */

const LONGEST_WAIT_MS = 2_000;

/** Resolves when the page is drawn and idle, at the latest after two seconds. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
  });
}
