/** How the test phones are, for screens and metrics. */
import { presentAbsence } from '@textprobe/domain/phone-presence';
import type { Selectable } from 'kysely';
import type { Database } from '../core/connection.ts';
import type { Schema } from '../schema/schema.ts';
import { findHandsetWatch } from './handset-watch.ts';
import { toPresence } from './presences.ts';

export type PhoneHealthRow = Selectable<Schema['phone_health']>;

/** Phones that were never heard of are left out; by their ids. */
export async function listPhonesHealth(db: Database): Promise<PhoneHealthRow[]> {
  return db.selectFrom('phone_health').selectAll().orderBy('phone_id').execute();
}

/** How many phones that ping are offline just now. */
export async function countOfflinePhones(db: Database, offlineAfterMs: number): Promise<number> {
  const [rows, watch] = await Promise.all([listPhonesHealth(db), findHandsetWatch(db)]);
  return rows.filter((row) => presentAbsence(toPresence(row), watch, offlineAfterMs) !== null).length;
}
