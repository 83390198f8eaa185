/** Assigns gateways to offices through the API or an import. */
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { isInScope, type Scope } from '../scope/scope.ts';

export interface OfficeGatewayRow {
  readonly officeId: number;
  readonly gatewayId: number;
  /** Managed in the gateways file. */
  readonly pinned: boolean;
}

/** Offices with an assigned gateway, by id. */
export async function listOfficeGateways(db: Database, scope: Scope): Promise<OfficeGatewayRow[]> {
  const { rows } = await sql<OfficeGatewayRow>`
    select offices.id as "officeId", gateway_id as "gatewayId", gateway_pinned as pinned
    from offices join clients on clients.id = client_id
    where gateway_id is not null and ${isInScope(scope, sql`clients.partner_id`)} order by offices.id`.execute(
    db,
  );
  return rows;
}

/** `unknown …`: no such gateway or office. `pinned offices`: managed in the gateways file. */
export type OfficeAssignment =
  | { readonly kind: 'assigned' }
  | { readonly kind: 'unknown gateway' }
  | { readonly kind: 'unknown offices' | 'pinned offices'; readonly ids: readonly number[] };

/** @param gatewayId null: the default one. Nothing has changed unless the result is `assigned`. */
export async function setOfficeGateway(
  tx: Transaction,
  officeIds: readonly number[],
  gatewayId: number | null,
): Promise<OfficeAssignment> {
  if (gatewayId !== null && !(await isOpenGateway(tx, gatewayId))) return { kind: 'unknown gateway' };
  const { rows } = await sql<{ id: number; pinned: boolean | null }>`
    select wanted.id, offices.gateway_pinned as pinned
    from unnest(${officeIds}::integer[]) as wanted (id) left join offices on offices.id = wanted.id
    order by wanted.id`.execute(tx);
  const unknown = rows.filter(({ pinned }) => pinned === null).map(({ id }) => id);
  if (unknown.length > 0) return { kind: 'unknown offices', ids: unknown };
  const pinned = rows.filter((row) => row.pinned === true).map(({ id }) => id);
  if (pinned.length > 0) return { kind: 'pinned offices', ids: pinned };
  await sql`update offices set gateway_id = ${gatewayId} where id = any (${officeIds}::integer[])`.execute(
    tx,
  );
  return { kind: 'assigned' };
}

/** Whether there is such a gateway that is not retired. Locks it, so that it is not removed before this commits. */
export async function isOpenGateway(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await sql`select from gateways where id = ${id} and not retired for share`.execute(tx);
  return rows.length > 0;
}

/** Whether the gateways file assigns the gateway of the office. */
export async function isGatewayPinned(tx: Transaction, officeId: number): Promise<boolean> {
  const { rows } = await sql`select from offices where id = ${officeId} and gateway_pinned`.execute(tx);
  return rows.length > 0;
}
