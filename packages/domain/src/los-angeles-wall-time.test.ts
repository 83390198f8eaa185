import { expect, test } from 'vitest';
import { formatLosAngeles } from './los-angeles-time.ts';
import { nearestToMissing } from './los-angeles-wall-time.ts';

test.each([
  '2027-03-14 02:30',
  '2027-03-14 02:00:00.000',
  '2027-03-14T02:59:59.999',
  ' 2027-03-14 02:30:15 ',
])(
  '%j does not exist; the nearest times are the last minute before the jump and the first after it',
  (text) => {
    const nearest = nearestToMissing(text);
    expect(nearest?.before.wall).toBe('2027-03-14 01:59');
    expect(nearest?.after.wall).toBe('2027-03-14 03:00');
    expect(formatLosAngeles(nearest?.before.at ?? 0)).toBe('2027-03-14T01:59:00.000-08:00');
    expect(formatLosAngeles(nearest?.after.at ?? 0)).toBe('2027-03-14T03:00:00.000-07:00');
  },
);

test.each([
  '2027-03-14 01:59:59.999',
  '2027-03-14 03:00',
  '2027-11-07 01:30',
  '2027-03-14T02:30:00.000-08:00',
  '2027-02-31 02:30',
  '2027-03-14 25:00',
  'tomorrow',
])('%j is not a skipped wall time', (text) => {
  expect(nearestToMissing(text)).toBeNull();
});
