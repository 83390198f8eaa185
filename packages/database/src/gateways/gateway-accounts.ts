/**
 * Which gateways connect to the same carrier account. The carrier delivers a receipt to any bind of the account, so it
 * may arrive over another gateway than its message.
 */
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';

/** A gateway's account, as named by the gateways' `accountOf`; null if its receipts arrive only over this gateway. */
export interface GatewayAccount {
  readonly gatewayId: number;
  readonly account: string | null;
}

/** Stores the current accounts of gateways; earlier ones are kept, because receipts of their messages may still arrive. */
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

/** By gateway, the others that use or used its account; gateways that share none are missing. */
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
