/** Descriptions of runs. */
import type { Run } from '@textprobe/contract/schedules';
import { runStatusLabel } from '@textprobe/domain/run-status';
import { expect, it } from 'vitest';
import { dayAndTime, runOutcome } from './run-words.ts';

const run: Run = {
  runId: 9,
  dueAt: '2026-11-21T10:30:00.000-08:00',
  creationTimestamp: '2026-11-21T10:30:00.040-08:00',
  closedAt: '2026-11-21T10:31:00.000-08:00',
  status: 'PARTIALLY_DELIVERED',
  reason: null,
  messages: { total: 1_200, settled: 1_200, received: 1_100, known: 1_190 },
};

it('REPORT-4 formats a due time as day and time in Los Angeles', () => {
  expect(dayAndTime(run.dueAt)).toEqual({ day: 'Sat, Nov 21', time: '10:30' });
  expect(dayAndTime(null)).toEqual({ day: 'N/A', time: '' });
  expect(dayAndTime('soon')).toEqual({ day: 'N/A', time: '' });
});

it('REPORT-4 labels every status of a run', () => {
  const statuses = [
    'EXECUTING',
    'DELIVERED',
    'PARTIALLY_DELIVERED',
    'FAILED',
    'WAITING',
    'MISSED',
    'SKIPPED',
  ];
  expect(statuses.map((status) => runStatusLabel(status as Run['status']))).toEqual([
    'Executing',
    'Delivered',
    'Partially Delivered',
    'Failed',
    'Waiting',
    'Missed',
    'Skipped',
  ]);
});

it('REPORT-4 describes the outcome of a run, or why it sent nothing', () => {
  expect(runOutcome(run)).toBe('1,100 of 1,200 received');
  expect(runOutcome({ ...run, status: 'FAILED', reason: 'no outcome known' })).toBe(
    '1,100 of 1,200 received, no outcome known',
  );
  expect(runOutcome({ ...run, status: 'EXECUTING', messages: { ...run.messages, settled: 7 } })).toBe(
    '7 of 1,200 settled',
  );
  const reason = 'missed: no worker was running when it was due';
  expect(runOutcome({ ...run, status: 'MISSED', reason })).toBe(reason);
  expect(runOutcome({ ...run, status: 'WAITING' })).toBe('for the previous run to end');
});
