/**
 * Which gateways connect to one account of a carrier. The carrier delivers a receipt to any bind of the account, so a receipt
 * may come over another gateway than its message went.
 */
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';

/** A gateway's account, as `accountOf` of the gateways names it; null where receipts come to this gateway alone. */
export interface GatewayAccount {
  readonly gatewayId: number;
  readonly account: string | null;
}

/** Notes the present accounts of gateways; the earlier ones are kept, since receipts of their messages may still come. */
export async function noteAccounts(tx: Transaction, gateways: readonly GatewayAccount[]): Promise<void> {
  const ids = gateways.map(({ gatewayId }) => gatewayId);
  const accounts = gateways.map(({ account }) => account);
  await sql`update gateway_accounts set is_current = false where gateway_id = any (${ids}::int4[])`.execute(
    tx,
  );
  await sql`
    insert into gateway_accounts (account, gateway_id, is_current)
    select account, gateway_id, true from unnest(${accounts}::text[], ${ids}::int4[]) as n (account, gateway_id)
    where account is not null
    on conflict (account, gateway_id) do update set is_current = true`.execute(tx);
}

/** By gateway, the others that use its account or used it earlier; one that shares none is left out. */
export async function findSharing(
  tx: Transaction,
  gatewayIds: readonly number[],
): Promise<Map<number, readonly number[]>> {
  const { rows } = await sql<{ gatewayId: number; others: number[] }>`
    select own.gateway_id as "gatewayId", array_agg(other.gateway_id order by other.gateway_id) as others
    from gateway_accounts own join gateway_accounts other using (account)
    where own.is_current and own.gateway_id = any (${[...new Set(gatewayIds)]}::int4[])
      and other.gateway_id <> own.gateway_id
    group by 1`.execute(tx);
  return new Map(rows.map(({ gatewayId, others }) => [gatewayId, others]));
}
