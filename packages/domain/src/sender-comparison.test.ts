import { expect, test } from 'vitest';
import { compareSender } from './sender-comparison.ts';

test.each([
  ['+15552010001', '+15552010001', 'identical'],
  ['+15552010001', '15552010001', 'identical'],
  ['+15552010001', '5552010001', 'identical'],
  ['+15552010001', ' (555) 201-0001 ', 'identical'],
  ['+442071838750', '020 7183 8750', 'identical'],
  ['+442071838750', '00442071838750', 'identical'],
  ['+4915112345678', '015112345678', 'identical'],
  ['+15552010001', '\u202A+1 555-201-0001\u202C', 'identical'],
  ['+15552010001', '+15552010001/TYPE=PLMN', 'identical'],
  ['12345', '12345', 'identical'],
  ['Unknown', 'Unknown', 'identical'],
  ['BANK', 'BANK', 'identical'],
  ['+15552010001', '+15552010002', 'altered'],
  ['+15552010001', '12345', 'altered'],
  ['+15552010001', 'BANK', 'altered'],
  ['+15552010001', '+445552010001', 'altered'],
  ['12345', '12346', 'altered'],
  ['BANK', 'Bank', 'altered'],
] as const)('the sender %s that arrives as %s is %s', (sent, arrived, expected) => {
  expect(compareSender(sent, arrived)).toBe(expected);
});

test.each([
  null,
  '',
  '  ',
  'unknown',
  'Unknown',
  '<unknown>',
  'UNKNOWN_SENDER',
  'insert-address-token',
  'anonymous',
  'null',
])('CHANGE-1 a handset that reports no sender (%j) says nothing about it', (arrived) => {
  expect(compareSender('+15552010001', arrived)).toBeNull();
  expect(compareSender('ACMEBANK', arrived)).toBeNull();
});
