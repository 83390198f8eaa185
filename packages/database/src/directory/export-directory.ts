/** Reads the directory in the form that the import takes (DIR-3): without ids, and without what is retired. */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import type { Scope } from '../scope/scope.ts';
import type {
  DirectoryClient,
  DirectoryOffice,
  DirectoryPartner,
  DirectoryPhone,
  WholeInput,
} from './directory-input.ts';
import { type EntryKind, KINDS } from './entry-kinds.ts';

/** In order of the names. An office without a gateway of its own has none here, and neither has a shared phone a partner. */
export function exportDirectory(db: Database, scope: Scope): Promise<WholeInput> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      partners: await read<DirectoryPartner>(tx, scope, 'partners', {
        columns: sql`e.name, e.limit_per_day as "limitPerDay"`,
        order: sql`lower(e.name)`,
      }),
      clients: await read<DirectoryClient>(tx, scope, 'clients', {
        columns: sql`p.name as partner, e.name`,
        order: sql`lower(p.name), lower(e.name)`,
      }),
      offices: (
        await read<Omit<DirectoryOffice, 'gateway'> & { gateway: string | null }>(tx, scope, 'offices', {
          columns: sql`p.name as partner, c.name as client, e.name as office, e.phone_number as "phoneNumber",
            e.manager_first_name as "managerFirstName", e.manager_last_name as "managerLastName",
            (select name from gateways where gateways.id = e.gateway_id) as gateway`,
          order: sql`lower(p.name), lower(c.name), lower(e.name)`,
        })
      ).map(({ gateway, ...office }) => (gateway === null ? office : { ...office, gateway })),
      phones: (
        await read<Omit<DirectoryPhone, 'partner'> & { partner: string | null }>(tx, scope, 'phones', {
          columns: sql`e.name, e.phone_number as "phoneNumber", e.carrier, e.evidence, p.name as partner`,
          order: sql`lower(e.name), e.phone_number`,
        })
      ).map(({ partner, ...phone }) => (partner === null ? phone : { ...phone, partner })),
    }));
}

async function read<Row>(
  tx: Transaction,
  scope: Scope,
  kind: EntryKind,
  { columns, order }: { readonly columns: RawBuilder<unknown>; readonly order: RawBuilder<unknown> },
): Promise<Row[]> {
  const { from, isOwn, isRetired } = KINDS[kind];
  const { rows } = await sql<Row>`select ${columns} from ${from}
    where ${isOwn(scope)} and not ${isRetired} order by ${order}, e.id`.execute(tx);
  return rows;
}
