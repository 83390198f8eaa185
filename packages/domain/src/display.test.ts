import { expect, it } from 'vitest';
import { formatDateTime } from './display.ts';

it('DATA-8 shows a date as MM/DD/YYYY HH:MM:SS in Los Angeles', () => {
  expect(formatDateTime('2026-11-21T10:00:05.999-08:00')).toBe('11/21/2026 10:00:05');
  expect(formatDateTime('2026-07-04T03:04:05Z')).toBe('07/03/2026 20:04:05');
});

it("DATA-8 shows 'N/A' for a missing or invalid date", () => {
  expect([null, undefined, '', 'soon', '2026-13-01T00:00:00Z'].map(formatDateTime)).toEqual(
    Array.from({ length: 5 }, () => 'N/A'),
  );
});
