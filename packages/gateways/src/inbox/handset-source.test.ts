import { expect, test } from 'vitest';
import { phoneOfReport, phonesOfPing, type SourcePhone } from './handset-source.ts';

let lastNumber = 12_025_550_200;
function phone(phoneId: number, deviceId: string | null, simSlot: number | null): SourcePhone {
  lastNumber += 1;
  return { phoneId, phoneNumber: `+${lastNumber}`, deviceId, simSlot };
}

const shelf = [
  phone(1, 'pixel', 1),
  phone(2, 'pixel', 2),
  phone(3, 'pixel', null),
  phone(4, 'moto', null),
  phone(5, null, 2),
  phone(6, null, null),
];
const numberOf = (phoneId: number) => shelf.find((one) => one.phoneId === phoneId)?.phoneNumber ?? '';

test.each([
  ['its handset and card', 'pixel', 2, null, 2],
  ['its handset, of a card that nobody named', 'pixel', 3, null, 3],
  ['its handset, of no card', 'pixel', null, null, 3],
  ['its handset, whatever card', 'moto', 1, null, 4],
  ['its handset before its number', 'moto', 1, numberOf(1), 4],
  ['its number, of a handset that nobody named', 'nokia', 1, numberOf(1), 1],
  ['its number in national form', 'nokia', 1, numberOf(1).replace('+1', ''), 1],
  ['its card, of a handset that nobody named', 'nokia', 2, null, 5],
  ['any', 'nokia', 1, '+12025559999', 6],
  ['any, where nothing is told', null, null, null, 6],
])('the phone of an app’s report is told by %s', (_by, deviceId, simSlot, recipient, phoneId) => {
  expect(phoneOfReport('sms-gateway', shelf, { deviceId, simSlot, recipient })).toBe(phoneId);
});

test('a report that nothing fits is no phone’s', () => {
  const named = shelf.slice(0, 4);
  expect(phoneOfReport('sms-gateway', named, { deviceId: 'nokia', simSlot: 1, recipient: null })).toBeNull();
  expect(phoneOfReport('sms-gateway', [], { deviceId: 'pixel', simSlot: 1, recipient: null })).toBeNull();
});

test('of a provider’s report the number alone counts, and a phone it was not given for is never meant', () => {
  const told = (recipient: string | null) =>
    phoneOfReport('twilio', shelf, { deviceId: 'pixel', simSlot: 1, recipient });
  expect(told(numberOf(4))).toBe(4);
  expect(told(`(${numberOf(4).slice(2, 5)}) ${numberOf(4).slice(5)}`)).toBe(4);
  expect(told('+12025559999')).toBeNull();
  expect(told('whatsapp:+12025550201')).toBeNull();
  expect(told(null)).toBeNull();
  expect(phoneOfReport('httpsms', shelf, { deviceId: null, simSlot: 1, recipient: null })).toBeNull();
});

test('a ping is of all cards of its handset, else of the phones that any handset may be', () => {
  expect(phonesOfPing('sms-gateway', shelf, { deviceId: 'pixel', number: null })).toEqual([1, 2, 3]);
  expect(phonesOfPing('sms-gateway', shelf, { deviceId: 'nokia', number: null })).toEqual([5, 6]);
  expect(phonesOfPing('httpsms', shelf, { deviceId: null, number: numberOf(2) })).toEqual([2]);
  expect(phonesOfPing('httpsms', shelf, { deviceId: null, number: null })).toEqual([]);
});
