/** What the Accounts screen says of partners and links, and what its search finds. */
import type { LinkedAccount, ManagedAccount } from '@textprobe/contract/account-management';
import { expect, test } from 'vitest';
import { linkWords, mailWords, matchingAccounts, partnersInWords } from './account-words.ts';

const PARTNERS = ['Acorn', 'Birch', 'Cedar', 'Dogwood'].map((name, index) => ({ id: index + 1, name }));

test('ACCT-4 a row names two partners and counts the others', () => {
  const words = (partnerIDs: ManagedAccount['partnerIDs']) => partnersInWords(partnerIDs, PARTNERS);
  expect(words('all')).toBe('All partners');
  expect(words([2, 4])).toBe('Birch, Dogwood');
  expect(words([1, 2, 3, 9])).toBe('Acorn, Birch +2');
  expect(words([9])).toBe('Partner 9');
});

test('ACCT-4 an invitation says how long its link works', () => {
  expect(linkWords(72 * 3_600_000, 1)).toBe('Link works for 72 h');
  expect(linkWords(59 * 60_000, 0)).toBe('Link works for 59 min');
  expect(linkWords(5, 5)).toBe('The link has expired');
  expect(linkWords(null, 0)).toBe('No link: create a new one');
});

test('ACCT-4 the search finds accounts by words of username, name, email and role', () => {
  const account = (username: string, name: string, role: ManagedAccount['role']) => ({
    id: 1,
    username,
    name,
    email: `${username}@mail.example`,
    role,
    partnerIDs: 'all' as const,
    limitPerDay: null,
    state: 'active' as const,
    lastLoginAt: null,
    createdAt: '',
    invitationExpiresAt: null,
  });
  const all = [account('vera', 'Vera Lind', 'viewer'), account('otto', 'Otto Lind', 'operator')];
  const found = (text: string) => matchingAccounts(all, text).map(({ username }) => username);
  expect(found('')).toEqual(['vera', 'otto']);
  expect(found('LIND')).toEqual(['vera', 'otto']);
  expect(found(' lind  oper')).toEqual(['otto']);
  expect(found('OTTO@mail')).toEqual(['otto']);
  expect(found('nora')).toEqual([]);
});

test('ACCT-4 a new link says what became of its mail', () => {
  const words = (state: LinkedAccount['mail']['state'], email = 'vera@example.com') =>
    mailWords({
      account: { email },
      mail: { state, reason: state === 'failed' ? 'It did not answer.' : null },
    });
  expect(words('sent')).toBe('Mailed to vera@example.com.');
  expect(words('failed')).toBe('Not mailed to vera@example.com. It did not answer.');
  expect(words('unknown')).toBe('It is not known whether the link was mailed to vera@example.com.');
  expect(words('no-address', '')).toBe('Not mailed: the account has no email address.');
  expect(words('off')).toBe('Not mailed: no mail server is set up.');
  expect(words('off', '')).toBeNull();
});
