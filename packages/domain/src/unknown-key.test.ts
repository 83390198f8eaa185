import { expect, test } from 'vitest';
import { nearestKey, unknownKeyWords } from './unknown-key.ts';

const KEYS = ['testType', 'messageType', 'messageBody', 'clientIDs', 'officeIDs', 'phoneIDs', 'start_date'];

test.each([
  ['officeIds', 'officeIDs'],
  ['officeID', 'officeIDs'],
  ['offices', 'officeIDs'],
  ['testtype', 'testType'],
  ['tesTtpye', 'testType'],
  ['startDate', 'start_date'],
  ['messageBdoy', 'messageBody'],
  ['phones', 'phoneIDs'],
  ['message', 'messageType'],
])('GUARD-3 %s is taken for %s', (given, meant) => {
  expect(nearestKey(given, KEYS)).toBe(meant);
});

test.each(['', 'x', 'ids', 'priority', '__proto__', 'e'.repeat(100_000)])(
  'nothing is close to %j',
  (given) => {
    expect(nearestKey(given, KEYS)).toBeNull();
  },
);

test('the message names what was meant, or says what to do', () => {
  expect(unknownKeyWords('officeIds', KEYS)).toBe('unknown; did you mean officeIDs?');
  expect(unknownKeyWords('priority', KEYS)).toBe('unknown; leave it out.');
  expect(unknownKeyWords('anything', [])).toBe('unknown; leave it out.');
});
