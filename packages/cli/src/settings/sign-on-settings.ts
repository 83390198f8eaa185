/** The settings of single sign-on by OpenID Connect, and how they fit together (ACCT-7). */
import { isIP } from 'node:net';
import { ROLES, type Role } from '@textprobe/domain/roles';
import type { SignOnSettings } from '@textprobe/server/auth/sign-on';
import { z } from 'zod';
import { row, type ValuesOf } from './setting-row.ts';
import { flag, text } from './setting-schemas.ts';

/** Over plain http anyone in the network could read and forge logins. */
const issuer = z.string().transform((given, context) => {
  const url = URL.parse(given);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === '';
  if (isSafe && isPlain) return url.href;
  context.addIssue('not an issuer');
  return z.NEVER;
});

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  );
}

/** `value=role`, separated by commas. A value may contain `=`. */
const roleMap = z.string().transform((given, context) => {
  const pairs = given.split(',').map((pair): readonly [string, Role | undefined] => {
    const at = pair.lastIndexOf('=');
    const name = pair.slice(at + 1).trim();
    return [pair.slice(0, Math.max(0, at)).trim(), ROLES.find((role) => role === name)];
  });
  const known = pairs.flatMap(([value, role]) => (value !== '' && role ? [[value, role] as const] : []));
  if (known.length === pairs.length && new Set(known.map(([value]) => value)).size === known.length)
    return known;
  context.addIssue('not a role map');
  return z.NEVER;
});

export const SIGN_ON_TABLE = {
  OIDC_ISSUER: row({
    about: 'the issuer URL of the OpenID provider with which people log in (single sign-on)',
    fallback: null,
    schema: issuer,
    instead:
      'write the https:// URL that the provider calls its issuer, such as https://sso.example.com/realms/main; http:// only for this machine',
  }),
  OIDC_CLIENT_ID: row({
    about: 'the client ID of this installation at that provider',
    fallback: null,
    schema: text,
    instead: 'write the client ID that the provider shows',
  }),
  OIDC_CLIENT_SECRET: row({
    about: 'the secret of that client',
    fallback: null,
    schema: text,
    instead: 'write the client secret that the provider shows',
    secret: true,
  }),
  OIDC_ROLE_CLAIM: row({
    about: 'the claim of the ID token with the roles of a person; a dotted path for a nested one',
    fallback: 'roles',
    schema: text,
    instead: 'write the name of a claim, such as roles or realm_access.roles',
  }),
  OIDC_ROLE_MAP: row({
    about: 'which values of that claim give which role here; people without one cannot log in',
    fallback: null,
    schema: roleMap,
    instead: `write each value once with its role (${ROLES.join(', ')}), such as sms-admins=administrator,sms-team=operator`,
  }),
  OIDC_PARTNER_CLAIM: row({
    about: 'the claim with the names of the partners that operators and viewers see; default: all partners',
    fallback: null,
    schema: text,
    instead: 'write the name of a claim, such as partners, or leave it out',
  }),
  OIDC_NAME: row({
    about: "what the login page calls the provider: 'Log in with …'",
    fallback: 'single sign-on',
    schema: text.max(40),
    instead: 'write at most 40 characters, such as Acme SSO',
  }),
  OIDC_ONLY: row({
    about: '1 turns passwords off: everyone logs in with the provider',
    fallback: '0',
    schema: flag,
    instead: 'write 1 or 0',
  }),
};

/** @param onFault called with each fault, a sentence @returns null without single sign-on */
export function combineSignOnSettings(
  values: ValuesOf<typeof SIGN_ON_TABLE> & { readonly PUBLIC_URL: string | null },
  isGiven: (name: keyof typeof SIGN_ON_TABLE) => boolean,
  onFault: (fault: string) => void,
): SignOnSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const { OIDC_ROLE_MAP: roleMap, OIDC_ONLY: isOnly, PUBLIC_URL: publicUrl } = values;
  const others = { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_ROLE_MAP: roleMap };
  if (isOnly && publicUrl === null)
    onFault('OIDC_ONLY needs PUBLIC_URL: the provider sends each login back to that address.');
  if (!isGiven('OIDC_ISSUER')) {
    if (isOnly) onFault('OIDC_ONLY needs OIDC_ISSUER: there is no provider to log in with.');
    for (const [name, value] of Object.entries(others))
      if (value !== null) onFault(`${name} is set, but OIDC_ISSUER is not: set both, or neither.`);
    return null;
  }
  for (const name of Object.keys(others) as (keyof typeof others)[])
    if (!isGiven(name)) onFault(`OIDC_ISSUER is set, but ${name} is not: set both, or neither.`);
  if (issuer === null || clientId === null || clientSecret === null || roleMap === null) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    roleClaim: values.OIDC_ROLE_CLAIM,
    roleMap,
    partnerClaim: values.OIDC_PARTNER_CLAIM,
    name: values.OIDC_NAME,
    isOnly,
  };
}
