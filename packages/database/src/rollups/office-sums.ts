/**
 * Rollups by office, one row per office and day. The kinds are stored in arrays: an office has only a few each day, and
 * a row for each made the table twice as large and the fold three times as slow. Additions are appended to the arrays; a
 * kind that occurs twice counts twice. A row is compacted once its arrays are long.
 *
 * Totals over all time are summed from an office's days, a thousand in about a millisecond.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import {
  amounts,
  countsSomething,
  dayOfHour,
  type SumTable,
  summedAmounts,
  summedFor,
} from './rollup-tables.ts';

const officeKey = sql`office_id, day, partner_id, gateway_id`;
const arrays = sql`kind_ids, messages, delay_ms, delayed`;
/** Empty if no kind is left. */
const packed = sql`coalesce(array_agg(kind_id), '{}'), coalesce(array_agg(messages::int4), '{}'),
  coalesce(array_agg(delay_ms), '{}'), coalesce(array_agg(delayed::int4), '{}')`;
/** At 20 bytes each this fits into a row of 2 kB, which is not compressed. */
const LONG = 64;

/** The table as readers see it. */
export const OFFICE_SUMS: SumTable = {
  table: 'daily_office_rollups',
  rows: sql`(
    select ${officeKey}, k.* from daily_office_rollups
    cross join lateral unnest(${arrays}) as k (kind_id, ${amounts})) office_sums`,
  keyColumns: sql`${officeKey}, kind_id`,
  keyValues: sql`office_id, ${dayOfHour} as day, partner_id, gateway_id, kind_id`,
};

/** The key of a row with long arrays. */
export interface LongRow {
  readonly officeId: number;
  readonly day: string;
  readonly partnerId: number;
  readonly gatewayId: number;
}

/**
 * Adds to the rollups by office. The caller holds the lock of the rollups.
 * @param rows a table expression: an `hour`, the ids, `kind_id` and amounts
 * @returns an insert that returns a {@link LongRow} and its `length` for each row written
 */
export function addToOfficeSums(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into daily_office_rollups as r (${officeKey}, ${arrays})
    select ${officeKey}, ${packed} from (${summedFor(OFFICE_SUMS, rows)}) added
    group by ${officeKey} order by ${officeKey}
    on conflict (${officeKey}) do update set kind_ids = r.kind_ids || excluded.kind_ids,
      messages = r.messages || excluded.messages, delay_ms = r.delay_ms || excluded.delay_ms,
      delayed = r.delayed || excluded.delayed
    returning office_id as "officeId", day::text, partner_id as "partnerId", gateway_id as "gatewayId",
      cardinality(kind_ids) as length`;
}

/** A condition on the rows that {@link addToOfficeSums} returns. */
export const isLong = sql<boolean>`length > ${sql.lit(LONG)}`;

/** Compacts these rows: each kind once, and only kinds with a count. */
export async function compactOfficeSums(tx: Transaction, long: readonly LongRow[]): Promise<void> {
  if (long.length === 0) return;
  await sql`
    update daily_office_rollups r set (${arrays}) = (
      select ${packed}
      from (
        select kind_id, ${summedAmounts}
        from unnest(r.kind_ids, r.messages, r.delay_ms, r.delayed) as k (kind_id, ${amounts})
        group by kind_id having ${countsSomething}) compacted)
    from unnest(${long.map(({ officeId }) => officeId)}::int4[], ${long.map(({ day }) => day)}::date[],
      ${long.map(({ partnerId }) => partnerId)}::int4[], ${long.map(({ gatewayId }) => gatewayId)}::int4[])
      as l (${officeKey})
    where r.office_id = l.office_id and r.day = l.day and r.partner_id = l.partner_id
      and r.gateway_id = l.gateway_id`.execute(tx);
}
