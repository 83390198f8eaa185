/** The fields of each kind's form, as the server names them, and their labels. */
import type { DirectoryKind } from '@textprobe/contract/directory-entries';
import type { EntryDraft } from './entry-draft.ts';

const FIELDS = {
  partners: ['name', 'limitPerDay'],
  clients: ['name', 'partnerId'],
  offices: ['name', 'clientId', 'phoneNumber', 'managerFirstName', 'managerLastName', 'gatewayId'],
  phones: ['name', 'phoneNumber', 'carrier', 'evidence', 'partnerId'],
} as const satisfies Record<DirectoryKind, readonly string[]>;
export type FormField = (typeof FIELDS)[DirectoryKind][number];

/** In the order of the form. */
export function formFields(kind: DirectoryKind): readonly FormField[] {
  return FIELDS[kind];
}

export const FIELD_LABELS: Readonly<Record<keyof EntryDraft, string>> = {
  name: 'Name',
  limitPerDay: 'Messages a day',
  parent: 'Partner',
  phoneNumber: 'Phone number',
  managerFirstName: 'Manager’s first name',
  managerLastName: 'Manager’s last name',
  gatewayId: 'Gateway',
  carrier: 'Carrier',
  evidence: 'Evidence',
};
