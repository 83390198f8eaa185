import { expect, test } from 'vitest';
import { formatLosAngeles } from './los-angeles-time.ts';
import { nearestToMissing, resolveWallTime } from './los-angeles-wall-time.ts';

test('a wall time of any other day is one instant', () => {
  const { at, exists, repeated } = resolveWallTime('2026-11-21', '10:00');
  expect([formatLosAngeles(at), exists, repeated]).toEqual(['2026-11-21T10:00:00.000-08:00', true, false]);
});

test('REC-7 of a time shown twice the first counts', () => {
  const { at, exists, repeated } = resolveWallTime('2026-11-01', '01:30');
  expect([formatLosAngeles(at), exists, repeated]).toEqual(['2026-11-01T01:30:00.000-07:00', true, true]);
});

test('REC-7 a time left out is as much later as the clock jumps', () => {
  const { at, exists, repeated } = resolveWallTime('2026-03-08', '02:30');
  expect([formatLosAngeles(at), exists, repeated]).toEqual(['2026-03-08T03:30:00.000-07:00', false, false]);
});

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
])('%j is not a wall time left out', (text) => {
  expect(nearestToMissing(text)).toBeNull();
});
