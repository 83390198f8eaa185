/**
 * Whether the server is reachable, judged by the last call. While it is not, it is probed until it answers, so that the console recovers by
 * itself. Small, because the login page loads it.
 */
import { withTimeout } from './call-timeout.ts';

/** Answers 200 without a session and without side effects. */
const PROBE_PATH = '/api/health/live';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

let reachable = true;
let isProbing = false;
const listeners = new Set<() => void>();

export function isReachable(): boolean {
  return reachable;
}

/** Calls the listener on every change; without listeners nothing is probed. @returns removes the listener */
export function followConnection(listener: () => void): () => void {
  listeners.add(listener);
  if (!reachable) void probe();
  return () => listeners.delete(listener);
}

/** Notes that a call got a response of any kind. */
export function noteAnswer(): void {
  if (!reachable) change(true);
}

/** Notes that a call got no response. */
export function noteNoAnswer(): void {
  if (reachable) change(false);
  void probe();
}

function change(now: boolean): void {
  reachable = now;
  for (const listener of listeners) listener();
}

async function probe(): Promise<void> {
  if (isProbing) return;
  isProbing = true;
  let pauseMs = FIRST_PAUSE_MS;
  while (!reachable && listeners.size > 0) {
    await pauseOrOnline(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    // Another call may have succeeded in the meantime.
    if (!reachable && (await answers())) change(true);
  }
  isProbing = false;
}

/** A reverse proxy without its server also responds, but not with success. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch(PROBE_PATH, { cache: 'no-store', signal: withTimeout(LONGEST_PAUSE_MS) })).ok;
  } catch {
    return false;
  }
}

/** Waits this long, or less if the browser comes back online. */
function pauseOrOnline(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, pauseMs);
    addEventListener('online', go);
  });
}
