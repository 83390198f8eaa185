/** Confirms pairings from handset reports (PAIR-2). */
import type { Database } from '@textprobe/database/core/connection';
import { confirmPairing, type Reporter } from '@textprobe/database/pairings/pairings';
import { findPairingCode } from '@textprobe/domain/pairing-code';

/**
 * Called before a report is recorded, so that a crash in between repeats both. Nearly all texts have no pairing code and
 * cost no query.
 * @param now epoch milliseconds
 */
export async function notePairingText(
  db: Database,
  text: string,
  reporter: Reporter,
  now: number,
): Promise<void> {
  const textCode = findPairingCode(text);
  if (textCode !== null) await confirmPairing(db, { textCode, reporter, now });
}
