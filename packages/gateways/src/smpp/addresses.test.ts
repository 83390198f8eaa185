import { expect, test } from 'vitest';
import { numberOnWire, wireDigits } from './addresses.ts';

test('E.164 is sent as digits; anything else is not sent', () => {
  expect(wireDigits('+12125550100')).toBe('12125550100');
  for (const odd of ['12125550100', '+', '', '+1 212', '+1234567890123456', 'Bank'])
    expect(wireDigits(odd)).toBeNull();
});

test.each([
  ['12125550100', '12125550100'],
  ['+12125550100', '12125550100'],
  ['0012125550100', '12125550100'],
  ['07700900125', '7700900125'],
  [' 6591234568 ', '6591234568'],
  ['MyBank', null],
  ['7726', null],
  ['', null],
])('the address %j has the digits %j', (address, digits) => {
  expect(numberOnWire(address)).toBe(digits);
});
