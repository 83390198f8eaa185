/**
 * Gateways as rows, with a short, stable id for each name. This file handles those of the gateways file and of the lab,
 * whose connection settings are not in the database; `stored-gateways.ts` handles the others.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { noteAccounts } from './gateway-accounts.ts';

export interface GatewayEntry {
  readonly name: string;
  /** `smpp` or `twilio`. */
  readonly kind: string;
  /** Whether it serves offices without a gateway of their own. */
  readonly isDefault: boolean;
  readonly sendsMms: boolean;
  /** Whether it sends MMS for offices whose gateway cannot. At most one does. */
  readonly isDefaultMms: boolean;
  /** Maximum messages per second; null or omitted: no limit. */
  readonly throughput?: number | null;
  /** The carrier account; null or omitted: receipts arrive only over this gateway. */
  readonly account?: string | null;
}

/** Maximum messages per second of a gateway, given its row's alias; null: no limit. */
export function throughputOf(alias: string): RawBuilder<number | null> {
  return sql`case when ${sql.ref(`${alias}.source`)} = 'settings' then ${sql.ref(`${alias}.throughput`)} else (
    select (settings ->> 'throughput')::float8 from gateway_settings where gateway_id = ${sql.ref(`${alias}.id`)}) end`;
}

/** Duplicate name: the gateways file or the lab uses the name of a gateway that is already in the database. */
export class GatewayNameTaken extends Error {
  override readonly name = 'GatewayNameTaken';
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super(`in the database already: ${names.join(', ')}`);
    this.names = names;
  }
}

/**
 * Creates missing rows for the gateways of the settings, and retires those of former settings.
 * @returns the ids of the given gateways, by name
 * @throws GatewayNameTaken
 */
export async function registerGateways(
  db: Database,
  gateways: readonly GatewayEntry[],
): Promise<Map<string, number>> {
  return db.transaction().execute(async (tx) => {
    await lockGateways(tx);
    const names = gateways.map(({ name }) => name);
    const taken = await tx
      .selectFrom('gateways')
      .select('name')
      .where(sql<boolean>`name = any (${names}::text[])`)
      .where('source', '=', 'database')
      .where('retired', '=', false)
      .execute();
    if (taken.length > 0) throw new GatewayNameTaken(taken.map(({ name }) => name));
    const { rows } = await sql<{ id: number; name: string }>`
      insert into gateways as known (name, kind, sends_mms, wants_default, wants_default_mms, throughput)
      select * from unnest(${names}::text[],
                           ${gateways.map(({ kind }) => kind)}::text[],
                           ${gateways.map(({ sendsMms }) => sendsMms)}::boolean[],
                           ${gateways.map(({ isDefault }) => isDefault)}::boolean[],
                           ${gateways.map(({ isDefaultMms }) => isDefaultMms)}::boolean[],
                           ${gateways.map(({ throughput = null }) => throughput)}::float8[])
      on conflict (name) do update set kind = excluded.kind, sends_mms = excluded.sends_mms, source = 'settings',
        wants_default = excluded.wants_default, wants_default_mms = excluded.wants_default_mms,
        throughput = excluded.throughput, retired = false
      returning id, name`.execute(tx);
    await retireOthers(tx, names);
    await electDefaults(tx);
    const ids = new Map(rows.map(({ id, name }) => [name, id]));
    await noteAccounts(
      tx,
      gateways.map(({ name, account = null }) => ({ gatewayId: ids.get(name) ?? 0, account })),
    );
    return ids;
  });
}

/** Offices that a former gateways file assigned to them return to the default gateway. */
async function retireOthers(tx: Transaction, names: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      update gateways set retired = true, wants_default = false, wants_default_mms = false
      where source = 'settings' and not retired and not name = any (${names}::text[]) returning id)
    update offices set gateway_id = null, gateway_pinned = false
    where gateway_pinned and gateway_id in (select id from gone)`.execute(tx);
}

/** Serializes changes of gateways: the default gateway is chosen among all of them. */
export async function lockGateways(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('textprobe gateways'))`.execute(tx);
}

/** Chooses the default gateways among the candidates: gateways in the database win over those of the settings. */
export async function electDefaults(tx: Transaction): Promise<void> {
  for (const [is, wants] of [
    [sql.ref('is_default'), sql.ref('wants_default')],
    [sql.ref('is_default_mms'), sql.ref('wants_default_mms')],
  ]) {
    const chosen = sql`(select id from gateways where ${wants} and not retired order by source = 'database' desc, id limit 1)`;
    // Two statements: the unique index for the default is checked row by row.
    await sql`update gateways set ${is} = false where ${is} and id is distinct from ${chosen}`.execute(tx);
    await sql`update gateways set ${is} = true where not ${is} and id = ${chosen}`.execute(tx);
  }
}

/** An office by its path of names, as in the gateways file and in a directory file. */
export interface OfficePath {
  readonly partner: string;
  readonly client: string;
  readonly office: string;
}

/**
 * Assigns the gateway to the offices listed in the gateways file. An office that is no longer listed returns to the
 * default; one assigned by other means keeps the gateway.
 * @returns paths without an office; if there are any, nothing has changed
 */
export async function assignOffices(
  db: Database,
  gatewayId: number,
  paths: readonly OfficePath[],
): Promise<OfficePath[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<OfficePath & { id: number | null }>`
      select wanted.partner, wanted.client, wanted.office, offices.id
      from unnest(${paths.map(({ partner }) => partner)}::text[],
                  ${paths.map(({ client }) => client)}::text[],
                  ${paths.map(({ office }) => office)}::text[]) as wanted (partner, client, office)
      left join partners on partners.name = wanted.partner
      left join clients on clients.partner_id = partners.id and clients.name = wanted.client
      left join offices on offices.client_id = clients.id and offices.name = wanted.office`.execute(tx);
    const missing = rows.filter(({ id }) => id === null);
    if (missing.length > 0) return missing;
    const ids = rows.map(({ id }) => id);
    await sql`
      update offices set gateway_id = case when id = any (${ids}::integer[]) then ${gatewayId}::integer end,
        gateway_pinned = id = any (${ids}::integer[])
      where (gateway_id = ${gatewayId} and gateway_pinned and not id = any (${ids}::integer[]))
         or (not (gateway_id is not distinct from ${gatewayId} and gateway_pinned) and id = any (${ids}::integer[]))`.execute(
      tx,
    );
    return [];
  });
}
