/** What the claims of an ID token say of a person: role, partners, username, name and email (ACCT-7). */
import { usernameSchema } from '@textprobe/contract/account-management';
import { emailSchema } from '@textprobe/contract/text';
import { coversRole, type Role } from '@textprobe/domain/roles';
import type { Claims, SignOnSettings } from './sign-on.ts';

const NAME_LIMIT = 100;

/** The role that covers the others; of those that do not cover each other, the first of the map. Null: none is mapped. */
export function roleOf(claims: Claims, { roleClaim, roleMap }: SignOnSettings): Role | null {
  const values = textsAt(claims, roleClaim);
  const roles = roleMap.flatMap(([value, role]) => (values.includes(value) ? [role] : []));
  return roles.reduce<Role | null>(
    (best, role) => (best === null || coversRole(role, best) ? role : best),
    null,
  );
}

/** The texts of a claim, given by its name or a dotted path such as `realm_access.roles`; a single text counts as a list. */
export function textsAt(claims: Claims, path: string): string[] {
  // Some names have dots: https://example.com/roles.
  const value = path in claims ? claims[path] : path.split('.').reduce<unknown>(memberOf, claims);
  return [value].flat().filter((one) => typeof one === 'string');
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}

/** The first that a username may be: `preferred_username`, `email` or `sub`. */
export function usernameOf({ preferred_username: preferred, email, sub }: Claims): string {
  const allowed = [preferred, email, sub].flatMap((text) => usernameSchema.safeParse(text).data ?? []);
  return allowed[0] ?? sub.slice(0, 64);
}

/** Undefined where the provider says nothing usable. */
export function contactOf({ name, email }: Claims) {
  const shortName = typeof name === 'string' ? name.toWellFormed().replaceAll('\0', '').trim() : '';
  return {
    name: shortName === '' ? undefined : shortName.slice(0, NAME_LIMIT),
    email: emailSchema.safeParse(email).data,
  };
}
