/** What carriers reported about messages: the ids of their parts, their receipts, and the account. */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import type { MessageRow } from '../messages/message-row.ts';
import { CLOCK_SET_BACK_MS } from './raw-receipts.ts';

export interface CarrierEvidence {
  /** The carrier's id of each accepted part, in order, spelled as in its receipts. */
  readonly providerIds: readonly string[];
  /** Every receipt as received, earliest first. */
  readonly rawReceipts: readonly string[];
  /** The gateway's account; null if it is unknown. */
  readonly account: string | null;
}

/** @returns a function that returns the evidence of one of the rows */
export async function readCarrierEvidence(
  db: Database,
  rows: readonly Pick<MessageRow, 'id' | 'created_at' | 'gateway_id'>[],
): Promise<(row: Pick<MessageRow, 'id' | 'gateway_id'>) => CarrierEvidence> {
  const ids = rows.map(({ id }) => id);
  const times = rows.map(({ created_at: at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const ofRows = sql`message_id = any (${ids}::int8[])`;
  const parts = await sql<{ id: number; providerId: string; raw: string | null; at: number | null }>`
    select message_id as id, coalesce(receipt_provider_id, provider_id) as "providerId", receipt_raw as raw, receipt_at as at
    from submission_parts
    where ${ofRows} and message_created_at between ${sqlTime(first)} and ${sqlTime(last)}
    order by message_id, part`.execute(db);
  const receipts = await sql<{ id: number; raw: string; at: number }>`
    select message_id as id, raw, received_at as at from raw_receipts
    where ${ofRows} and received_at >= ${sqlTime(first - CLOCK_SET_BACK_MS)}
    order by received_at, id`.execute(db);
  const accounts = await db
    .selectFrom('gateway_accounts')
    .select(['gateway_id', 'account'])
    .where('is_current', '=', true)
    .execute();
  const partsOf = Map.groupBy(parts.rows, ({ id }) => id);
  const receiptsOf = Map.groupBy(receipts.rows, ({ id }) => id);
  const accountOf = new Map(accounts.map((row) => [row.gateway_id, row.account]));
  return ({ id, gateway_id: gatewayId }) => {
    const own = partsOf.get(id) ?? [];
    const all = [...own, ...(receiptsOf.get(id) ?? [])].flatMap(({ raw, at }) =>
      raw === null || raw === '' ? [] : [{ raw, at: at ?? 0 }],
    );
    return {
      providerIds: own.map(({ providerId }) => providerId),
      rawReceipts: all.sort((a, b) => a.at - b.at).map(({ raw }) => raw),
      account: accountOf.get(gatewayId) ?? null,
    };
  };
}
