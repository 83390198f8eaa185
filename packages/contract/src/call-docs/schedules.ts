/** API documentation of schedules. */
import type { CallDoc } from './call-doc.ts';
import { TEST_EXAMPLE } from './tests.ts';

const RULE_EXAMPLE = {
  interval: 2,
  frequency: 'weeks',
  start_date: '2026-11-22',
  time: '10:30',
  end_date: '2027-02-28',
  days_of_week: ['MONDAY', 'WEDNESDAY'],
};

export const scheduleDocs = {
  previewSchedule: {
    summary: 'List the next occurrences of a rule',
    description:
      'Stores nothing. Times are Los Angeles local times; a note says where daylight saving time moves one.',
    exampleBody: RULE_EXAMPLE,
    example: {
      recurrenceRule: RULE_EXAMPLE,
      occurrences: [{ at: '2026-11-23T10:30:00.000-08:00', note: null }],
      more: true,
    },
  },
  stopTest: {
    summary: 'Stop the recurrence of a test',
    description: 'Runs in progress continue; no further run begins.',
    problems: ['test.unknown', 'recurrence.none', 'recurrence.ended'],
    example: {
      ...TEST_EXAMPLE,
      testType: 'RECURRING',
      executionStatus: 'DELIVERED',
      recurrenceRule: RULE_EXAMPLE,
      nextDue: null,
    },
  },
} as const satisfies Record<string, CallDoc>;
