/**
 * The carrier's limit of messages a second, kept by spacing: each submission has its own instant, one interval after the
 * one before; after a silence a tenth of a second's worth may go at once (the generic cell rate algorithm).
 */
import type { Clock } from '@textprobe/domain/clock';

export interface Rate {
  /** How many could be written at once now. */
  ready(): number;
  /** Milliseconds until one more is ready; 0 when it is. */
  waitMs(): number;
  /** Takes the next instant; the answer is how many milliseconds from now it is. */
  take(): number;
}

/**
 * @param perSecond null: no limit.
 * @param onTaken is called after each instant taken.
 */
export function createRate(clock: Clock, perSecond: number | null, onTaken: () => void): Rate {
  if (perSecond === null) return { ready: () => Number.POSITIVE_INFINITY, waitMs: () => 0, take: () => 0 };
  const interval = 1_000 / perSecond;
  const burst = Math.max(1, Math.floor(perSecond / 10));
  /** When the bucket would be empty again; writes may run ahead of it by `burst` intervals. */
  let emptyAt = Number.NEGATIVE_INFINITY;

  const aheadMs = () => Math.max(0, emptyAt - clock.now());
  // Rounded, since intervals like 1000/3 never add up exactly.
  const ready = () => Math.max(0, Math.floor(burst - aheadMs() / interval + 1e-6));
  const waitMs = () => (ready() > 0 ? 0 : Math.ceil(aheadMs() - (burst - 1) * interval));
  return {
    ready,
    waitMs,
    take() {
      const wait = waitMs();
      emptyAt = clock.now() + aheadMs() + interval;
      onTaken();
      return wait;
    },
  };
}
