import { expect, test } from 'vitest';
import { maskReceipt } from './ignored-receipts.ts';

test('a masked receipt shows its fields, and two digits of the phone', () => {
  expect(maskReceipt({ id: '77', state: 'DELIVRD', phone: '+14155550123' })).toBe(
    'id:77 stat:DELIVRD from a number that ends in 23',
  );
  expect(maskReceipt({ id: null, state: 'DELIVRD', phone: 'MyBank' })).toBe('stat:DELIVRD');
  expect(maskReceipt({ id: 'x'.repeat(50), state: null, phone: null })).toBe(`id:${'x'.repeat(40)}…`);
});
