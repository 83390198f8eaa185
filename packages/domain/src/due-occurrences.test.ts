import { describe, expect, test } from 'vitest';
import { type DueTest, decideDue, LATE_LIMIT_MS } from './due-occurrences.ts';
import { formatLosAngeles } from './los-angeles-time.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

const DAY_MS = 24 * 3_600_000;
/** 2026-11-21 10:30 in Los Angeles. */
const DUE = Date.parse('2026-11-21T18:30:00Z');
const daily: RecurrenceRule = {
  frequency: 'days',
  interval: 1,
  startDate: '2026-11-01',
  time: '10:30',
  endDate: null,
  daysOfWeek: [],
  daysOfMonth: [],
  weekOfMonth: null,
};

function decide(now: number, given: Partial<DueTest> = {}) {
  const test = {
    dueAt: DUE,
    rule: daily,
    overlap: 'skip',
    runOpen: false,
    runWaiting: false,
    ...given,
  } as const;
  const { occurrences, nextDue } = decideDue(test, now);
  return {
    fates: occurrences.map(({ dueAt, fate }) => `${formatLosAngeles(dueAt).slice(5, 10)} ${fate}`),
    next: nextDue === null ? null : formatLosAngeles(nextDue).slice(0, 16),
  };
}

describe('late or missed', () => {
  test('REC-7 an occurrence found at its instant, or up to five minutes later, runs', () => {
    const run = { fates: ['11-21 start'], next: '2026-11-22T10:30' };
    expect(decide(DUE)).toEqual(run);
    expect(decide(DUE + LATE_LIMIT_MS)).toEqual(run);
    expect(decide(DUE + LATE_LIMIT_MS + 1)).toEqual({ ...run, fates: ['11-21 missed'] });
  });

  test('REC-7 five days of downtime give five missed occurrences, no burst, and keep the next one', () => {
    expect(decide(DUE + 4 * DAY_MS + 3_600_000)).toEqual({
      fates: ['11-21 missed', '11-22 missed', '11-23 missed', '11-24 missed', '11-25 missed'],
      next: '2026-11-26T10:30',
    });
  });

  test('REC-7 after downtime that ends just after an occurrence, only that one runs', () => {
    expect(decide(DUE + 2 * DAY_MS + 60_000)).toEqual({
      fates: ['11-21 missed', '11-22 missed', '11-23 start'],
      next: '2026-11-24T10:30',
    });
  });

  test('years of downtime are handled in steps, none of them large', () => {
    const { fates, next } = decide(DUE + 1_000 * DAY_MS);
    expect(fates).toHaveLength(400);
    expect(fates.every((fate) => fate.endsWith('missed'))).toBe(true);
    expect(next).toBe('2027-12-26T10:30');
  });

  test('a test scheduled once runs late, or is missed, and nothing is due after it', () => {
    expect(decide(DUE + 60_000, { rule: null })).toEqual({ fates: ['11-21 start'], next: null });
    expect(decide(DUE + DAY_MS, { rule: null })).toEqual({ fates: ['11-21 missed'], next: null });
  });

  test('after the last occurrence nothing is due', () => {
    expect(decide(DUE, { rule: { ...daily, endDate: '2026-11-21' } }).next).toBeNull();
    const ended = decide(DUE + 9 * DAY_MS, { rule: { ...daily, endDate: '2026-11-22' } });
    expect(ended).toEqual({ fates: ['11-21 missed', '11-22 missed'], next: null });
  });
});

describe('overlap', () => {
  test('an occurrence that falls due while the last run is open is skipped', () => {
    expect(decide(DUE, { runOpen: true })).toEqual({ fates: ['11-21 skipped'], next: '2026-11-22T10:30' });
  });

  test('it waits if so configured, and further ones are skipped in the meantime', () => {
    expect(decide(DUE, { runOpen: true, overlap: 'wait' }).fates).toEqual(['11-21 wait']);
    expect(decide(DUE, { runOpen: true, runWaiting: true, overlap: 'wait' }).fates).toEqual([
      '11-21 skipped',
    ]);
    expect(decide(DUE, { runWaiting: true, overlap: 'wait' }).fates).toEqual(['11-21 skipped']);
  });

  test('a missed occurrence is missed, whatever else is open', () => {
    expect(decide(DUE + 3_600_000, { runOpen: true, overlap: 'wait' }).fates).toEqual(['11-21 missed']);
  });
});
