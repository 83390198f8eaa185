/** Roles in a sentence. Apart from their lists, which every screen loads. */
import type { Role } from './roles.ts';

/** `administrators and operators`. */
export function rolesInWords(roles: readonly Role[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`));
}
