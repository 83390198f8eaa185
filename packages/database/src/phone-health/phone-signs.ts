/** Signs of life that phones gave, written many at a time; an absence that a sign ends is noted with it. */
import { REGULAR_PINGS } from '@textprobe/domain/phone-presence';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';

/** What was heard of one phone. Instants are epoch milliseconds by our clock. */
export interface PhoneSign {
  readonly phoneId: number;
  readonly at: number;
  /** The inbox that was told. */
  readonly source: string;
  /** What a ping said; null for a sign of another kind. */
  readonly ping: {
    /** From 0 to 1. */
    readonly battery: number | null;
    readonly charging: boolean | null;
    readonly network: string | null;
  } | null;
}

/**
 * Writes one sign for each phone, by phone so that two processes that write at once never deadlock. Phones that are not in the
 * directory (any more) are passed over; an older sign than the one that is known changes nothing.
 */
export async function recordPhoneSigns(
  db: Database,
  signs: readonly PhoneSign[],
  offlineAfterMs: number,
): Promise<void> {
  if (signs.length === 0) return;
  const given = rowsAsTable('s', signs, {
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
    from ${given} join test_phones p on p.id = s.phone_id
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
