/**
 * Congestion control: how much of the window the carrier can take now. On a busy answer the link pauses, longer for each
 * consecutive one, and resumes with half the window; every window of accepted messages adds one slot. Like TCP's rule (additive
 * increase, multiplicative decrease), it finds the carrier's limit by itself and backs off quickly.
 */
import type { Clock } from '@textprobe/domain/clock';
import { createBackOff } from './back-off.ts';

const PAUSE = { firstMs: 500, capMs: 30_000 };

export interface Congestion {
  /** Slots that may be used now; 0 during a pause. */
  limit(): number;
  /** Milliseconds until the pause ends; 0 if there is none. */
  pauseLeftMs(): number;
  accepted(): void;
  /** @param writtenAt when the submit_sm with the busy answer was written */
  busy(writtenAt: number): void;
  /** Starts over: a new session may reach a different machine of the carrier. */
  reset(): void;
}

/** @param options.onResume called when a pause ends */
export function createCongestion(options: {
  clock: Clock;
  window: number;
  random: () => number;
  onResume: () => void;
}): Congestion {
  const { clock, window, onResume } = options;
  const backOff = createBackOff({ ...PAUSE, random: options.random });
  let allowed = window;
  let pausedAt = Number.NEGATIVE_INFINITY;
  let resumesAt = Number.NEGATIVE_INFINITY;
  let cancelResume = () => {};

  /** Called several times per message, so it skips the clock for a carrier that was never busy. */
  const pauseLeftMs = () =>
    resumesAt === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, resumesAt - clock.now());
  return {
    limit: () => (pauseLeftMs() > 0 ? 0 : Math.floor(allowed)),
    pauseLeftMs,
    accepted() {
      // Answers to messages from before the pause say nothing about the carrier's state after it.
      if (pauseLeftMs() > 0) return;
      backOff.reset();
      allowed = Math.min(window, allowed + 1 / allowed);
    },
    busy(writtenAt) {
      // A whole window of busy answers is one event: only messages written after the last pause began count.
      if (writtenAt <= pausedAt || pauseLeftMs() > 0) return;
      const pauseMs = backOff.next();
      pausedAt = clock.now();
      resumesAt = pausedAt + pauseMs;
      allowed = Math.max(1, allowed / 2);
      cancelResume();
      cancelResume = clock.after(pauseMs, onResume);
    },
    reset() {
      cancelResume();
      backOff.reset();
      allowed = window;
      pausedAt = resumesAt = Number.NEGATIVE_INFINITY;
    },
  };
}
