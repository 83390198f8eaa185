/** The carrier's limit of messages a second, as a gateway asks it: whether there is room, and when the next may be written. */
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '../gateway-port.ts';
import { createRate } from './rate.ts';
import { createSharedPace } from './shared-pace.ts';
import type { Pace } from './turn.ts';

export interface PaceOptions {
  readonly clock: Clock;
  /** Null: no limit. */
  readonly perSecond: number | null;
  /** Without it the limit is that of this process alone. */
  readonly share: GatewayShare | undefined;
  /** What `ready` says has changed. */
  readonly onChange: () => void;
}

export function createPace(options: PaceOptions): Pace {
  const { clock, perSecond, share, onChange } = options;
  if (perSecond === null)
    return {
      ready: () => Number.POSITIVE_INFINITY,
      waitMs: () => 0,
      takeFree: () => true,
      turn: () => 'now',
    };
  if (share !== undefined) return createSharedPace({ clock, perSecond, share, onChange });
  const rate = createRate(clock, perSecond, onChange);
  return {
    ready: rate.ready,
    waitMs: rate.waitMs,
    takeFree() {
      if (rate.waitMs() > 0) return false;
      rate.take();
      return true;
    },
    turn(lastAt, giveUp) {
      const wait = rate.take();
      if (clock.now() + wait > lastAt) return { late: true, retryAfterMs: wait };
      if (wait === 0) return 'now';
      return clock.sleep(wait, giveUp).then(
        () => 'now' as const,
        () => 'stopped' as const,
      );
    },
  };
}
