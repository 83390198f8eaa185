/** What is known of the presence of phones, for whoever judges a silent one. */
import type { HandsetWatch, PhonePresence } from '@textprobe/domain/phone-presence';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { findHandsetWatch } from './handset-watch.ts';

/** The phones among `phoneIds` that ping regularly, and since when somebody listens. */
export async function readPresences(
  db: Database,
  phoneIds: readonly number[],
): Promise<{ watch: HandsetWatch | null; phones: Map<number, PhonePresence> }> {
  const rows = await db
    .selectFrom('phone_health')
    .select(['phone_id', 'heard_at', 'regular_at', 'absent_from', 'absent_until'])
    .where('regular_at', 'is not', null)
    .where(sql<boolean>`phone_id = any (${[...new Set(phoneIds)]}::int4[])`)
    .execute();
  // Most installations have no phone that pings: then nothing more is asked.
  const watch = rows.length === 0 ? null : await findHandsetWatch(db);
  return { watch, phones: new Map(rows.map((row) => [row.phone_id, toPresence(row)])) };
}

/** The columns of a phone's health that tell of its presence. */
export interface PresenceColumns {
  readonly heard_at: number;
  readonly regular_at: number | null;
  readonly absent_from: number | null;
  readonly absent_until: number | null;
}

/** As the rules of the domain take it. */
export function toPresence(row: PresenceColumns): PhonePresence {
  const { absent_from: from, absent_until: until } = row;
  return {
    heardAt: row.heard_at,
    regularAt: row.regular_at,
    absence: from === null || until === null ? null : { from, until },
  };
}
