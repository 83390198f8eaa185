/** Gateways whose settings are in the database: created, changed and removed through the API, with sealed secrets. */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { notifyGateways } from '../live/channels.ts';
import { isHeld, isInRange } from '../messages/held-messages.ts';
import { noteAccounts } from './gateway-accounts.ts';
import { electDefaults, lockGateways } from './gateways.ts';

/** A stored secret. */
export interface SealedSecret {
  readonly name: string;
  /** Sealed by a `Sealer` with the context from `aboutSecret`. */
  readonly sealed: Buffer;
}

/** A gateway with everything needed to open it. */
export interface StoredGateway {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  /** Changes with each update and never repeats. */
  readonly version: number;
  /** Without the secrets. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly secrets: readonly SealedSecret[];
}

/** The fields to write. */
export interface GatewayWrite {
  readonly name: string;
  readonly kind: string;
  readonly sendsMms: boolean;
  /** Null: unchanged; false for a new one. */
  readonly isDefault: boolean | null;
  /** Null: unchanged; a new one is the default for MMS if no other is. */
  readonly isDefaultMms: boolean | null;
  /** The carrier account; null or omitted: receipts arrive only over this gateway. */
  readonly account?: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The context a gateway's secret is sealed with, so that it cannot be opened anywhere else. */
export function aboutSecret(gatewayId: number, name: string): string {
  return `gateway ${gatewayId} ${name}`;
}

/** All of them, by id. */
export async function readStoredGateways(db: Database): Promise<StoredGateway[]> {
  return readWhere(db, sql`true`);
}

/** Null if there is none with that id in the database. */
export async function readStoredGateway(db: Database, id: number): Promise<StoredGateway | null> {
  const [found] = await readWhere(db, sql`g.id = ${id}`);
  return found ?? null;
}

async function readWhere(db: Database, where: ReturnType<typeof sql>): Promise<StoredGateway[]> {
  const { rows } = await sql<StoredGateway & { secrets: { name: string; sealed: string }[] }>`
    select g.id, g.name, g.kind, s.version, s.settings,
      coalesce((select json_agg(json_build_object('name', name, 'sealed', encode(sealed, 'base64')) order by name)
                from gateway_secrets where gateway_id = g.id), '[]') as secrets
    from gateways g join gateway_settings s on s.gateway_id = g.id
    where g.source = 'database' and not g.retired and ${where}
    order by g.id`.execute(db);
  return rows.map(({ secrets, ...gateway }) => ({
    ...gateway,
    secrets: (secrets as unknown as { name: string; sealed: string }[]).map(({ name, sealed }) => ({
      name,
      sealed: Buffer.from(sealed, 'base64'),
    })),
  }));
}

/** Creates the gateway; a removed gateway's name can be reused. @returns its id, null if the name is in use */
export async function insertGateway(tx: Transaction, gateway: GatewayWrite): Promise<number | null> {
  await lockGateways(tx);
  const { rows } = await sql<{ id: number }>`
    insert into gateways as known (name, kind, sends_mms, source)
    values (${gateway.name}, ${gateway.kind}, ${gateway.sendsMms}, 'database')
    on conflict (name) do update set kind = excluded.kind, sends_mms = excluded.sends_mms,
      source = 'database', retired = false
    where known.retired
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return null;
  const now = sqlTime(gateway.now);
  await sql`
    insert into gateway_settings (gateway_id, version, settings, created_at, updated_at)
    values (${id}, nextval('gateway_versions'), ${JSON.stringify(gateway.settings)}::jsonb, ${now}, ${now})`.execute(
    tx,
  );
  await sql`
    update gateways set wants_default_mms = sends_mms and not exists (select from gateways where is_default_mms)
    where id = ${id}`.execute(tx);
  await noteAccounts(tx, [{ gatewayId: id, account: gateway.account ?? null }]);
  await setDefaults(tx, id, gateway);
  return id;
}

/** @returns `unknown` if there is none with that id in the database */
export async function updateGateway(
  tx: Transaction,
  id: number,
  gateway: Omit<GatewayWrite, 'kind'>,
): Promise<'updated' | 'unknown' | 'name taken'> {
  await lockGateways(tx);
  if ((await readStoredGateway(tx, id)) === null) return 'unknown';
  const other = await tx
    .selectFrom('gateways')
    .select(['id', 'retired'])
    .where('name', '=', gateway.name)
    .where('id', '!=', id)
    .executeTakeFirst();
  // A removed gateway's row keeps the name for the messages it sent.
  if (other !== undefined) return 'name taken';
  await sql`update gateways set name = ${gateway.name} where id = ${id}`.execute(tx);
  await sql`
    update gateway_settings set version = nextval('gateway_versions'),
      settings = ${JSON.stringify(gateway.settings)}::jsonb, updated_at = ${sqlTime(gateway.now)}
    where gateway_id = ${id}`.execute(tx);
  await noteAccounts(tx, [{ gatewayId: id, account: gateway.account ?? null }]);
  await setDefaults(tx, id, gateway);
  return 'updated';
}

async function setDefaults(
  tx: Transaction,
  id: number,
  { isDefault, isDefaultMms }: Pick<GatewayWrite, 'isDefault' | 'isDefaultMms'>,
): Promise<void> {
  await sql`
    update gateways set wants_default = coalesce(${isDefault}::boolean, wants_default),
      wants_default_mms = coalesce(${isDefaultMms}::boolean, wants_default_mms)
    where id = ${id}`.execute(tx);
  // Among gateways in the database, the one most recently chosen as default wins.
  for (const [isChosen, wants] of [
    [isDefault === true, sql.ref('wants_default')],
    [isDefaultMms === true, sql.ref('wants_default_mms')],
  ] as const) {
    if (isChosen) {
      await sql`update gateways set ${wants} = false where ${wants} and source = 'database' and id <> ${id}`.execute(
        tx,
      );
    }
  }
  await electDefaults(tx);
  await notifyGateways(tx);
}

/** Replaces secrets by name; others stay, except those in `removed`. */
export async function setGatewaySecrets(
  tx: Transaction,
  id: number,
  secrets: readonly SealedSecret[],
  { removed, now }: { readonly removed: readonly string[]; readonly now: number },
): Promise<void> {
  for (const { name, sealed } of secrets) {
    await sql`
      insert into gateway_secrets (gateway_id, name, sealed, set_at)
      values (${id}, ${name}, ${sealed}, ${sqlTime(now)})
      on conflict (gateway_id, name) do update set sealed = excluded.sealed, set_at = excluded.set_at`.execute(
      tx,
    );
  }
  await sql`delete from gateway_secrets where gateway_id = ${id} and name = any (${removed}::text[])`.execute(
    tx,
  );
}

/** Whether a gateway was removed; if it is in use, by how many waiting messages and assigned offices. */
export type GatewayRetirement =
  | { readonly kind: 'retired' | 'unknown' }
  | { readonly kind: 'in use'; readonly waiting: number; readonly offices: number };

/** Removes a gateway: its settings and secrets are deleted, its name stays with the messages it sent. */
export async function retireGateway(tx: Transaction, id: number): Promise<GatewayRetirement> {
  await lockGateways(tx);
  if ((await readStoredGateway(tx, id)) === null) return { kind: 'unknown' };
  const { rows } = await sql<{ waiting: number; offices: number }>`
    select (select coalesce(sum(first_id + count - next_id), 0)::int8 from chunks where gateway_id = ${id} and waiting)
         + (select count(*) from claims c cross join lateral (select from messages m where ${isInRange} and ${isHeld} offset 0) m
            where c.gateway_id = ${id} and c.lease_until is not null) as waiting,
      (select count(*) from offices where gateway_id = ${id}) as offices`.execute(tx);
  const [use] = rows;
  if (use !== undefined && use.waiting + use.offices > 0) return { kind: 'in use', ...use };
  await sql`delete from gateway_secrets where gateway_id = ${id}`.execute(tx);
  await sql`delete from gateway_settings where gateway_id = ${id}`.execute(tx);
  await sql`
    update gateways set retired = true, wants_default = false, wants_default_mms = false where id = ${id}`.execute(
    tx,
  );
  await electDefaults(tx);
  await notifyGateways(tx);
  return { kind: 'retired' };
}
