/**
 * A refused bind that is no wrong password: the carrier has enough binds of the account. It is taken for that while
 * another process, or another link of this one, is bound with the same settings, and for some minutes after, since a
 * carrier may hold a dead session for as long as its own timeout.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '../gateway-port.ts';

/** Carriers end a session that has been silent for a minute or two; some for five. */
const HELD_MS = 5 * 60_000;
/** How often a process that waits looks whether another one has gone. */
const LOOK_MS = 2_000;

/** Why a bind is refused although the settings are right. `others`: how many processes were bound elsewhere. */
export interface FullAccount {
  readonly others: number;
  /** A sentence. */
  readonly words: string;
}

export interface BindLimit {
  /** A link came up, or went down: until now the carrier took these settings. */
  noteBound(): void;
  /** Null: nothing shows that the settings are right. */
  explain(): Promise<FullAccount | null>;
  /** Waits before the next try: for `ms`, or until fewer than `others` are bound elsewhere. Never rejects. */
  wait(ms: number, others: number, signal: AbortSignal): Promise<void>;
}

export function createBindLimit(options: {
  clock: Clock;
  share: GatewayShare;
  /** Whether a link of this gateway is up in this process. */
  isBoundHere: () => boolean;
}): BindLimit {
  const { clock, share, isBoundHere } = options;
  let boundAt = Number.NEGATIVE_INFINITY;

  /** Null: the database cannot tell. */
  async function countElsewhere(): Promise<number | null> {
    try {
      return await share.countBoundElsewhere();
    } catch {
      return null;
    }
  }

  return {
    noteBound() {
      boundAt = clock.now();
    },
    async explain() {
      const others = (await countElsewhere()) ?? 0;
      const isHere = isBoundHere();
      if (others > 0 || isHere) boundAt = clock.now();
      if (others > 0)
        return { others, words: 'Another process is bound with the same settings: this one waits its turn.' };
      if (isHere) return { others, words: 'Other binds of this gateway are up: the carrier allows no more.' };
      if (clock.now() - boundAt > HELD_MS) return null;
      return {
        others,
        words: 'The carrier took these settings a moment ago and may still hold that session.',
      };
    },
    async wait(ms, others, signal) {
      const until = clock.now() + ms;
      for (let left = ms; left > 0 && !signal.aborted; left = until - clock.now()) {
        await clock.sleep(others > 0 ? Math.min(LOOK_MS, left) : left, signal).catch(() => {});
        if (others === 0 || signal.aborted) continue;
        if (((await countElsewhere()) ?? others) < others) return;
      }
    },
  };
}
