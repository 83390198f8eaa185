/** Compared with what `Date` prints. */
import { expect, it } from 'vitest';
import { isoInstant } from './iso-instant.ts';

it('prints an instant as Date does, leap days and centuries included', () => {
  const instants = [
    0, 951_782_399_999, 951_782_400_000, 1_709_164_800_123, 4_107_542_400_000, 253_402_300_799_999,
  ];
  for (let day = 0; day < 60_000; day += 13)
    instants.push(day * 86_400_000 + ((day * 7_919_333) % 86_400_000));
  for (const instant of instants) expect(isoInstant(instant)).toBe(new Date(instant).toISOString());
});
