import { expect, test } from 'vitest';
import { PAST_NOTE, planSchedule } from './schedule-plan.ts';

const NOW = Date.parse('2026-11-21T18:30:00Z');
const rule = {
  frequency: 'days',
  interval: 1,
  startDate: '2026-11-01',
  time: '10:30',
  endDate: null,
  daysOfWeek: [],
  daysOfMonth: [],
  weekOfMonth: null,
} as const;

test('UPDATE-8 an immediate test runs at once, whatever its picker says', () => {
  const plan = { runsAtOnce: true, nextDue: null, note: null };
  expect(planSchedule({ testType: 'IMMEDIATE', scheduledAt: NOW + 60_000, rule: null }, NOW)).toEqual(plan);
});

test('CREATE-16 a test scheduled for later runs then, and one whose time has passed at once, saying so', () => {
  const scheduled = (scheduledAt: number) =>
    planSchedule({ testType: 'SCHEDULED', scheduledAt, rule: null }, NOW);
  expect(scheduled(NOW + 1)).toEqual({ runsAtOnce: false, nextDue: NOW + 1, note: null });
  expect(scheduled(NOW)).toEqual({ runsAtOnce: true, nextDue: null, note: PAST_NOTE });
});

test('REC-7 a recurring test begins with the next occurrence: those before now never were', () => {
  const recurring = planSchedule({ testType: 'RECURRING', scheduledAt: null, rule }, NOW);
  expect(recurring).toEqual({ runsAtOnce: false, nextDue: NOW + 24 * 3_600_000, note: null });
});
