/**
 * The limit of messages a second over all processes. A process takes instants from the row that all share, a few at a
 * time, and writes one message at each. An instant that it comes late to is dropped, so instants never pile up: over any
 * ten seconds no more are written than the limit says, whoever else writes, dies or joins.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '../gateway-port.ts';

/** `late`: no instant is left before the last one that the message can use. */
export type Turn = 'now' | 'stopped' | { readonly late: true; readonly retryAfterMs: number };

export interface Pace {
  readonly isLimited: boolean;
  /** How many messages may be handed over now. */
  ready(): number;
  /** Waits for the next instant. Where there is no limit the answer is no promise: it is asked for every message. */
  turn(lastAt: number, giveUp: AbortSignal): Turn | Promise<Turn>;
}

const UNLIMITED: Pace = { isLimited: false, ready: () => Number.POSITIVE_INFINITY, turn: () => 'now' };

/** The span over which the limit holds. */
const WINDOW_MS = 10_000;
/** An instant may be used this much too late. It comes off the rate: 2.5%. */
const GRACE_MS = 250;
/** So much is claimed ahead by each process: little enough that a kill makes few messages UNKNOWN. */
const AHEAD_SECONDS = 0.25;
/** New instants are asked for when those in hand reach no further than this: some ten times a second. */
const ASK_BEFORE_MS = 100;
/** The furthest ahead that instants are taken, over all processes. */
const MOST_AHEAD_MS = 2_000;
const RETRY_MS = 1_000;
/** Clocks drift: what is known of their difference is forgotten after a while. */
const DIFFERENCE_KEPT_MS = 60_000;

interface Waiting {
  readonly lastAt: number;
  settle(turn: Turn): void;
}

/** `at`: when it may be used, by our clock; `until`: the last moment at which it surely may. */
interface Instant {
  readonly at: number;
  readonly until: number;
}

/** @param options.perSecond null: no limit. @param options.onChange what `ready` says has changed */
export function createPace(options: {
  clock: Clock;
  perSecond: number | null;
  share: GatewayShare;
  onChange: () => void;
}): Pace {
  const { clock, perSecond, share, onChange } = options;
  if (perSecond === null) return UNLIMITED;
  const intervalMs = (WINDOW_MS + GRACE_MS) / ((WINDOW_MS / 1_000) * perSecond);
  const most = Math.max(1, Math.ceil(perSecond * AHEAD_SECONDS));
  const waiting = new Set<Waiting>();
  const difference = createDifference(clock);
  let instants: Instant[] = [];
  let isAsking = false;
  let cancelNext = () => {};
  let cancelRetry = () => {};

  /** Lets in whoever has an instant, and asks for more where they run out. */
  function serve(): void {
    cancelNext();
    const now = clock.now();
    // Only a clock that was set back makes one look further ahead than it can be.
    if (instants.some(({ at }) => at - now > MOST_AHEAD_MS + intervalMs + GRACE_MS)) instants = [];
    for (const one of waiting) {
      while (instants[0] !== undefined && instants[0].until < now) instants.shift();
      if (instants[0] === undefined || instants[0].at > now) break;
      instants.shift();
      one.settle('now');
    }
    const [next] = instants;
    const last = instants.at(-1);
    const wanted = waiting.size - instants.length;
    if (wanted > 0 && (last === undefined || last.at - now <= ASK_BEFORE_MS)) void ask(wanted);
    if (waiting.size > 0 && next !== undefined) cancelNext = clock.after(next.at - now, serve);
  }

  async function ask(count: number): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    cancelRetry();
    const retryMs = await take(count);
    isAsking = false;
    if (retryMs === 0) serve();
    else if (waiting.size > 0) cancelRetry = clock.after(retryMs, serve);
  }

  function leave(): void {
    if (waiting.size > 0) return;
    cancelNext();
    cancelRetry();
  }

  /** @returns milliseconds until it makes sense to ask again, 0 when instants were taken */
  async function take(count: number): Promise<number> {
    const askedAt = clock.now();
    let aheadMs = 0;
    for (const { lastAt } of waiting) aheadMs = Math.max(aheadMs, Math.min(MOST_AHEAD_MS, lastAt - askedAt));
    try {
      const taken = await share.takeInstants({ count, intervalMs, aheadMs });
      const { least, greatest } = difference.learn(taken.databaseNow, askedAt);
      if (taken.count === 0) return Math.max(1, taken.inMs - aheadMs);
      for (let i = 0; i < taken.count; i += 1) {
        const at = taken.databaseNow + taken.inMs + i * intervalMs;
        instants.push({ at: at + greatest, until: at + least + GRACE_MS });
      }
      return 0;
    } catch {
      // Without the database nothing can be claimed either; whoever waits too long gives up by itself.
      return RETRY_MS;
    }
  }

  function wait(lastAt: number, giveUp: AbortSignal): Promise<Turn> {
    return new Promise((resolve) => {
      const cancelLast = clock.after(lastAt - clock.now(), () =>
        one.settle({ late: true, retryAfterMs: Math.max(RETRY_MS, intervalMs) }),
      );
      const stop = () => one.settle('stopped');
      const one: Waiting = {
        lastAt,
        settle(turn) {
          if (!waiting.delete(one)) return;
          leave();
          cancelLast();
          giveUp.removeEventListener('abort', stop);
          resolve(turn);
          onChange();
        },
      };
      waiting.add(one);
      giveUp.addEventListener('abort', stop, { once: true });
      serve();
    });
  }

  return {
    isLimited: true,
    ready: () => Math.max(0, most - waiting.size),
    turn: (lastAt, giveUp) => (giveUp.aborted ? 'stopped' : wait(lastAt, giveUp)),
  };
}

/** How far our clock is ahead of the database's: between `least` and `greatest` milliseconds. */
interface Difference {
  readonly least: number;
  readonly greatest: number;
}

/** Each question narrows it: the database looked at its clock between the question and the answer. */
function createDifference(clock: Clock): { learn(databaseNow: number, askedAt: number): Difference } {
  let known: Difference & { readonly since: number } = {
    least: Number.NEGATIVE_INFINITY,
    greatest: Number.POSITIVE_INFINITY,
    since: Number.NEGATIVE_INFINITY,
  };
  return {
    learn(databaseNow, askedAt) {
      const now = clock.now();
      const said = { least: askedAt - databaseNow, greatest: now - databaseNow, since: now };
      const both = {
        least: Math.max(known.least, said.least),
        greatest: Math.min(known.greatest, said.greatest),
        since: known.since,
      };
      // Where they contradict each other, one of the clocks was set.
      const isStale = now - known.since > DIFFERENCE_KEPT_MS || both.least > both.greatest;
      known = isStale ? said : both;
      return known;
    },
  };
}
