import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const COMPLETE = {
  PUBLIC_URL: 'https://textprobe.example.com',
  OIDC_ISSUER: 'https://sso.example.com/realms/main',
  OIDC_CLIENT_ID: 'textprobe',
  OIDC_CLIENT_SECRET: 'hunter2',
  OIDC_ROLE_MAP: 'sms-admins=administrator, cn=team=viewer',
};

function faultsOf(env: Record<string, string>): readonly string[] {
  const check = readSettings(env);
  return check.ok ? [] : check.faults;
}

test('ACCT-7 the settings of single sign-on are read together', () => {
  const check = readSettings({ ...COMPLETE, OIDC_ONLY: '1', OIDC_PARTNER_CLAIM: 'partners' });
  expect(check.ok && check.settings.signOn).toEqual({
    issuer: 'https://sso.example.com/realms/main',
    clientId: 'textprobe',
    clientSecret: 'hunter2',
    roleClaim: 'roles',
    roleMap: [
      ['sms-admins', 'administrator'],
      ['cn=team', 'viewer'],
    ],
    partnerClaim: 'partners',
    name: 'single sign-on',
    isOnly: true,
  });
  const other = readSettings({ ...COMPLETE, OIDC_ISSUER: 'http://127.0.0.1:8080' });
  expect(other.ok && other.settings.signOn?.issuer).toBe('http://127.0.0.1:8080/');
});

test('ACCT-7 each missing or contradicting setting of single sign-on is a fault with a sentence', () => {
  const { OIDC_ISSUER, OIDC_ROLE_MAP } = COMPLETE;
  expect(faultsOf({ OIDC_ISSUER })).toEqual([
    'OIDC_ISSUER is set, but OIDC_CLIENT_ID is not: set both, or neither.',
    'OIDC_ISSUER is set, but OIDC_CLIENT_SECRET is not: set both, or neither.',
    'OIDC_ISSUER is set, but OIDC_ROLE_MAP is not: set both, or neither.',
  ]);
  expect(faultsOf({ OIDC_ROLE_MAP })).toEqual([
    'OIDC_ROLE_MAP is set, but OIDC_ISSUER is not: set both, or neither.',
  ]);
  expect(faultsOf({ ...COMPLETE, OIDC_ONLY: '1', PUBLIC_URL: '' })).toEqual([
    'OIDC_ONLY needs PUBLIC_URL: the provider sends each login back to that address.',
  ]);
  expect(faultsOf({ PUBLIC_URL: COMPLETE.PUBLIC_URL, OIDC_ONLY: '1' })).toEqual([
    'OIDC_ONLY needs OIDC_ISSUER: there is no provider to log in with.',
  ]);
});

test.each([
  ['OIDC_ISSUER', 'sso.example.com'],
  ['OIDC_ISSUER', 'http://sso.example.com'],
  ['OIDC_ISSUER', 'https://sso.example.com/?realm=main'],
  ['OIDC_ROLE_MAP', 'sms-admins'],
  ['OIDC_ROLE_MAP', 'sms-admins=boss'],
  ['OIDC_ROLE_MAP', 'sms-team=viewer,sms-team=operator'],
  ['OIDC_NAME', 'x'.repeat(41)],
  ['OIDC_ONLY', 'maybe'],
])('ACCT-7 %s=%j is one fault, which says what to write', (name, text) => {
  const faults = faultsOf({ ...COMPLETE, [name]: text });
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} is .*: write .*\\.$`, 'u'))]);
  expect(faults.join()).not.toContain('hunter2');
});
