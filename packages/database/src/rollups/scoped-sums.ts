/** The rollups by scope: updated as deltas are folded and messages are counted. */
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { type CreatedWithin, countedMessages } from './counted-messages.ts';
import { addToOfficeSums, compactOfficeSums, isLong, type LongRow, OFFICE_SUMS } from './office-sums.ts';
import { pendingByKey, pendingNumbered } from './rollup-deltas.ts';
import {
  addTo,
  amounts,
  countsSomething,
  GATEWAY_SUMS,
  kind,
  PARTNER_SUMS,
  type SumTable,
  sameKind,
  summedAmounts,
  summedFor,
} from './rollup-tables.ts';

/** The finest sums of each scope and their sources: the sums by office, or the table before it. */
const FINEST: readonly (readonly [SumTable, from: SumTable | null])[] = [
  [PARTNER_SUMS.hourly, null],
  [GATEWAY_SUMS.hourly, PARTNER_SUMS.hourly],
];

/** The other tables, in an order in which they can be derived. */
const COARSER: readonly (readonly [SumTable, from: SumTable])[] = [
  [PARTNER_SUMS.daily, PARTNER_SUMS.hourly],
  [PARTNER_SUMS.overall, PARTNER_SUMS.daily],
  [GATEWAY_SUMS.daily, GATEWAY_SUMS.hourly],
  [GATEWAY_SUMS.overall, GATEWAY_SUMS.daily],
];

/** The names of all rollup tables by scope. */
export const SCOPED_TABLES: readonly string[] = [
  ...[...FINEST, ...COARSER].map(([{ table }]) => table),
  OFFICE_SUMS.table,
];

const insertKinds = sql`insert into rollup_kinds (${kind})`;

/** Adds deltas to the rollups by scope. The caller holds the lock of the rollups, so that a kind is numbered only once. */
export async function foldIntoScopedSums(tx: Transaction, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    ${insertKinds} select distinct ${kind} from ${pendingByKey(which)} except select ${kind} from rollup_kinds`.execute(
    tx,
  );
  await addNumbered(tx, sql`numbered as (${pendingNumbered(which)})`, [...FINEST, ...COARSER]);
}

/**
 * Adds messages to the finest sums by scope; {@link deriveScopedSums} derives the others. The caller holds the lock.
 */
export async function countIntoScopedSums(tx: Transaction, span: CreatedWithin): Promise<void> {
  const numbered = sql`
    counted as materialized (
      select office_id, partner_id, gateway_id, hour, ${kind}, ${summedAmounts} from ${countedMessages(span)}
      group by office_id, partner_id, gateway_id, hour, ${kind}
    ), added_kinds as (
      ${insertKinds} select distinct ${kind} from counted except select ${kind} from rollup_kinds returning *
    ), numbered as (
      select office_id, partner_id, gateway_id, hour, k.id as kind_id, ${amounts}
      from counted join (table rollup_kinds union all table added_kinds) k on ${sameKind('k', 'counted')})`;
  await addNumbered(tx, numbered, FINEST);
}

/** @param numbered defines `numbered`: `office_id`, `partner_id`, `gateway_id`, `hour`, `kind_id` and amounts */
async function addNumbered(
  tx: Transaction,
  numbered: RawBuilder<unknown>,
  tables: typeof FINEST,
): Promise<void> {
  // The first is summed from the sums by office, each other one from a finer table, which adds fewer rows.
  const added = ({ table }: SumTable) => sql.ref(`${table}_added`);
  const sums = tables.map(([table, from]) => {
    const rows = from === null ? sql`by_office` : added(from);
    return sql`${added(table)} as materialized (${summedFor(table, rows)}),
      ${sql.ref(table.table)} as (${addTo(table, sql`select * from ${added(table)}`)})`;
  });
  const { rows: long } = await sql<LongRow>`
    with ${numbered}, by_office as materialized (
      select office_id, partner_id, gateway_id, hour, kind_id, ${summedAmounts} from numbered
      group by office_id, partner_id, gateway_id, hour, kind_id having ${countsSomething}
    ), ${sql.join(sums)}, offices as (${addToOfficeSums(sql`by_office`)})
    select * from offices where ${isLong}`.execute(tx);
  await compactOfficeSums(tx, long);
}

/** Empties the finest sums before everything is counted again. */
export async function clearFinestSums(tx: Transaction): Promise<void> {
  for (const [{ table }] of FINEST) await sql`delete from ${sql.table(table)}`.execute(tx);
  await sql`delete from ${sql.table(OFFICE_SUMS.table)}`.execute(tx);
}

/** Rebuilds the coarser sums from the finest ones. The caller holds the lock of the rollups. */
export async function deriveScopedSums(tx: Transaction): Promise<void> {
  for (const [coarser, finer] of COARSER) {
    await sql`delete from ${sql.table(coarser.table)}`.execute(tx);
    await addTo(coarser, summedFor(coarser, finer.rows)).execute(tx);
  }
}
