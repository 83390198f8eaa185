/**
 * A manual clock for the page. The console's calls time out after 60 s: if a minute passed with a call in flight, it would
 * time out, and the console would treat the connection as lost and refetch the screen.
 */
import type { Page } from '@playwright/test';
import { expect } from './console.ts';

export interface PageClock {
  /** Advances the clock, in steps that begin while no call of the page is in flight. */
  pass(ms: number): Promise<void>;
}

/** A call may begin just before a step: it must not time out within it. */
const LONGEST_STEP_MS = 50_000;

/** Call it before the page is opened: it counts calls from the first script. */
export async function installClock(page: Page): Promise<PageClock> {
  await page.clock.install();
  // After the clock, which replaces requestIdleCallback.
  await page.addInitScript(followCalls);
  return {
    async pass(ms) {
      for (let left = ms; left > 0; left -= LONGEST_STEP_MS) {
        await expect.poll(() => page.evaluate(callsInFlight), 'calls in flight').toBe(0);
        await page.clock.fastForward(Math.min(left, LONGEST_STEP_MS));
      }
    },
  };
}

interface FollowedWindow extends Window {
  callsInFlight?: number;
}

/**
 * In the page: on a busy machine the browser reports a call as finished before the page has its response, and the poll of the
 * gateways waits for idle time first. The live event stream does not use fetch, and never times out.
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

/** In the page: one frame later, when a response has triggered any follow-up call. */
async function callsInFlight(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const page: FollowedWindow = window;
  return page.callsInFlight ?? 0;
}
