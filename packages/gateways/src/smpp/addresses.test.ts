import { expect, test } from 'vitest';
import { fromWire, wireDigits } from './addresses.ts';

test('E.164 is sent as digits; anything else is not sent', () => {
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

test('the same address reads differently with another TON, in any order and repeatedly', () => {
  for (let time = 0; time < 2; time += 1) {
    expect(fromWire(1, '4930123456')).toBe('+4930123456');
    expect(fromWire(2, '4930123456')).toBe('+14930123456');
    expect(fromWire(1, 'MyBank')).toBeNull();
  }
});

test('more addresses than the cache holds are still read', () => {
  for (let phone = 0; phone < 10_100; phone += 1)
    expect(fromWire(1, `1212${5_550_000 + phone}`)).toBe(`+1212${5_550_000 + phone}`);
});
