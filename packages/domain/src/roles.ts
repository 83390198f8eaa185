/** The roles of accounts (ACCT-1); the table of calls states which of them may make each call. */

export const ROLES = ['administrator', 'operator', 'viewer', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

/** May read, and end their own session. */
export const ALL_ROLES: readonly Role[] = [...ROLES];
/** May create and change tests, saved views and recipient sets, and confirm messages manually. */
export const OPERATORS: readonly Role[] = ['administrator', 'operator'];
/** May read pairings and the first steps. */
export const OPERATORS_AND_AUDITORS: readonly Role[] = [...OPERATORS, 'auditor'];
/** May list accounts, requests for one, handset keys and sources, and read the metrics. They see all partners (ACCT-2). */
export const AUDITORS: readonly Role[] = ['administrator', 'auditor'];
/** Whether the role may make every call of the other. */
export function coversRole(role: Role, other: Role): boolean {
  return role === other || role === 'administrator' || other === 'viewer';
}

/** The most that both roles may do. */
export function lesserRole(a: Role, b: Role): Role {
  if (coversRole(a, b)) return b;
  return coversRole(b, a) ? a : 'viewer';
}

/** May change gateways, handset keys and sources. */
export const ADMINISTRATORS: readonly Role[] = ['administrator'];
