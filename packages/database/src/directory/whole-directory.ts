/** The whole directory in three reads, however many partners and clients there are: what is chosen from where all of it may be meant. */
import type { Database } from '../core/connection.ts';
import {
  byName,
  type ClientRow,
  listPartners,
  type OfficeRow,
  officeColumns,
  type PartnerRow,
} from './directory.ts';

export interface WholeDirectory {
  readonly partners: PartnerRow[];
  readonly clients: ClientRow[];
  readonly offices: OfficeRow[];
}

/** Each list sorted as the lists of one parent are: by name without regard to case. */
export async function listWholeDirectory(db: Database): Promise<WholeDirectory> {
  // Children first: nothing is ever removed, so that each has its parent in what is read after it.
  const offices = await db
    .selectFrom('offices')
    .select(officeColumns)
    .orderBy(byName)
    .orderBy('id')
    .execute();
  const clients = await db
    .selectFrom('clients')
    .select(['id', 'name', 'partner_id as partnerId'])
    .orderBy(byName)
    .orderBy('id')
    .execute();
  return { partners: await listPartners(db), clients, offices };
}
