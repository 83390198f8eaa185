/** Roles in a sentence. Not in roles.ts, which every screen loads. */
import type { Role } from './roles.ts';

/** What each role allows. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  viewer: 'Reads and exports tests, reports and analytics.',
  operator: 'Creates, changes, stops and deletes tests, and sees what a viewer sees.',
  auditor: 'Reads everything and changes nothing.',
  administrator: 'Does everything, including gateways, handset keys and accounts.',
};

/** Why an account of these roles cannot have some partners only. */
export const SEES_ALL = 'Administrators and auditors see all partners.';

/** `administrators and operators`. */
export function rolesInWords(roles: readonly Role[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`));
}
