/** Notes when handset keys are used, beside the reports that use them: none waits for it, and none fails by it. */
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { noteHandsetKeyUses } from '@textprobe/database/handset-keys/handset-keys';
import type { Clock } from '@textprobe/domain/clock';
import { createBatcher } from '@textprobe/engine/kit/batcher';

/** A handset that posts every second costs one write a minute. */
const NOTE_EVERY_MS = 60_000;
const MAX_BATCH = 500;

/** @returns what to call with the hash of each valid key that was used */
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
