/** Finds the phones of handset keys, and notes when the keys are used. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { findPhonesByKeyHash, noteHandsetKeyUses } from '@textprobe/database/handset-keys/handset-keys';
import type { Clock } from '@textprobe/domain/clock';
import { afterThisTick, createBatcher } from '@textprobe/engine/kit/batcher';
import { hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';

const MAX_BATCH = 500;

/**
 * Those asked for while others are looked up share the next look: with 64 handsets posting at once the look-ups were two
 * fifths of what a report cost. None is remembered, so a revoked key is worth nothing at once, whichever process it was
 * revoked by.
 * @param noteUse told the hash of each valid key
 * @returns the phone a key belongs to; null for a key that is not, or no longer, known
 */
export function createHandsetKeyFinder(
  db: Database,
  noteUse: (keyHash: Buffer) => void = () => undefined,
): (key: string) => Promise<number | null> {
  const lookUps = createBatcher<Buffer, number | null>({
    maxSize: MAX_BATCH,
    gather: afterThisTick,
    write: (hashes) => findPhonesByKeyHash(db, hashes),
  });
  return async (key) => {
    const hash = hashHandsetKey(key);
    const phoneId = await lookUps.add(hash);
    if (phoneId !== null) noteUse(hash);
    return phoneId;
  };
}

/** A handset that posts every second costs one write a minute. */
const NOTE_EVERY_MS = 60_000;

/**
 * Notes when keys are used, beside the reports that use them: none waits for it, and none fails by it.
 * @returns what to call with the hash of each valid key that was used
 */
export function createHandsetKeyUses(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}): (keyHash: Buffer) => void {
  const { db, clock, log } = deps;
  // One entry for each valid key; keys that were revoked stay until the process ends.
  const notedAt = new Map<string, number>();
  const notes = createBatcher<Buffer, void>({
    maxSize: MAX_BATCH,
    async write(hashes) {
      await noteHandsetKeyUses(db, hashes, clock.now());
      return hashes.map(() => undefined);
    },
  });
  return (keyHash) => {
    const key = keyHash.toString('hex');
    const now = clock.now();
    if (now - (notedAt.get(key) ?? -Infinity) < NOTE_EVERY_MS) return;
    notedAt.set(key, now);
    notes.add(keyHash).catch((error: unknown) => {
      notedAt.delete(key);
      log.warn({ err: error }, 'the use of a handset key could not be noted');
    });
  };
}
