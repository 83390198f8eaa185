/**
 * The throughput limit, in messages per second over all processes. A process reserves send instants from a shared row, a
 * few at a time, and writes one message at each. An instant that it misses is dropped, so instants never accumulate: no
 * 10 seconds exceed the limit, whichever processes join or die.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '../gateway-port.ts';

/** `late`: no instant is free before the message's deadline. */
export type Acquired = 'now' | 'stopped' | { readonly late: true; readonly retryAfterMs: number };

export interface Pace {
  readonly isLimited: boolean;
  /** How many messages may be submitted now. */
  ready(): number;
  /**
   * Waits for an instant until `lastAt` at most. Without a limit the result is not a promise, because every message comes
   * through here.
   */
  acquire(lastAt: number, giveUp: AbortSignal): Acquired | Promise<Acquired>;
}

const UNLIMITED: Pace = { isLimited: false, ready: () => Number.POSITIVE_INFINITY, acquire: () => 'now' };

/** The span over which the limit holds. */
const WINDOW_MS = 10_000;
/** How late an instant may be used. This costs 2.5% of the rate. */
const GRACE_MS = 250;
/** How far ahead each process claims messages: short, so that a kill leaves few messages UNKNOWN. */
const AHEAD_SECONDS = 0.25;
/** Request more instants when the last one is at most this far away: about 10 requests per second. */
const REFILL_BELOW_MS = 100;
/** How far ahead instants may be reserved, over all processes. */
const MAX_AHEAD_MS = 2_000;
const RETRY_MS = 1_000;
/** Clocks drift, so a known offset expires. */
const OFFSET_TTL_MS = 60_000;

interface Waiting {
  readonly lastAt: number;
  settle(result: Acquired): void;
}

/** `at`: when it may be used, by our clock; `until`: the last moment at which it certainly may. */
interface Instant {
  readonly at: number;
  readonly until: number;
}

/**
 * @param options.perSecond null for no limit
 * @param options.onChange called when the result of `ready` has changed
 */
export function createPace(options: {
  clock: Clock;
  perSecond: number | null;
  share: GatewayShare;
  onChange: () => void;
}): Pace {
  const { clock, perSecond, share, onChange } = options;
  if (perSecond === null) return UNLIMITED;
  const intervalMs = (WINDOW_MS + GRACE_MS) / ((WINDOW_MS / 1_000) * perSecond);
  const maxReady = Math.max(1, Math.ceil(perSecond * AHEAD_SECONDS));
  const waiting = new Set<Waiting>();
  const offset = createClockOffset(clock);
  let instants: Instant[] = [];
  let isRequesting = false;
  let cancelNext = () => {};
  let cancelRetry = () => {};

  /** Gives due instants to waiting messages and requests more when they run low. */
  function serve(): void {
    cancelNext();
    const now = clock.now();
    // An instant further ahead than possible means that our clock was set back.
    if (instants.some(({ at }) => at - now > MAX_AHEAD_MS + intervalMs + GRACE_MS)) instants = [];
    for (const waiter of waiting) {
      while (instants[0] !== undefined && instants[0].until < now) instants.shift();
      if (instants[0] === undefined || instants[0].at > now) break;
      instants.shift();
      waiter.settle('now');
    }
    const [next] = instants;
    const last = instants.at(-1);
    const wanted = waiting.size - instants.length;
    if (wanted > 0 && (last === undefined || last.at - now <= REFILL_BELOW_MS)) void request(wanted);
    if (waiting.size > 0 && next !== undefined) cancelNext = clock.after(next.at - now, serve);
  }

  async function request(count: number): Promise<void> {
    if (isRequesting) return;
    isRequesting = true;
    cancelRetry();
    const retryMs = await take(count);
    isRequesting = false;
    if (retryMs === 0) serve();
    else if (waiting.size > 0) cancelRetry = clock.after(retryMs, serve);
  }

  function cancelTimersIfIdle(): void {
    if (waiting.size > 0) return;
    cancelNext();
    cancelRetry();
  }

  /** @returns milliseconds until the next request makes sense; 0 if instants were reserved */
  async function take(count: number): Promise<number> {
    const requestedAt = clock.now();
    let aheadMs = 0;
    for (const { lastAt } of waiting)
      aheadMs = Math.max(aheadMs, Math.min(MAX_AHEAD_MS, lastAt - requestedAt));
    try {
      const taken = await share.takeInstants({ count, intervalMs, aheadMs });
      const { least, greatest } = offset.learn(taken.databaseNow, requestedAt);
      if (taken.count === 0) return Math.max(1, taken.inMs - aheadMs);
      for (let i = 0; i < taken.count; i += 1) {
        const at = taken.databaseNow + taken.inMs + i * intervalMs;
        instants.push({ at: at + greatest, until: at + least + GRACE_MS });
      }
      return 0;
    } catch {
      // Without the database nothing can be claimed either, and messages that wait too long time out.
      return RETRY_MS;
    }
  }

  function wait(lastAt: number, giveUp: AbortSignal): Promise<Acquired> {
    return new Promise((resolve) => {
      const cancelLast = clock.after(lastAt - clock.now(), () =>
        waiter.settle({ late: true, retryAfterMs: Math.max(RETRY_MS, intervalMs) }),
      );
      const stop = () => waiter.settle('stopped');
      const waiter: Waiting = {
        lastAt,
        settle(result) {
          if (!waiting.delete(waiter)) return;
          cancelTimersIfIdle();
          cancelLast();
          giveUp.removeEventListener('abort', stop);
          resolve(result);
          onChange();
        },
      };
      waiting.add(waiter);
      giveUp.addEventListener('abort', stop, { once: true });
      serve();
    });
  }

  return {
    isLimited: true,
    ready: () => Math.max(0, maxReady - waiting.size),
    acquire: (lastAt, giveUp) => (giveUp.aborted ? 'stopped' : wait(lastAt, giveUp)),
  };
}

/** How far our clock is ahead of the database's: between `least` and `greatest` milliseconds. */
interface ClockOffset {
  readonly least: number;
  readonly greatest: number;
}

/** Each request narrows the offset: the database read its clock between our request and its answer. */
function createClockOffset(clock: Clock): { learn(databaseNow: number, requestedAt: number): ClockOffset } {
  let known: ClockOffset & { readonly since: number } = {
    least: Number.NEGATIVE_INFINITY,
    greatest: Number.POSITIVE_INFINITY,
    since: Number.NEGATIVE_INFINITY,
  };
  return {
    learn(databaseNow, requestedAt) {
      const now = clock.now();
      const measured = { least: requestedAt - databaseNow, greatest: now - databaseNow, since: now };
      const both = {
        least: Math.max(known.least, measured.least),
        greatest: Math.min(known.greatest, measured.greatest),
        since: known.since,
      };
      // If they contradict each other, one of the clocks was set.
      const isStale = now - known.since > OFFSET_TTL_MS || both.least > both.greatest;
      known = isStale ? measured : both;
      return known;
    },
  };
}
