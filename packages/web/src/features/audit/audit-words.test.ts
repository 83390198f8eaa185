/** Fields and values of the audit trail in words. */
import { expect, it } from 'vitest';
import { actorWords, fieldWords, valueWords } from './audit-words.ts';

it.each([
  ['name', 'Name'],
  ['settings.systemId', 'Settings: system ID'],
  ['partnerIds', 'Partner IDs'],
  ['limitPerDay', 'Limit per day'],
  ['isDefaultMms', 'Default MMS'],
  ['PUBLIC_URL', 'PUBLIC_URL'],
])('the field %s is %s', (field, words) => expect(fieldWords(field)).toBe(words));

it.each([
  [null, '—'],
  ['', '—'],
  [0, '0'],
  [true, 'Yes'],
  [[], 'None'],
  [[3, 5], '3, 5'],
  [{ name: 'Oakland', retired: false }, 'name: Oakland, retired: No'],
  [[{ phoneId: 1 }, { phoneId: 2 }], 'phoneId: 1, phoneId: 2'],
])('the value %j is %s', (value, words) => expect(valueWords(value)).toBe(words));

it.each([
  [{ account: { id: 1, username: 'vera' }, address: '192.0.2.7' }, 'vera'],
  [{ account: null, address: null }, 'Command line'],
  [{ account: null, address: '192.0.2.7' }, 'Not logged in'],
  [{ account: null, address: '192.0.2.7', outcome: 'failed' as const }, 'Unknown account'],
])('%j acted as %s', (row, words) => expect(actorWords({ outcome: 'succeeded', ...row })).toBe(words));
