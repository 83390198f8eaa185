/** What the Accounts screen says of links. */
import type { LinkMail } from '@textprobe/contract/account-management';
import { expect, test } from 'vitest';
import { linkWords, mailWords } from './account-words.ts';

test('ACCT-4 an invitation says how long its link works', () => {
  expect(linkWords(72 * 3_600_000, 1)).toBe('Link works for 72 h');
  expect(linkWords(59 * 60_000, 0)).toBe('Link works for 59 min');
  expect(linkWords(5, 5)).toBe('The link has expired');
  expect(linkWords(null, 0)).toBe('No link: create a new one');
});

test('ACCT-4 a new link says what became of its mail', () => {
  const words = (state: LinkMail['state'], email = 'vera@example.com') =>
    mailWords({ state, reason: state === 'failed' ? 'It did not answer.' : null }, email);
  expect(words('sent')).toBe('Mailed to vera@example.com.');
  expect(words('failed')).toBe('Not mailed to vera@example.com. It did not answer.');
  expect(words('unknown')).toBe('It is not known whether the link was mailed to vera@example.com.');
  expect(words('no-address', '')).toBe('Not mailed: the account has no email address.');
  expect(words('off')).toBe('Not mailed: no mail server is set up.');
  expect(words('off', '')).toBeNull();
});
