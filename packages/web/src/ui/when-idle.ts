/** Waits until the browser is idle. */

const LONGEST_WAIT_MS = 2_000;

/** Resolves when the page is rendered and idle, after two seconds at the latest. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 200);
    else requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT_MS });
  });
}
