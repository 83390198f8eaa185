/**
 * Finds the phones of handset keys. Those asked for while others are looked up share the next look: with 64 handsets posting
 * at once the look-ups were two fifths of what a report cost. None is remembered, so a revoked key is worth nothing at once,
 * whichever process it was revoked by.
 */
import type { Database } from '@textprobe/database/core/connection';
import { findPhonesByKeyHash } from '@textprobe/database/handset-keys/handset-keys';
import { afterThisTurn, createBatcher } from '@textprobe/engine/kit/batcher';
import { hashHandsetKey } from '@textprobe/gateways/inbox/handset-key';

const MAX_BATCH = 500;

/**
 * @param noteUse told the hash of each valid key
 * @returns the phone a key belongs to; null for a key that is not, or no longer, known
 */
export function createHandsetKeyFinder(
  db: Database,
  noteUse: (keyHash: Buffer) => void = () => undefined,
): (key: string) => Promise<number | null> {
  const lookUps = createBatcher<Buffer, number | null>({
    maxSize: MAX_BATCH,
    gather: afterThisTurn,
    write: (hashes) => findPhonesByKeyHash(db, hashes),
  });
  return async (key) => {
    const hash = hashHandsetKey(key);
    const phoneId = await lookUps.add(hash);
    if (phoneId !== null) noteUse(hash);
    return phoneId;
  };
}
