/** The previous period. */
import { expect, it } from 'vitest';
import { comparedPeriods, periodWords } from './compared-periods.ts';

const today = '2026-11-21';

it('compares the last seven days with the seven before if no dates are filtered', () => {
  expect(comparedPeriods({}, today)).toEqual({
    current: { startDate: '2026-11-15', endDate: '2026-11-21' },
    before: { startDate: '2026-11-08', endDate: '2026-11-14' },
  });
});

it.each([
  [
    { startDate: '2026-11-01', endDate: '2026-11-10' },
    { startDate: '2026-10-22', endDate: '2026-10-31' },
  ],
  [
    { startDate: '2026-11-20', endDate: '2026-11-20' },
    { startDate: '2026-11-19', endDate: '2026-11-19' },
  ],
  [{ startDate: '2026-11-20' }, { startDate: '2026-11-18', endDate: '2026-11-19' }],
])('compares %j with as many days before', (dates, before) => {
  expect(comparedPeriods(dates, today)).toEqual({ current: null, before });
});

it.each([{ endDate: '2026-11-01' }, { startDate: '2026-11-22' }, { startDate: '1900-01-01' }])(
  'has nothing to compare %j with',
  (dates) => {
    expect(comparedPeriods(dates, today)).toBeNull();
  },
);

it('names the period by its days', () => {
  const words = (dates: Parameters<typeof comparedPeriods>[0]) => {
    const periods = comparedPeriods(dates, today);
    return periods && periodWords(periods);
  };
  expect(words({})).toBe('the previous 7 days');
  expect(words({ startDate: today })).toBe('11/20/2026');
  expect(words({ startDate: '2026-11-20' })).toBe('11/18/2026 – 11/19/2026');
});
