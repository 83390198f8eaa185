/** The ways out as rows: a short, stable id for each name. Their connection settings stay in the carriers file. */
import { sql } from 'kysely';
import type { Database } from '../connection.ts';

export interface GatewayEntry {
  readonly name: string;
  /** `smpp` or `twilio`. */
  readonly kind: string;
  /** Whether it serves the offices that name none. */
  readonly isDefault: boolean;
  readonly sendsMms: boolean;
  /** Whether it sends the MMS of offices whose own gateway sends none. At most one of them does. */
  readonly isDefaultMms: boolean;
}

/**
 * Makes the rows that are missing and marks the default ones.
 * @returns the ids of the given gateways, by name
 */
export async function registerGateways(
  db: Database,
  gateways: readonly GatewayEntry[],
): Promise<Map<string, number>> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('textprobe gateways'))`.execute(tx);
    const standard = gateways.find((gateway) => gateway.isDefault)?.name ?? null;
    await sql`update gateways set is_default = false where is_default and name is distinct from ${standard}`.execute(
      tx,
    );
    const standardMms = gateways.find((gateway) => gateway.isDefaultMms)?.name ?? null;
    await sql`
      update gateways set is_default_mms = false
      where is_default_mms and name is distinct from ${standardMms}`.execute(tx);
    const { rows } = await sql<{ id: number; name: string }>`
      insert into gateways as known (name, kind, is_default, sends_mms, is_default_mms)
      select * from unnest(${gateways.map(({ name }) => name)}::text[],
                           ${gateways.map(({ kind }) => kind)}::text[],
                           ${gateways.map(({ isDefault }) => isDefault)}::boolean[],
                           ${gateways.map(({ sendsMms }) => sendsMms)}::boolean[],
                           ${gateways.map(({ isDefaultMms }) => isDefaultMms)}::boolean[])
      on conflict (name) do update set kind = excluded.kind, is_default = excluded.is_default,
        sends_mms = excluded.sends_mms, is_default_mms = excluded.is_default_mms
      returning id, name`.execute(tx);
    return new Map(rows.map(({ id, name }) => [name, id]));
  });
}

/** An office by the names above it, as the carriers file and a directory file write it. */
export interface OfficePath {
  readonly partner: string;
  readonly client: string;
  readonly office: string;
}

/**
 * Has the offices use the gateway, and no others: an office no longer named goes back to the default one.
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
      update offices set gateway_id = case when id = any (${ids}::integer[]) then ${gatewayId}::integer end
      where (gateway_id = ${gatewayId} and not id = any (${ids}::integer[]))
         or (gateway_id is distinct from ${gatewayId} and id = any (${ids}::integer[]))`.execute(tx);
    return [];
  });
}
