/** The limit on virtual time. */
import { expect, it } from 'vitest';
import { createCarrierLimits } from './carrier-limit.ts';

it('admits one second’s worth at once, then as it refills, separately for each carrier', () => {
  let now = 0;
  const limits = createCarrierLimits(() => now);
  const admitted = (carrier: string) =>
    Array.from({ length: 30 }, () => limits.admits(carrier, 10)).filter(Boolean).length;
  expect(admitted('AT&T')).toBe(10);
  expect(admitted('Verizon')).toBe(10);
  now = 500;
  expect(admitted('AT&T')).toBe(5);
  now = 60_000;
  expect(admitted('AT&T')).toBe(10);
  expect(limits.admits('AT&T', null)).toBe(true);
});
