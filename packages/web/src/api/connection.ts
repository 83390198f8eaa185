/**
 * Whether the server can be reached, as the last call found it. While it cannot, it is knocked at until it answers, so
 * that the console recovers by itself. Light: the login page loads it.
 */
import { withTimeout } from './call-timeout.ts';

/** Answers 200 without a session and touches nothing. */
const DOOR = '/api/health/live';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

let reachable = true;
let knocking = false;
const listeners = new Set<() => void>();

export function isReachable(): boolean {
  return reachable;
}

/** Told whenever it changes; the answer ends it. Where nobody follows, nobody knocks. */
export function followConnection(listener: () => void): () => void {
  listeners.add(listener);
  if (!reachable) void knock();
  return () => listeners.delete(listener);
}

/** A call was answered, whatever with. */
export function noteAnswer(): void {
  if (!reachable) change(true);
}

/** A call ended without any answer. */
export function noteNoAnswer(): void {
  if (reachable) change(false);
  void knock();
}

function change(now: boolean): void {
  reachable = now;
  for (const listener of listeners) listener();
}

async function knock(): Promise<void> {
  if (knocking) return;
  knocking = true;
  let pauseMs = FIRST_PAUSE_MS;
  while (!reachable && listeners.size > 0) {
    await pauseOrOnline(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    // Another call may have got through meanwhile.
    if (!reachable && (await answers())) change(true);
  }
  knocking = false;
}

/** A reverse proxy whose server is away answers by itself, but not with a success. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch(DOOR, { cache: 'no-store', signal: withTimeout(LONGEST_PAUSE_MS) })).ok;
  } catch {
    return false;
  }
}

/** The given time, or less when the browser notices a network again. */
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
