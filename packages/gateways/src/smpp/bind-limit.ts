/**
 * Distinguishes a bind beyond the account's limit from wrong credentials. A refusal counts as the former while another process,
 * or another link of this one, is bound with the same settings, and for five minutes after that, since a carrier may keep a
 * dead session open until its own timeout.
 */
import type { Clock } from '@textprobe/domain/clock';
import type { GatewayShare } from '../gateway-port.ts';

/** Carriers close a silent session after a minute or two; some after five. */
const STALE_SESSION_MS = 5 * 60_000;
/** How often a waiting process checks whether another one has gone. */
const POLL_MS = 2_000;

/** Why a bind is refused although the settings are right. `others`: the number of processes bound elsewhere. */
export interface FullAccount {
  readonly others: number;
  /** A sentence. */
  readonly reason: string;
}

export interface BindLimit {
  /** Called when a link comes up or goes down: until now the carrier accepted these settings. */
  noteBound(): void;
  /** Null if there is no evidence that the settings are right. */
  explain(): Promise<FullAccount | null>;
  /** Waits before the next attempt: for `ms`, or until fewer than `others` are bound elsewhere. Never rejects. */
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

  /** Null if the database did not answer. */
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
        return {
          others,
          reason: 'Another process is bound with the same settings: this one waits for a free bind.',
        };
      if (isHere)
        return { others, reason: 'Other binds of this gateway are up: the carrier allows no more.' };
      if (clock.now() - boundAt > STALE_SESSION_MS) return null;
      return {
        others,
        reason: 'The carrier accepted these settings a moment ago and may still hold that session.',
      };
    },
    async wait(ms, others, signal) {
      const until = clock.now() + ms;
      for (let left = ms; left > 0 && !signal.aborted; left = until - clock.now()) {
        await clock.sleep(others > 0 ? Math.min(POLL_MS, left) : left, signal).catch(() => {});
        if (others === 0 || signal.aborted) continue;
        if (((await countElsewhere()) ?? others) < others) return;
      }
    },
  };
}
