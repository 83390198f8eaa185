/** Whether each gateway's carrier sends a receipt for each part of a long message: shared by all processes and kept across restarts. */
import { sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { PartMatch } from './submission-parts.ts';

/** What a gateway's carrier has sent for long messages. */
export interface LongReceipts {
  /** Whether two parts of one message ever got receipts. */
  readonly each: boolean;
  /** Until then, when the first receipt of a message arrived: epoch milliseconds, {@link ONE_AFTER} at most. */
  readonly first: readonly number[];
}

/** After this many messages with one receipt each, and none with two, a carrier is known to send one. */
export const ONE_AFTER = 8;

/** By gateway; missing if nothing is known. */
export async function readLongReceipts(
  tx: Transaction,
  gatewayIds: readonly number[],
): Promise<Map<number, LongReceipts>> {
  const { rows } = await sql<{ id: number; each: boolean; first: number[] }>`
    select gateway_id as id, each_part as each, array(
      select (extract(epoch from at) * 1000)::float8 from unnest(first_receipts) at) as first
    from gateway_long_receipts where gateway_id = any (${gatewayIds}::int4[])`.execute(tx);
  return new Map(rows.map(({ id, ...known }) => [id, known]));
}

/** Merges what a transaction has seen into the stored state. Locks the gateway's row until the end of the transaction. */
export async function keepLongReceipts(
  tx: Transaction,
  gatewayId: number,
  { each, first }: LongReceipts,
): Promise<void> {
  await sql`
    insert into gateway_long_receipts as s (gateway_id, each_part, first_receipts)
    values (${gatewayId}, ${each}, array[${sql.join(first.map((at) => sqlTime(at)))}]::timestamptz[])
    on conflict (gateway_id) do update set each_part = s.each_part or excluded.each_part,
      first_receipts = (s.first_receipts || excluded.first_receipts)[1:${sql.lit(ONE_AFTER)}]`.execute(tx);
}

/** The messages of these parts of which another part already has a receipt that says delivered or failed. */
export async function findReportedElsewhere(
  tx: Transaction,
  parts: readonly PartMatch[],
  finalStates: readonly number[],
): Promise<Set<number>> {
  const keys = rowsAsTable('k', parts, {
    id: ['int8', ({ message }) => message.id],
    created_at: ['instant', ({ message }) => message.createdAt],
    part: ['int2', ({ part }) => part],
  });
  const { rows } = await sql<{ id: number }>`
    select distinct k.id from ${keys}
    join submission_parts p on p.message_id = k.id and p.message_created_at = k.created_at
    where p.part <> k.part and p.receipt_state = any (${finalStates}::int2[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
