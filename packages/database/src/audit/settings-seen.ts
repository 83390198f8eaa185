/** What each kind of process ran with when it last started (AUDIT-1). */
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';

/** By name of the setting; of a secret only a keyed hash, empty: off. */
export type SettingTexts = ReadonlyMap<string, string>;

/**
 * Stores them, and returns those of the last start; empty at the first. One process at a time, so that of several that start
 * together one finds the change.
 */
export async function replaceSettings(
  tx: Transaction,
  process: string,
  settings: SettingTexts,
): Promise<SettingTexts> {
  await sql`select pg_advisory_xact_lock(hashtext('textprobe settings'))`.execute(tx);
  const rows = await tx.deleteFrom('settings_seen').where('process', '=', process).returningAll().execute();
  await tx
    .insertInto('settings_seen')
    .values([...settings].map(([name, value]) => ({ process, name, value })))
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}
