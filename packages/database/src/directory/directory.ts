/** Partners, their clients, those clients' offices, and the test phones: the lists to choose from. */
import type { Evidence } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';

export interface PartnerRow {
  readonly id: number;
  readonly name: string;
}

export interface ClientRow {
  readonly id: number;
  readonly name: string;
  readonly partnerId: number;
}

export interface OfficeRow {
  readonly id: number;
  readonly name: string;
  readonly clientId: number;
  readonly phoneNumber: string;
  readonly managerFirstName: string;
  readonly managerLastName: string;
}

export interface TestPhoneRow {
  readonly id: number;
  readonly name: string;
  readonly phoneNumber: string;
  readonly carrier: string;
  readonly evidence: Evidence;
}

export const officeColumns = [
  'id',
  'name',
  'client_id as clientId',
  'phone_number as phoneNumber',
  'manager_first_name as managerFirstName',
  'manager_last_name as managerLastName',
] as const;

/** Names sort without regard to case, in the order of code points: the same on every machine. */
export const byName = sql`lower(name)`;

export async function listPartners(db: Database): Promise<PartnerRow[]> {
  return db.selectFrom('partners').select(['id', 'name']).orderBy(byName).orderBy('id').execute();
}

/** Null when there is no such partner. */
export async function listClientsOfPartner(db: Database, partnerId: number): Promise<ClientRow[] | null> {
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'name', 'partner_id as partnerId'])
    .where('partner_id', '=', partnerId)
    .orderBy(byName)
    .orderBy('id')
    .execute();
  if (clients.length > 0) return clients;
  const partner = await db.selectFrom('partners').select('id').where('id', '=', partnerId).executeTakeFirst();
  return partner === undefined ? null : [];
}

/** Null when there is no such client. */
export async function listOfficesOfClient(db: Database, clientId: number): Promise<OfficeRow[] | null> {
  const offices = await db
    .selectFrom('offices')
    .select(officeColumns)
    .where('client_id', '=', clientId)
    .orderBy(byName)
    .orderBy('id')
    .execute();
  if (offices.length > 0) return offices;
  const client = await db.selectFrom('clients').select('id').where('id', '=', clientId).executeTakeFirst();
  return client === undefined ? null : [];
}

export async function listTestPhones(db: Database): Promise<TestPhoneRow[]> {
  return db
    .selectFrom('test_phones')
    .select(['id', 'name', 'phone_number as phoneNumber', 'carrier', 'evidence'])
    .orderBy(byName)
    .orderBy('id')
    .execute();
}
