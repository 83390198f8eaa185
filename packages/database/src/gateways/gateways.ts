/**
 * The ways out as rows: a short, stable id for each name. Here those of the carriers file and of the lab, whose connection
 * settings stay there; those of the database are in `stored-gateways.ts`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { noteAccounts } from './gateway-accounts.ts';

export interface GatewayEntry {
  readonly name: string;
  /** `smpp` or `twilio`. */
  readonly kind: string;
  /** Whether it serves the offices that name none. */
  readonly isDefault: boolean;
  readonly sendsMms: boolean;
  /** Whether it sends the MMS of offices whose own gateway sends none. At most one of them does. */
  readonly isDefaultMms: boolean;
  /** Most messages in a second; null, or left out: no limit. */
  readonly throughput?: number | null;
  /** The carrier's account; null, or left out: its receipts come to this gateway alone. */
  readonly account?: string | null;
}

/** Most messages a second of a gateway, the alias of whose row is given; null: no limit. */
export function throughputOf(alias: string): RawBuilder<number | null> {
  return sql`case when ${sql.ref(`${alias}.source`)} = 'settings' then ${sql.ref(`${alias}.throughput`)} else (
    select (settings ->> 'throughput')::float8 from gateway_settings where gateway_id = ${sql.ref(`${alias}.id`)}) end`;
}

/** Two gateways cannot have one name: the carriers file or the lab names one that is in the database already. */
export class GatewayNameTaken extends Error {
  override readonly name = 'GatewayNameTaken';
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    super(`in the database already: ${names.join(', ')}`);
    this.names = names;
  }
}

/**
 * Makes the rows that are missing for the gateways of the settings, and retires those of former settings.
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

/** Offices that a former carriers file gave to them go back to the default gateway. */
async function retireOthers(tx: Transaction, names: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      update gateways set retired = true, wants_default = false, wants_default_mms = false
      where source = 'settings' and not retired and not name = any (${names}::text[]) returning id)
    update offices set gateway_id = null, gateway_pinned = false
    where gateway_pinned and gateway_id in (select id from gone)`.execute(tx);
}

/** One change of the gateways at a time: who is the default one is decided over all of them. */
export async function lockGateways(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('textprobe gateways'))`.execute(tx);
}

/** Marks the default gateways among those that want to be: one of the database goes before one of the settings. */
export async function electDefaults(tx: Transaction): Promise<void> {
  for (const [is, wants] of [
    [sql.ref('is_default'), sql.ref('wants_default')],
    [sql.ref('is_default_mms'), sql.ref('wants_default_mms')],
  ]) {
    const chosen = sql`(select id from gateways where ${wants} and not retired order by source = 'database' desc, id limit 1)`;
    // Two statements: the index that allows only one of them is looked at row by row.
    await sql`update gateways set ${is} = false where ${is} and id is distinct from ${chosen}`.execute(tx);
    await sql`update gateways set ${is} = true where not ${is} and id = ${chosen}`.execute(tx);
  }
}

/** An office by the names above it, as the carriers file and a directory file write it. */
export interface OfficePath {
  readonly partner: string;
  readonly client: string;
  readonly office: string;
}

/**
 * Has the offices that the carriers file names use the gateway: one that it no longer names goes back to the default one,
 * one that was given the gateway by other means keeps it.
 * @returns the paths for which there is no office; nothing has changed then
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
