/** Schedules and runs in the description of the interface. */
import { NEXT_CURSOR_HEADER } from '../headers.ts';
import type { CallDoc } from './call-doc.ts';
import { TEST_EXAMPLE } from './tests.ts';

export const RULE_EXAMPLE = {
  interval: 2,
  frequency: 'weeks',
  start_date: '2026-11-22',
  time: '10:30',
  end_date: '2027-02-28',
  days_of_week: ['MONDAY', 'WEDNESDAY'],
};

export const RUN_EXAMPLE = {
  runId: 9,
  dueAt: '2026-11-21T10:00:00.000-08:00',
  creationTimestamp: '2026-11-21T10:00:00.000-08:00',
  closedAt: '2026-11-21T10:00:05.100-08:00',
  status: 'DELIVERED',
  reason: null,
  messages: { total: 6, settled: 6, received: 6, known: 6 },
};

export const scheduleDocs = {
  previewSchedule: {
    chapter: 'tests',
    summary: 'List the next occurrences of a rule',
    description:
      'Writes nothing. Times are wall times of Los Angeles; a note tells where a change of the clocks moves one.',
    exampleBody: RULE_EXAMPLE,
    example: {
      recurrenceRule: RULE_EXAMPLE,
      occurrences: [{ at: '2026-11-23T10:30:00.000-08:00', note: null }],
      more: true,
    },
  },
  stopTest: {
    chapter: 'tests',
    summary: 'End the recurrence of a test',
    description: 'What has begun goes on; nothing begins any more.',
    problems: ['test.unknown', 'recurrence.none', 'recurrence.ended'],
    example: {
      ...TEST_EXAMPLE,
      testType: 'RECURRING',
      executionStatus: 'DELIVERED',
      recurrenceRule: RULE_EXAMPLE,
      nextDue: null,
    },
  },
  testRuns: {
    chapter: 'logs',
    summary: 'List the runs of a test',
    description:
      'Newest first, by page: what became of each due instant, those that were missed or skipped too.',
    problems: ['test.unknown'],
    answerHeaders: [NEXT_CURSOR_HEADER],
    example: [RUN_EXAMPLE],
  },
} as const satisfies Record<string, CallDoc>;
