/** What screens call roles and the partners of accounts and tokens. */
import type { ManagedAccount } from '@textprobe/contract/account-management';
import type { Role } from '@textprobe/domain/roles';

export const ALL_PARTNERS = 'All partners';

/** In the order in which they are offered. */
export const OFFERED_ROLES: readonly Role[] = ['viewer', 'operator', 'auditor', 'administrator'];

export function capitalized(word: Role | ManagedAccount['state']): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const NAMES_SHOWN = 2;

/** `Acme, Birch +2`. @param partners undefined: not loaded, so ids are shown @param all the words for null */
export function partnersInWords(
  partnerIds: readonly number[] | null,
  partners: readonly { readonly id: number; readonly name: string }[] | undefined,
  all = ALL_PARTNERS,
): string {
  if (partnerIds === null) return all;
  const names = partnerIds.map((id) => partners?.find((one) => one.id === id)?.name ?? `Partner ${id}`);
  const more = names.length - NAMES_SHOWN;
  return `${names.slice(0, NAMES_SHOWN).join(', ')}${more > 0 ? ` +${more}` : ''}`;
}
