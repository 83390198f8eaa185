/** Numbers without Intl, compared with Intl. */
import { expect, it } from 'vitest';
import { decimal, figure } from './figures.ts';

it('formats a count as the browser would in English', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 10_000_000, -1, -999, -1_200]) {
    expect(figure(count)).toBe(count.toLocaleString('en-US'));
  }
});

it('rounds decimals as the browser would in English', () => {
  for (const value of [0, 0.04, 0.05, 0.3, 7.949, 97.5, 99.96, 100, 1_234.56, 1_234_567.891]) {
    for (const maximumFractionDigits of [0, 1, 2, 3]) {
      const expected = value.toLocaleString('en-US', { maximumFractionDigits });
      expect(decimal(value, maximumFractionDigits)).toBe(expected);
    }
  }
});
