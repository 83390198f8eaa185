/** A clock that runs at normal speed, and that a test can move ahead: timeouts do not fire early, and a test waits for no long delay. */
import { createManualClock, type ManualClock } from '@textprobe/domain/testing/manual-clock';

/** How often it moves, in milliseconds. */
const TICK_MS = 5;

export interface TickingClock extends Pick<ManualClock, 'now' | 'after' | 'sleep'> {
  /** Moves ahead by `ms`, after all moves before it. */
  pass(ms: number): Promise<void>;
  /** Stops the clock. */
  stop(): void;
}

/** Starts at the present. */
export function createTickingClock(): TickingClock {
  const clock = createManualClock(Date.now());
  let line = Promise.resolve();
  const pass = (ms: number) => (line = line.then(() => clock.advance(ms)));
  const ticking = setInterval(() => void pass(TICK_MS), TICK_MS);
  return {
    // A timer may be due between two milliseconds; columns hold whole ones.
    now: () => Math.floor(clock.now()),
    after: clock.after,
    sleep: clock.sleep,
    pass,
    stop: () => clearInterval(ticking),
  };
}
