/** The lines about daily limits: whose, how much is left, and which are exceeded. */
import type { Limits } from '@textprobe/contract/profile';
import { expect, it } from 'vitest';
import type { Office, Phone } from '../../../api/normalize.ts';
import { limitLines, limitUses } from './daily-limits.ts';
import { outgoingPairs } from './outgoing-pairs.ts';

const office = (id: number, clientId: number): Office => ({
  id,
  clientId,
  name: `Office ${id}`,
  phoneNumber: '+15552010001',
  managerFirstName: 'Mei',
  managerLastName: 'Lin',
});
const phones: Phone[] = [1, 2, 3].map((id) => ({
  id,
  name: 'Ann',
  phoneNumber: '+15553010001',
  carrier: 'AT&T',
}));
const partnerOf = (clientId: number) => clientId * 10;
const offices = [office(1, 1), office(2, 1), office(3, 2)];
const LIMITS: Limits = {
  account: { limitPerDay: 1_500, left: 1_200 },
  partners: [
    { partnerId: 10, limitPerDay: 8, left: 5 },
    { partnerId: 30, limitPerDay: 1, left: 1 },
  ],
  resetAt: '2026-11-22T00:00:00.000-08:00',
};

it('ACCT-11 counts against the account and the limited partners that the test sends for', () => {
  expect(limitUses(LIMITS, [outgoingPairs(offices, phones)], partnerOf)).toEqual([
    { partnerId: null, limitPerDay: 1_500, left: 1_200, messages: 9 },
    { partnerId: 10, limitPerDay: 8, left: 5, messages: 6 },
  ]);
  const pairs = [1, 3, 3].map((officeID, index) => ({ officeID, phoneID: index + 1 }));
  const several = [outgoingPairs(offices, phones, pairs), outgoingPairs(offices.slice(0, 1), phones)];
  expect(limitUses(LIMITS, several, partnerOf).map(({ messages }) => messages)).toEqual([6, 4]);
});

it('ACCT-11 names limits that are exceeded first: today for an immediate test, by the run for any other', () => {
  const uses = limitUses(LIMITS, [outgoingPairs(offices, phones)], partnerOf);
  expect(limitLines(uses, 'IMMEDIATE', () => 'Acme')).toEqual([
    { text: '6 messages, 5 left today for Acme. Resets at midnight Los Angeles time.', isOver: true },
    { text: '1,200 of 1,500 messages left today for your account', isOver: false },
  ]);
  const larger = uses.map((use) => ({ ...use, messages: 9 }));
  expect(limitLines(larger, 'RECURRING', () => 'Acme')).toEqual([
    { text: '9 messages, over the limit of 8 a day for Acme. The run would be missed.', isOver: true },
    { text: 'Limit of 1,500 messages a day for your account', isOver: false },
  ]);
  expect(limitLines(uses, 'SCHEDULED', () => 'Acme').some(({ isOver }) => isOver)).toBe(false);
});
