/** Finds what the cells of a CSV name. */
import { expect, it } from 'vitest';
import type { Client, Office } from '../../../api/normalize.ts';
import { officeResolver, phoneResolver } from './csv-cells.ts';
import { readTime } from './read-time.ts';

const office = (id: number, name: string, clientId: number, phoneNumber: string): Office => ({
  id,
  name,
  clientId,
  phoneNumber,
  managerFirstName: '',
  managerLastName: '',
});
const CLIENTS: readonly Client[] = [
  { id: 7, name: 'Bayview Dental', partnerId: 1 },
  { id: 8, name: 'Alder Apartments', partnerId: 2 },
];
const offices = officeResolver(
  [
    office(1, 'Oakland', 7, '+15105550101'),
    office(2, 'Berkeley', 7, '+15105550102'),
    office(3, 'Downtown', 7, '+15105550103'),
    office(4, 'Downtown', 8, ''),
    office(5, '2', 8, '+442075550105'),
  ],
  CLIENTS,
);
const phones = phoneResolver([
  { id: 11, name: 'Avery', phoneNumber: '+12135550181', carrier: 'AT&T' },
  { id: 12, name: 'Blake', phoneNumber: '+12135550182', carrier: 'AT&T' },
  { id: 13, name: 'Casey', phoneNumber: '+12135550183', carrier: 'Verizon' },
  { id: 14, name: 'Casey', phoneNumber: '+12135550184', carrier: 'T-Mobile' },
]);
const idsOf = ({ entries }: { entries: readonly { id: number }[] }) => entries.map(({ id }) => id);

it.each([
  ['Oakland', [1]],
  [' oakland ; BERKELEY;', [1, 2]],
  ['1', [1]],
  ['(510) 555-0102', [2]],
  ['+1 510 555 0102', [2]],
  ['15105550102', [2]],
  ['+44 20 7555 0105', [5]],
  ['Oakland;1;5105550101', [1]],
  ['4', [4]],
])('EVIDENCE-7 finds the offices of %j by name, id or phone number', (cell, ids) => {
  const found = offices(cell);
  expect(found.error).toBeNull();
  expect(idsOf(found)).toEqual(ids);
});

it('EVIDENCE-7 refuses an ambiguous office, and lists its clients with what to write', () => {
  expect(offices('Oakland;downtown')).toEqual({
    entries: [],
    error:
      '2 offices match downtown: Bayview Dental (id 3, +15105550103); Alder Apartments (id 4). Write the id or the phone number.',
  });
  expect(offices('2').error).toContain('2 offices match 2: Bayview Dental (id 2');
});

it('EVIDENCE-7 names every office that does not exist', () => {
  expect(offices('Oaklnd;99').error).toBe(
    'No office has the name, id or phone number Oaklnd. No office has the name, id or phone number 99.',
  );
});

it.each([
  ['Avery', [11]],
  ['12;+12135550181', [12, 11]],
  ['at&t', [11, 12]],
  ['AT&T;Avery;14', [11, 12, 14]],
])('EVIDENCE-7 finds the phones of %j by number, name, id or carrier', (cell, ids) => {
  expect(idsOf(phones(cell))).toEqual(ids);
});

it.each([
  ['\u202A+12135550181\u202C', [11]],
  ['12135550181.0', [11]],
  ["'2135550181", [11]],
  ['Avery\u200E', [11]],
])('CHANGE-1 finds the phone of %j, as copied or saved by a spreadsheet', (cell, ids) => {
  expect(idsOf(phones(cell))).toEqual(ids);
});

it('CHANGE-1 takes digits without a plus only for a valid American number, and says what to write', () => {
  const strangers = phoneResolver([
    { id: 1, name: 'Ann', phoneNumber: '+16591234567', carrier: 'AT&T' },
    { id: 2, name: 'Bo', phoneNumber: '+6591234567', carrier: 'Singtel' },
  ]);
  expect(strangers('6591234567')).toEqual({
    entries: [],
    error:
      'No phone has the name, id, number or carrier 6591234567. Write the number with its country code, such as +65 9123 4568.',
  });
  expect(idsOf(strangers('+6591234567'))).toEqual([2]);
  expect(offices('1.41556E+10').error).toBe(
    'No office has the name, id or phone number 1.41556E+10. A spreadsheet has shortened this number. Format the column as text, then enter the number again.',
  );
});

it('EVIDENCE-7 refuses a phone that is ambiguous, or unknown', () => {
  expect(phones('Casey').error).toBe(
    '2 phones match Casey: Casey (id 13, +12135550183); Casey (id 14, +12135550184). Write the id or the phone number.',
  );
  expect(phones('Sprint').error).toBe('No phone has the name, id, number or carrier Sprint.');
});

it.each([
  ['2026-11-30 09:30', { wall: '2026-11-30T09:30' }],
  ['2026-11-30T9:05:00', { wall: '2026-11-30T09:05' }],
  ['Now', { isAtOnce: true }],
  ['11/30/2026 9:30', { error: 'Write the time as 2026-11-30 09:30, not 11/30/2026 9:30.' }],
  ['2026-02-30 09:30', { error: 'Write the time as 2026-11-30 09:30, not 2026-02-30 09:30.' }],
  ['2026-11-30 25:00', { error: 'Write the time as 2026-11-30 09:30, not 2026-11-30 25:00.' }],
  [
    '2027-03-14 02:30',
    {
      error:
        'This time does not exist: daylight saving time starts then. Write 2027-03-14 01:59 or 2027-03-14 03:00.',
    },
  ],
])('EVIDENCE-7 reads the time %j', (cell, read) => {
  expect(readTime(cell)).toEqual(read);
});
