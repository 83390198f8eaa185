/**
 * The page's own clock, in the test's hand. Calls of the console end after 60 s: when a minute passes at once, one in
 * flight times out, the console takes the connection for lost, and fetches everything on the screen again.
 */
import type { Page } from '@playwright/test';
import { expect } from './console.ts';

export interface PageClock {
  /** Lets so many milliseconds pass, once every call of the page is answered. */
  pass(ms: number): Promise<void>;
}

/** Call it before the page is opened: it counts calls from the first script on. */
export async function installClock(page: Page): Promise<PageClock> {
  await page.clock.install();
  // After the clock, which brings a requestIdleCallback of its own.
  await page.addInitScript(followCalls);
  return {
    async pass(ms) {
      await expect.poll(() => page.evaluate(callsInFlight), 'calls in flight').toBe(0);
      await page.clock.fastForward(ms);
    },
  };
}

interface FollowedWindow extends Window {
  callsInFlight?: number;
}

/**
 * In the page: on a busy machine the browser reports a call as finished before the page has its answer, and the poll of
 * the gateways waits for an idle moment before its call. The stream of live events is no fetch, and never times out.
 */
function followCalls(): void {
  const page: FollowedWindow = window;
  page.callsInFlight = 0;
  const count = (more: 1 | -1) => {
    page.callsInFlight = (page.callsInFlight ?? 0) + more;
  };
  const followed = <This, Args extends unknown[], Result>(
    call: (this: This, ...args: Args) => Promise<Result>,
  ) =>
    function (this: This, ...args: Args): Promise<Result> {
      count(1);
      return call.apply(this, args).finally(() => count(-1));
    };
  window.fetch = followed(window.fetch);
  Response.prototype.json = followed(Response.prototype.json);
  Response.prototype.text = followed(Response.prototype.text);
  const whenIdle = window.requestIdleCallback;
  window.requestIdleCallback = (callback, options) => {
    count(1);
    return whenIdle((deadline) => {
      count(-1);
      callback(deadline);
    }, options);
  };
}

/** In the page: a frame later, when an answer has caused the next call if there is one. */
async function callsInFlight(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const page: FollowedWindow = window;
  return page.callsInFlight ?? 0;
}
