import { describe, expect, it } from 'vitest';
import { toE164, withPlusOne } from './phone-number.ts';

describe('E.164', () => {
  it.each([
    ['+15552010001', '+15552010001'],
    ['(555) 201-0001', '+15552010001'],
    ['1 555 201 0001', '+15552010001'],
    ['555.201.0001', '+15552010001'],
    [' +44 20 7946 0000 ', '+442079460000'],
    ['+1 555 201 0001 ext. 5', '+15552010001'],
  ])('reads %s as %s', (input, number) => {
    expect(toE164(input)).toBe(number);
  });

  it.each(['', 'AT&T', '12345', '201-0001', '+1 555 201 00011', 'call 555 201 0001 now', '+'])(
    'finds no number in "%s"',
    (input) => {
      expect(toE164(input)).toBeNull();
    },
  );

  it('reads a number without a country in the given one', () => {
    expect(toE164('020 7946 0000', 'GB')).toBe('+442079460000');
  });
});

it('REPORT-9 puts +1 before a number that lacks a +', () => {
  expect(withPlusOne('5552010001')).toBe('+15552010001');
  expect(withPlusOne('+15552010001')).toBe('+15552010001');
  expect(withPlusOne('')).toBe('');
});
