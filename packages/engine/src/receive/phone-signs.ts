/**
 * Signs of life of test phones on their way to the database. A ping is answered once it is committed; receptions, of which
 * thousands may come in a second, are gathered. Either is written at most once in some seconds for each phone.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { type PhoneSign, recordPhoneSigns } from '@textprobe/database/phone-health/phone-health';
import type { Clock } from '@textprobe/domain/clock';
import { storableTextOrNull } from '@textprobe/domain/storable-text';
import type { HandsetSign } from '@textprobe/gateways/inbox-port';
import { createBatcher } from '../kit/batcher.ts';
import { createCoalescer } from '../kit/coalescer.ts';
import { transact } from '../kit/transact.ts';

export interface PhoneSigns {
  /** Takes pings. Resolves once they are committed, or need not be: the phone was heard of a moment ago. */
  ping(source: string, signs: readonly HandsetSign[]): Promise<void>;
  /** Notes that a phone reported something at `at`, epoch milliseconds. */
  heard(source: string, phoneId: number, at: number): void;
  /** Writes what is left. Idempotent. */
  stop(): Promise<void>;
}

/** Between two writes of one phone, unless the span after which it is offline is a short one. */
const LONGEST_SPACING_MS = 5_000;
const GATHER_MS = 1_000;
const MAX_BATCH = 500;

export function createPhoneSigns(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  offlineAfterMs: number;
}): PhoneSigns {
  const { offlineAfterMs } = deps;
  const spacingMs = Math.min(LONGEST_SPACING_MS, offlineAfterMs / 10);
  // One entry a phone of the directory each: not more than that however many post.
  const pingedAt = new Map<number, number>();
  const heardAt = new Map<number, number>();

  async function write(signs: readonly PhoneSign[]): Promise<void> {
    // A phone may stand in one statement only once.
    const newest = new Map(signs.toSorted(byPingThenTime).map((sign) => [sign.phoneId, sign]));
    await transact(deps, (tx) => recordPhoneSigns(tx, [...newest.values()], offlineAfterMs));
  }

  const pings = createBatcher<PhoneSign, null>({
    maxSize: MAX_BATCH,
    async write(signs) {
      await write(signs);
      return signs.map(() => null);
    },
  });
  const receptions = createCoalescer<PhoneSign>({
    ...deps,
    name: 'signs of life',
    pauseMs: Math.min(GATHER_MS, spacingMs),
    flush: (signs) => write([...signs]),
  });

  async function pingOne(source: string, { phoneId, at, network, ...health }: HandsetSign): Promise<void> {
    if (!isDue(pingedAt, phoneId, at)) return;
    try {
      const ping = { ...health, network: storableTextOrNull(network) };
      await pings.add({ phoneId, at, source, ping });
      heardAt.set(phoneId, at);
    } catch (error) {
      pingedAt.delete(phoneId);
      throw error;
    }
  }

  /** Whether a sign is worth a write; it is noted as written then. */
  function isDue(writtenAt: Map<number, number>, phoneId: number, at: number): boolean {
    const last = writtenAt.get(phoneId);
    if (last !== undefined && at - last < spacingMs) return false;
    writtenAt.set(phoneId, at);
    return true;
  }

  return {
    async ping(source, signs) {
      await Promise.all(signs.map((sign) => pingOne(source, sign)));
    },
    heard(source, phoneId, at) {
      if (isDue(heardAt, phoneId, at)) receptions.add([{ phoneId, at, source, ping: null }]);
    },
    async stop() {
      await pings.idle();
      await receptions.stop();
    },
  };
}

/** What is to be kept of one phone comes last: a ping rather than any other sign, and the latest of its kind. */
function byPingThenTime(a: PhoneSign, b: PhoneSign): number {
  return Number(a.ping !== null) - Number(b.ping !== null) || a.at - b.at;
}
