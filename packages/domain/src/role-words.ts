/** Roles in a sentence. Apart from their lists, which every screen loads. */
import type { Role } from './roles.ts';

/** What each role allows, in a sentence after its name. */
export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  administrator: 'can do everything, including accounts, gateways, handset keys and sources.',
  operator:
    'can read everything except handset keys and sources, create, change and delete tests, and save views and recipient sets.',
  viewer: 'can read and export tests, reports and analytics, and read gateways and the directory.',
  auditor: 'can read everything, including the lists of handset keys and sources, and change nothing.',
};

/** `administrators and operators`. */
export function rolesInWords(roles: readonly Role[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => `${role}s`));
}
