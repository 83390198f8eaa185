/** All gateways there are, wherever their settings come from, as the calls tell them, and the names of all there were. */
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { throughputOf } from './gateways.ts';

/** Instants are epoch milliseconds. */
export interface GatewayRow {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  /** `settings`: of the carriers file or the lab. */
  readonly source: 'settings' | 'database';
  readonly isDefault: boolean;
  readonly isDefaultMms: boolean;
  readonly sendsMms: boolean;
  /** Most messages a second, wherever its settings come from; null: no limit. */
  readonly throughput: number | null;
  /** The carrier's account; null where its receipts come to this gateway alone. */
  readonly account: string | null;
  /** How many offices were given it; the default one serves those that were given none. */
  readonly offices: number;
  /** Of a gateway in the database; null of the others, whose settings are not known here. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  readonly secrets: readonly { readonly name: string; readonly setAt: number }[];
  readonly updatedAt: number | null;
}

/** By name. @param id of the one that is wanted; null: all */
export async function listGateways(db: Database, id: number | null = null): Promise<GatewayRow[]> {
  const { rows } = await sql<GatewayRow & { secrets: { name: string; setAt: number }[] }>`
    select g.id, g.name, g.kind, g.source, g.is_default as "isDefault", g.is_default_mms as "isDefaultMms",
      g.sends_mms as "sendsMms", ${throughputOf('g')} as throughput,
      (select account from gateway_accounts where gateway_id = g.id and is_current) as account,
      (select count(*) from offices where gateway_id = g.id) as offices,
      s.settings, s.updated_at as "updatedAt",
      coalesce((select json_agg(json_build_object('name', name,
                         'setAt', floor(extract(epoch from set_at) * 1000)) order by name)
                from gateway_secrets where gateway_id = g.id), '[]') as secrets
    from gateways g left join gateway_settings s on s.gateway_id = g.id
    where not g.retired and (${id}::integer is null or g.id = ${id})
    order by lower(g.name), g.id`.execute(db);
  return rows;
}

/** What gateways are called, by id: of those in use, and of those that are not any more. Ids that name no gateway are left out. */
export async function findGatewayNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('gateways')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any (${[...new Set(ids)]}::int4[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
