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
  ['handset and SIM', 'pixel', 2, null, 2],
  ['handset, if its SIM is unknown', 'pixel', 3, null, 3],
  ['handset, if no SIM is reported', 'pixel', null, null, 3],
  ['handset, for any SIM', 'moto', 1, null, 4],
  ['handset before number', 'moto', 1, numberOf(1), 4],
  ['number, if its handset is unknown', 'nokia', 1, numberOf(1), 1],
  ['number in national format', 'nokia', 1, numberOf(1).replace('+1', ''), 1],
  ['SIM, if its handset is unknown', 'nokia', 2, null, 5],
  ['catch-all, if nothing else matches', 'nokia', 1, '+12025559999', 6],
  ['catch-all, if nothing is reported', null, null, null, 6],
])('the phone of an app’s report is found by %s', (_by, deviceId, simSlot, recipient, phoneId) => {
  expect(phoneOfReport('sms-gateway', shelf, { deviceId, simSlot, recipient })).toBe(phoneId);
});

test('a report without a match has no phone', () => {
  const named = shelf.slice(0, 4);
  expect(phoneOfReport('sms-gateway', named, { deviceId: 'nokia', simSlot: 1, recipient: null })).toBeNull();
  expect(phoneOfReport('sms-gateway', [], { deviceId: 'pixel', simSlot: 1, recipient: null })).toBeNull();
});

test('for a provider’s report only the number counts', () => {
  const phoneOf = (recipient: string | null) =>
    phoneOfReport('twilio', shelf, { deviceId: 'pixel', simSlot: 1, recipient });
  expect(phoneOf(numberOf(4))).toBe(4);
  expect(phoneOf(`(${numberOf(4).slice(2, 5)}) ${numberOf(4).slice(5)}`)).toBe(4);
  expect(phoneOf('+12025559999')).toBeNull();
  expect(phoneOf('whatsapp:+12025550201')).toBeNull();
  expect(phoneOf(null)).toBeNull();
  expect(phoneOfReport('httpsms', shelf, { deviceId: null, simSlot: 1, recipient: null })).toBeNull();
});

test('a ping is about all SIMs of its handset, or about the phones without a handset', () => {
  expect(phonesOfPing('sms-gateway', shelf, { deviceId: 'pixel', number: null })).toEqual([1, 2, 3]);
  expect(phonesOfPing('sms-gateway', shelf, { deviceId: 'nokia', number: null })).toEqual([5, 6]);
  expect(phonesOfPing('httpsms', shelf, { deviceId: null, number: numberOf(2) })).toEqual([2]);
  expect(phonesOfPing('httpsms', shelf, { deviceId: null, number: null })).toEqual([]);
});
