/** The whole directory in four reads, however many partners and clients there are: what screens turn ids into names by. */
import type { Database } from '../core/connection.ts';
import {
  byName,
  type ClientRow,
  listPartners,
  listTestPhones,
  type OfficeRow,
  type PartnerRow,
  type TestPhoneRow,
} from './directory.ts';

export type NamedOfficeRow = Pick<OfficeRow, 'id' | 'name' | 'clientId' | 'phoneNumber'>;

export interface WholeDirectory {
  readonly partners: PartnerRow[];
  readonly clients: ClientRow[];
  readonly offices: NamedOfficeRow[];
  readonly phones: TestPhoneRow[];
}

/** Each list sorted as the lists of one parent are: by name without regard to case. */
export async function listWholeDirectory(db: Database): Promise<WholeDirectory> {
  // Children first: nothing is ever removed, so that each has its parent in what is read after it.
  const offices = await db
    .selectFrom('offices')
    .select(['id', 'name', 'client_id as clientId', 'phone_number as phoneNumber'])
    .orderBy(byName)
    .orderBy('id')
    .execute();
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'name', 'partner_id as partnerId'])
    .orderBy(byName)
    .orderBy('id')
    .execute();
  return { partners: await listPartners(db), clients, offices, phones: await listTestPhones(db) };
}
