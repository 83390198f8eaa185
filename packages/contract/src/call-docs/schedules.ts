/** Schedules in the description of the interface. */
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
      'Writes nothing. Times are wall times of Los Angeles; a note tells where a change of the clocks moves one.',
    exampleBody: RULE_EXAMPLE,
    example: {
      recurrenceRule: RULE_EXAMPLE,
      occurrences: [{ at: '2026-11-23T10:30:00.000-08:00', note: null }],
      more: true,
    },
  },
  stopTest: {
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
} as const satisfies Record<string, CallDoc>;
