/** Labels of directory entries (CREATE-15, LIST-12, REPORT-9). */
import type { FoundEntry } from '@textprobe/contract/directory';
import type { Office, Phone } from '../api/normalize.ts';

export function phoneLabel(phone: Omit<Phone, 'id'>): string {
  return [phone.name, phone.phoneNumber, phone.carrier].map((part) => part || 'Unknown').join(' - ');
}

export function officeLabel(office: Pick<Office, 'name' | 'phoneNumber'>): string {
  return office.phoneNumber === '' ? office.name : `${office.name} (${office.phoneNumber})`;
}

/** The name of an entry that was found by id; `Oakland (retired)` if it can no longer be chosen. */
export function foundLabel({ name, isRetired }: Pick<FoundEntry, 'name' | 'isRetired'>): string {
  return isRetired ? `${name} (retired)` : name;
}

/** The entry's name, or '{Kind} {id}' if the directory has none. */
export function nameOrId(
  kind: 'Partner' | 'Client' | 'Office' | 'Phone',
  id: number,
  entries: ReadonlyMap<number, { readonly name: string }>,
): string {
  return entries.get(id)?.name || `${kind} ${id}`;
}
