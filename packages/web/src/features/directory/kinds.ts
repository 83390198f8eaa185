/** The four kinds of the directory: what they are called, who may change them, and their columns. */
import type { DIRECTORY_ORDERS, DirectoryKind } from '@textprobe/contract/directory-entries';
import type { LIST_PAGE_SIZE } from '@textprobe/contract/query-form';
import { ADMINISTRATORS, OPERATORS, type Role } from '@textprobe/domain/roles';
import type { Entry } from '../../api/directory-entries.ts';
import { mayChangePhone } from '../../directory/may-change-phone.ts';

/** Repeated here, checked by the compiler, to keep the schemas and zod out of this screen. */
export const PAGE_SIZE: typeof LIST_PAGE_SIZE = 50;
/** By what each list can be sorted, the default first. */
export const ORDERS: typeof DIRECTORY_ORDERS = {
  partners: ['name', 'offices'],
  clients: ['name', 'partner', 'offices'],
  offices: ['name', 'client', 'partner', 'phoneNumber'],
  phones: ['name', 'phoneNumber', 'carrier', 'partner'],
};

interface Kind {
  readonly title: string;
  /** In the singular. */
  readonly noun: string;
  /** Label of the search field. */
  readonly search: string;
  /** Who may create and change entries. */
  readonly roles: readonly Role[];
  readonly columns: readonly Column[];
}
export type Column = keyof typeof COLUMN_LABELS;

export const COLUMN_LABELS = {
  name: 'Name',
  clients: 'Clients',
  offices: 'Offices',
  limit: 'Messages a day',
  client: 'Client',
  partner: 'Partner',
  phoneNumber: 'Phone number',
  manager: 'Manager',
  gateway: 'Gateway',
  carrier: 'Carrier',
  evidence: 'Evidence',
} as const;

export const KINDS: Readonly<Record<DirectoryKind, Kind>> = {
  partners: {
    title: 'Partners',
    noun: 'partner',
    search: 'Search partners',
    roles: ADMINISTRATORS,
    columns: ['name', 'clients', 'offices', 'limit'],
  },
  clients: {
    title: 'Clients',
    noun: 'client',
    search: 'Search name or partner',
    roles: ADMINISTRATORS,
    columns: ['name', 'partner', 'offices'],
  },
  offices: {
    title: 'Offices',
    noun: 'office',
    search: 'Search name, number, client or partner',
    roles: ADMINISTRATORS,
    columns: ['name', 'phoneNumber', 'client', 'partner', 'manager', 'gateway'],
  },
  phones: {
    title: 'Phones',
    noun: 'phone',
    search: 'Search name, number, carrier or partner',
    roles: OPERATORS,
    columns: ['name', 'phoneNumber', 'carrier', 'evidence', 'partner'],
  },
};

/** Whether the role may change this entry. */
export function mayChange(kind: DirectoryKind, entry: Entry, role: Role): boolean {
  return KINDS[kind].roles.includes(role) && mayChangePhone(entry, role);
}
