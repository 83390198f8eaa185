import { expect, test } from 'vitest';
import { withPlusOne } from './phone-number.ts';
import { readSender, senderKind } from './sender.ts';

test.each([
  ['+1 510 555 0101', '+15105550101', 'phone number'],
  ['(510) 555-0101', '+15105550101', 'phone number'],
  [' 22395 ', '22395', 'short code'],
  ['611', '611', 'short code'],
  ['ACMEBANK', 'ACMEBANK', 'name'],
  ['AT&T', 'AT&T', 'name'],
  ['Acme_24', 'Acme_24', 'name'],
])('the sender %j is stored as %j, a %s, and shown without another prefix', (input, stored, kind) => {
  expect(readSender(input)).toMatchObject({ number: stored });
  expect(senderKind(stored)).toBe(kind);
  expect(withPlusOne(stored)).toBe(stored);
});

test.each([
  '',
  '12',
  '555-0101',
  '1234567',
  'ACMEBANKINC1',
  'call me',
  'Zürich',
  'a[b]',
  '1.41556E+10',
  'N/A',
])('%j is no sender', (input) => {
  expect(readSender(input)).toHaveProperty('fault');
});
