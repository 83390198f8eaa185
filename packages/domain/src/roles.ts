/** The roles of accounts (ACCT-1); the table of calls states which of them may make each call. */

export const ROLES = ['administrator', 'operator', 'viewer', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** Reads, and an account's own session. */
export const ALL_ROLES: readonly Role[] = [...ROLES];
/** Tests, and what is prepared for them. */
export const OPERATORS: readonly Role[] = ['administrator', 'operator'];
/** Reads about secrets and the program itself. */
export const AUDITORS: readonly Role[] = ['administrator', 'auditor'];
/** Gateways, handset keys and sources. */
export const ADMINISTRATORS: readonly Role[] = ['administrator'];

/** `administrators and operators`. */
export function rolesInWords(roles: readonly Role[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`));
}
