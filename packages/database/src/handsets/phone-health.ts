/**
 * The health of test phones: their signs of life, their presence, and since when a server has been listening to them.
 */
import {
  currentAbsence,
  type HandsetWatch,
  type PhonePresence,
  REGULAR_PINGS,
} from '@textprobe/domain/phone-presence';
import { type Selectable, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { Schema } from '../schema/schema.ts';
import { ALL_PARTNERS, isPhoneInScope, type Scope } from '../scope/scope.ts';

/** A sign of life of one phone. Instants are epoch milliseconds by our clock. */
export interface PhoneSign {
  readonly phoneId: number;
  readonly at: number;
  /** The inbox that received it. */
  readonly source: string;
  /** Contents of a ping; null for other signs. */
  readonly ping: {
    /** From 0 to 1. */
    readonly battery: number | null;
    readonly charging: boolean | null;
    readonly network: string | null;
  } | null;
}

/**
 * Writes one sign per phone, ordered by phone so that simultaneous writers never deadlock. Ignores phones that are not
 * in the directory, and signs older than the known one.
 */
export async function recordPhoneSigns(
  db: Database,
  signs: readonly PhoneSign[],
  offlineAfterMs: number,
): Promise<void> {
  if (signs.length === 0) return;
  const rows = rowsAsTable('s', signs, {
    phone_id: ['int4', (sign) => sign.phoneId],
    at: ['instant', (sign) => sign.at],
    pinged: ['bool', (sign) => sign.ping !== null],
    battery: ['text', (sign) => sign.ping?.battery?.toString() ?? null],
    charging: ['bool', (sign) => sign.ping?.charging ?? null],
    network: ['text', (sign) => sign.ping?.network ?? null],
    source: ['text', (sign) => sign.source],
  });
  const silentFrom = sql`greatest(h.heard_at, (select listening_since from handset_watch))`;
  const wasAbsent = sql`excluded.heard_at - ${silentFrom} >= ${offlineAfterMs} * interval '1 millisecond'`;
  const isNewerPing = sql`excluded.pinged_at > coalesce(h.pinged_at, '-infinity')`;
  const cameSoon = sql`coalesce(excluded.pinged_at - h.pinged_at < ${offlineAfterMs} * interval '1 millisecond', false)`;
  await sql`
    insert into phone_health as h (phone_id, heard_at, pinged_at, ping_streak, battery, charging, network, source)
    select s.phone_id, s.at, case when s.pinged then s.at end, s.pinged::int, s.battery::real, s.charging, s.network, s.source
    from ${rows} join test_phones p on p.id = s.phone_id
    order by s.phone_id
    on conflict (phone_id) do update set
      absent_from = case when ${wasAbsent} then ${silentFrom} else h.absent_from end,
      absent_until = case when ${wasAbsent} then excluded.heard_at else h.absent_until end,
      battery = case when ${isNewerPing} then excluded.battery else h.battery end,
      charging = case when ${isNewerPing} then excluded.charging else h.charging end,
      network = case when ${isNewerPing} then excluded.network else h.network end,
      ping_streak = case when not ${isNewerPing} or excluded.pinged_at is null then h.ping_streak
        when ${cameSoon} then least(h.ping_streak + 1, ${sql.lit(REGULAR_PINGS)}) else 1 end,
      regular_at = case when ${isNewerPing} and ${cameSoon} and h.ping_streak + 1 >= ${sql.lit(REGULAR_PINGS)}
        then excluded.pinged_at else h.regular_at end,
      source = case when excluded.heard_at >= h.heard_at then excluded.source else h.source end,
      pinged_at = greatest(h.pinged_at, excluded.pinged_at),
      heard_at = greatest(h.heard_at, excluded.heard_at)`.execute(db);
}

/** The phones among `phoneIds` that ping regularly, and since when servers have been listening. */
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
  // Most installations have no phone that pings: then this is the only query.
  const watch = rows.length === 0 ? null : await findHandsetWatch(db);
  return { watch, phones: new Map(rows.map((row) => [row.phone_id, toPresence(row)])) };
}

/** The columns that determine a phone's presence. */
export interface PresenceColumns {
  readonly heard_at: number;
  readonly regular_at: number | null;
  readonly absent_from: number | null;
  readonly absent_until: number | null;
}

/** Converts the columns to the domain's type. */
export function toPresence(row: PresenceColumns): PhonePresence {
  const { absent_from: from, absent_until: until } = row;
  return {
    lastSeenAt: row.heard_at,
    regularAt: row.regular_at,
    absence: from === null || until === null ? null : { from, until },
  };
}

export type PhoneHealthRow = Selectable<Schema['phone_health']>;

/** Ordered by phone id; phones never seen are left out. */
export async function listPhonesHealth(db: Database, scope: Scope): Promise<PhoneHealthRow[]> {
  return db
    .selectFrom('phone_health')
    .innerJoin('test_phones', 'test_phones.id', 'phone_id')
    .selectAll('phone_health')
    .where(isPhoneInScope(scope, sql`test_phones.partner_id`))
    .orderBy('phone_id')
    .execute();
}

/** How many phones that ping are offline now. */
export async function countOfflinePhones(db: Database, offlineAfterMs: number): Promise<number> {
  const [rows, watch] = await Promise.all([listPhonesHealth(db, ALL_PARTNERS), findHandsetWatch(db)]);
  return rows.filter((row) => currentAbsence(toPresence(row), watch, offlineAfterMs) !== null).length;
}

/**
 * Records that a server is listening to handsets now; otherwise our own downtime would look like theirs. After a gap
 * longer than `lapseMs` the watch starts over.
 * @param of.now epoch milliseconds
 */
export async function keepHandsetWatch(db: Database, of: { now: number; lapseMs: number }): Promise<void> {
  const now = sqlTime(of.now);
  await sql`
    insert into handset_watch as w (listening_since, listening_until) values (${now}, ${now})
    on conflict (only_row) do update set
      listening_since = case
        when ${now} - w.listening_until > ${of.lapseMs} * interval '1 millisecond' then ${now}
        else w.listening_since end,
      listening_until = greatest(w.listening_until, ${now})`.execute(db);
}

/** Null if no server has ever listened. */
export async function findHandsetWatch(db: Database): Promise<HandsetWatch | null> {
  const row = await db
    .selectFrom('handset_watch')
    .select(['listening_since as from', 'listening_until as until'])
    .executeTakeFirst();
  return row ?? null;
}
