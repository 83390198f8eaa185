/** Finds the phones of handset keys, and records when the keys are used. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { findPhonesByKeyHash, noteHandsetKeyUses } from '@textprobe/database/handsets/handset-keys';
import type { Clock } from '@textprobe/domain/clock';
import { afterThisTick, createBatcher } from '@textprobe/engine/kit/batcher';
import { hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';

const MAX_BATCH = 500;

/**
 * Batches look-ups: with 64 handsets posting at once they took two fifths of the time of a report. There is no cache, so a
 * key is invalid as soon as any process revokes it, or once a rotated one has ended.
 * @param noteUse called with the hash of each valid key
 * @returns a function that finds the phone of a key; null for an unknown or revoked one
 */
export function createHandsetKeyFinder(
  db: Database,
  clock: Clock,
  noteUse: (keyHash: Buffer) => void = () => undefined,
): (key: string) => Promise<number | null> {
  const lookUps = createBatcher<Buffer, number | null>({
    maxSize: MAX_BATCH,
    gather: afterThisTick,
    write: (hashes) => findPhonesByKeyHash(db, hashes, clock.now()),
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
 * Records when keys are used, asynchronously: no report waits for it or fails because of it.
 * @returns a function to call with the hash of each valid key that was used
 */
export function createHandsetKeyUses(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}): (keyHash: Buffer) => void {
  const { db, clock, log } = deps;
  // One entry for each valid key; revoked keys stay until the process ends.
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
      log.warn({ err: error }, 'could not record the use of a handset key');
    });
  };
}
