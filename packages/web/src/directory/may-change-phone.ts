/** Who may change and pair a phone (ACCT-1, PAIR-1). */
import type { Role } from '@textprobe/domain/roles';
import type { Entry } from '../api/directory-entries.ts';

/** Operators change only the phones of a partner, not shared ones. */
export function mayChangePhone({ partnerId }: Pick<Entry, 'partnerId'>, role: Role): boolean {
  return role === 'administrator' || (role === 'operator' && typeof partnerId === 'number');
}
