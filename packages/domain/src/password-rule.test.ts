import { expect, test } from 'vitest';
import { passwordFault } from './password-rule.ts';

test.each([
  ['a'.repeat(11), 'Use at least 12 characters.'],
  ['a'.repeat(12), null],
  ['a'.repeat(256), null],
  ['a'.repeat(257), 'Use at most 256 characters.'],
  // Characters, not UTF-16 code units: six emoji are twelve of those.
  ['😀'.repeat(6), 'Use at least 12 characters.'],
  ['😀'.repeat(200), null],
  ['Vera.Lindqvist', 'Choose a password that is not the username.'],
  ['vera.lindqvist7', null],
])('ACCT-5 a new password %j of vera.lindqvist: %j', (password, fault) => {
  expect(passwordFault(password, 'vera.lindqvist')?.message ?? null).toBe(fault);
});
