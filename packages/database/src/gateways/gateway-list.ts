/** All gateways as the API returns them, and the names of current and former gateways. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { isInScope, type Scope } from '../scope/scope.ts';
import { throughputOf } from './gateways.ts';

/** Instants are epoch milliseconds. */
export interface GatewayRow {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  /** `settings`: from the gateways file or the lab. */
  readonly source: 'settings' | 'database';
  readonly isDefault: boolean;
  readonly isDefaultMms: boolean;
  readonly sendsMms: boolean;
  /** Maximum messages per second; null: no limit. */
  readonly throughput: number | null;
  /** The carrier account; null if receipts arrive only over this gateway. */
  readonly account: string | null;
  /** Offices of the scope that are assigned to it; the default gateway also serves offices without one. */
  readonly offices: number;
  /** For gateways in the database; null for others, whose settings are not known here. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  readonly secrets: readonly { readonly name: string; readonly setAt: number }[];
  readonly updatedAt: number | null;
}

/** Ordered by name; only offices in scope count. @param id only this gateway; null: all */
export async function listGateways(
  db: Database,
  scope: Scope,
  id: number | null = null,
): Promise<GatewayRow[]> {
  const { rows } = await sql<GatewayRow & { secrets: { name: string; setAt: number }[] }>`
    select g.id, g.name, g.kind, g.source, g.is_default as "isDefault", g.is_default_mms as "isDefaultMms",
      g.sends_mms as "sendsMms", ${throughputOf('g')} as throughput,
      (select account from gateway_accounts where gateway_id = g.id and is_current) as account,
      (select count(*) from offices join clients on clients.id = client_id
       where gateway_id = g.id and ${isInScope(scope, sql`clients.partner_id`)}) as offices,
      s.settings, s.updated_at as "updatedAt",
      coalesce((select json_agg(json_build_object('name', name,
                         'setAt', floor(extract(epoch from set_at) * 1000)) order by name)
                from gateway_secrets where gateway_id = g.id), '[]') as secrets
    from gateways g left join gateway_settings s on s.gateway_id = g.id
    where not g.retired and (${id}::integer is null or g.id = ${id})
    order by lower(g.name), g.id`.execute(db);
  return rows;
}

/** Gateway names by id, including former gateways. Unknown ids are left out. */
export async function findGatewayNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('gateways')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any (${[...new Set(ids)]}::int4[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
