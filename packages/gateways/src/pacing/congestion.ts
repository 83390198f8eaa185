/**
 * How much of the window the carrier can take just now. When it answers that it is busy, the link pauses (longer each
 * time in a row) and goes on with half of what it had; every window's worth of accepted messages gives one slot back.
 * The same rule as TCP's: it finds the carrier's limit without being told, and leaves it quickly.
 */
import type { Clock } from '@textprobe/domain/clock';
import { createBackOff } from './back-off.ts';

const PAUSE = { firstMs: 500, capMs: 30_000 };

export interface Congestion {
  /** Slots that may be used now; 0 during a pause. */
  limit(): number;
  /** Milliseconds until the pause ends, 0 when there is none. */
  pauseLeftMs(): number;
  accepted(): void;
  /** @param writtenAt when the submit_sm was written that was answered busy. */
  busy(writtenAt: number): void;
  /** Forgets everything: a new session may be another machine of the carrier's. */
  reset(): void;
}

/** @param onResume is called when a pause ends. */
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

  /** Asked several times for each message: a carrier that never was busy costs no look at the clock. */
  const pauseLeftMs = () =>
    resumesAt === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, resumesAt - clock.now());
  return {
    limit: () => (pauseLeftMs() > 0 ? 0 : Math.floor(allowed)),
    pauseLeftMs,
    accepted() {
      // What was still on its way when the pause began says nothing about the carrier afterwards.
      if (pauseLeftMs() > 0) return;
      backOff.reset();
      allowed = Math.min(window, allowed + 1 / allowed);
    },
    busy(writtenAt) {
      // A full window answered busy is one event, not ten: only what was written after the last pause counts again.
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
