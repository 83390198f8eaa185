import { expect, test } from 'vitest';
import { fromWire, wireDigits } from './addresses.ts';

test('E.164 goes out as digits; anything else does not go out', () => {
  expect(wireDigits('+12125550100')).toBe('12125550100');
  for (const odd of ['12125550100', '+', '', '+1 212', '+1234567890123456', 'Bank'])
    expect(wireDigits(odd)).toBeNull();
});

test.each([
  [1, '12125550100', '+12125550100'],
  [1, '+12125550100', '+12125550100'],
  [0, '0012125550100', '+12125550100'],
  [0, '12125550100', '+12125550100'],
  [2, '2125550100', '+12125550100'],
  [1, '2125550100', '+12125550100'],
  [0, '447911123456', '+447911123456'],
  [5, 'MyBank', null],
  [3, '7726', null],
  [0, '', null],
])('an address with TON %i, %j, reads as %j', (ton, address, e164) => {
  expect(fromWire(ton, address)).toBe(e164);
});
