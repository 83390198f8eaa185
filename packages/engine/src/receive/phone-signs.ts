/**
 * Records signs of life of test phones. A ping is acknowledged once it is committed; receptions, of which thousands may
 * arrive per second, are batched. Each phone is written at most once every few seconds.
 */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { type PhoneSign, recordPhoneSigns } from '@textprobe/database/handsets/phone-health';
import type { Clock } from '@textprobe/domain/clock';
import { storableTextOrNull } from '@textprobe/domain/storable-text';
import type { PhonePing } from '@textprobe/gateways/inbox-port';
import { createBatcher } from '../kit/batcher.ts';
import { createCoalescer } from '../kit/coalescer.ts';
import { transact } from '../kit/transact.ts';

export interface PhoneSigns {
  /** Resolves once the pings are committed, or skipped because the phone was seen a moment ago. */
  ping(source: string, pings: readonly PhonePing[]): Promise<void>;
  /** Notes that a phone reported something at `at`, epoch milliseconds. */
  seen(source: string, phoneId: number, at: number): void;
  /** Flushes what is left. Idempotent. */
  stop(): Promise<void>;
}

/** Shortest pause between two writes for one phone; less if the offline threshold is short. */
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
  // Bounded: at most one entry per phone of the directory.
  const pingedAt = new Map<number, number>();
  const seenAt = new Map<number, number>();

  async function write(signs: readonly PhoneSign[]): Promise<void> {
    // A statement may update each phone only once.
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

  async function pingOne(source: string, { phoneId, at, network, ...health }: PhonePing): Promise<void> {
    if (!isDue(pingedAt, phoneId, at)) return;
    try {
      const ping = { ...health, network: storableTextOrNull(network) };
      await pings.add({ phoneId, at, source, ping });
      seenAt.set(phoneId, at);
    } catch (error) {
      pingedAt.delete(phoneId);
      throw error;
    }
  }

  /** Whether a sign should be written; if so, notes it as written. */
  function isDue(writtenAt: Map<number, number>, phoneId: number, at: number): boolean {
    const last = writtenAt.get(phoneId);
    if (last !== undefined && at - last < spacingMs) return false;
    writtenAt.set(phoneId, at);
    return true;
  }

  return {
    async ping(source, reported) {
      await Promise.all(reported.map((ping) => pingOne(source, ping)));
    },
    seen(source, phoneId, at) {
      if (isDue(seenAt, phoneId, at)) receptions.add([{ phoneId, at, source, ping: null }]);
    },
    async stop() {
      await pings.idle();
      await receptions.stop();
    },
  };
}

/** Sorts the sign to keep for each phone last: pings before other signs, then by time. */
function byPingThenTime(a: PhoneSign, b: PhoneSign): number {
  return Number(a.ping !== null) - Number(b.ping !== null) || a.at - b.at;
}
