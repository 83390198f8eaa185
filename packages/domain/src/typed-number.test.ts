import { expect, it } from 'vitest';
import { readTypedNumber } from './typed-number.ts';

const WRITE_THE_COUNTRY = 'Write the number with its country code, such as +65 9123 4568.';

it.each([
  ['+15552010001', '+15552010001'],
  ['+65 9123 4567', '+6591234567'],
  ['011 65 9123 4567', '+6591234567'],
  ['0065 9123 4567', '+6591234567'],
  ['(+65) 9123 4567', '+6591234567'],
  ['＋６５９１２３４５６７', '+6591234567'],
  ['tel:+15105550101', '+15105550101'],
  ['+49 (0) 151/23456789', '+4915123456789'],
  ['\u202A+15105550101\u202C', '+15105550101'],
  ['+1\u00AD510\u200B555\u00A00101', '+15105550101'],
  ["'+6591234567", '+6591234567'],
  ['+6591234567.0', '+6591234567'],
])('CHANGE-1 reads %j, which has a country code, as %s', (typed, number) => {
  expect(readTypedNumber(typed)).toEqual({ number, isAssumedAmerican: false });
});

it.each([
  ['5105550101', '+15105550101'],
  ['15105550101', '+15105550101'],
  ['(510) 555-0101', '+15105550101'],
  ['5105550101.0', '+15105550101'],
  ["'5105550101", '+15105550101'],
  ['416 555 0123', '+14165550123'],
  ['(555) 201-0001', '+15552010001'],
])('CHANGE-1 reads %j as %s, because it is a valid number of the North American plan', (typed, number) => {
  expect(readTypedNumber(typed)).toEqual({ number, isAssumedAmerican: true });
});

it.each([
  ['Singapore', '6591234567'],
  ['Norway', '4791234567'],
  ['Denmark', '4520123456'],
  ['Australia', '6141234567'],
  ['China', '8613800138000'],
  ['the United Kingdom', '07700900125'],
  ['Singapore after a 1', '16591234567'],
  ['no area code', '9115550101'],
  ['a service code', '5104110101'],
  ['a short code', '22395'],
  ['a name', 'ACMEBANK'],
  ['nothing', ''],
  ['brackets', `${'('.repeat(300)}5105550101`],
])('CHANGE-1 takes no digits of %s for an American number', (_what, typed) => {
  expect(readTypedNumber(typed)).toEqual({ fault: WRITE_THE_COUNTRY });
});

it.each(['1.41556E+10', '1,41556e+10', '6.5E9'])(
  'CHANGE-1 says that a spreadsheet has shortened %s',
  (typed) => {
    expect(readTypedNumber(typed)).toEqual({
      fault:
        'A spreadsheet has shortened this number. Format the column as text, then enter the number again.',
    });
  },
);

it.each([
  '+15105550101 / +15105550102',
  '5105550101 or 5105550102',
  '+15105550101 ::: +6591234567',
  '+15105550101;+15105550102',
  '510-555-0101,510-555-0102',
  '+15105550101\n+15105550102',
])('CHANGE-1 says that %j is more than one number', (typed) => {
  expect(readTypedNumber(typed)).toEqual({ fault: 'Write one number only.' });
});

it.each(['+1 510 555 0101 ext. 12', '510-555-0101x12', 'tel:+15105550101;ext=12', '+15105550101,12'])(
  'CHANGE-1 does not drop the extension of %s',
  (typed) => {
    expect(readTypedNumber(typed)).toEqual({
      fault: 'Text messages cannot reach an extension. Write the number without it.',
    });
  },
);
