import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAbsences } from './absences.ts';

const PHONE = '+12125550101';
const OTHER = '+12125550102';

describe('a phone that is switched off', () => {
  const absences = createAbsences(
    [
      { phone: PHONE, from: 1_000, until: 2_000 },
      { phone: PHONE, from: 2_000, until: 3_000 },
      { phone: OTHER, from: 5_000, until: null },
    ],
    100_000,
  );

  it('is off from the first instant and on again at the last', () => {
    expect([100_999, 101_000, 102_999, 103_000].map((at) => absences.isAway(PHONE, at))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(absences.isAway(OTHER, 101_500)).toBe(false);
  });

  it('is on again when the last of consecutive absences ends, or never', () => {
    expect(absences.reachableFrom(PHONE, 100_500)).toBe(100_500);
    expect(absences.reachableFrom(PHONE, 101_500)).toBe(103_000);
    expect(absences.reachableFrom(OTHER, 104_999)).toBe(104_999);
    expect(absences.reachableFrom(OTHER, 105_000)).toBeNull();
    expect(absences.reachableFrom('+12125550199', 105_000)).toBe(105_000);
  });

  it('is not off at the instant at which it comes back', () => {
    const spans = fc
      .tuple(fc.nat(5_000), fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: null }))
      .map(([from, length]) => ({ phone: PHONE, from, until: length === null ? null : from + length }));
    fc.assert(
      fc.property(fc.array(spans, { maxLength: 6 }), fc.nat(9_000), (list, at) => {
        const some = createAbsences(list, 0);
        const reachableAt = some.reachableFrom(PHONE, at);
        if (reachableAt === null) expect(some.isAway(PHONE, 1_000_000)).toBe(true);
        else {
          expect(reachableAt).toBeGreaterThanOrEqual(at);
          expect(some.isAway(PHONE, reachableAt)).toBe(false);
          if (reachableAt > at) expect(some.isAway(PHONE, reachableAt - 1)).toBe(true);
        }
      }),
    );
  });
});
