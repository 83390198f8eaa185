/** Schedules: recurrence rules, their preview and end, and the runs of a test (REC-4, CALL-25). */
import {
  FREQUENCIES,
  INTERVAL_LIMIT,
  WEEK_OF_MONTH_LIMIT,
  WEEKDAYS,
} from '@textprobe/domain/recurrence-rule';
import { ALL_ROLES, OPERATORS } from '@textprobe/domain/roles';
import { RUN_STATUSES } from '@textprobe/domain/run-status';
import { z } from 'zod';
import { get, post, TESTS } from './call.ts';
import { queryIdSchema, timestampSchema } from './text.ts';

/**
 * A rule in an answer: `{}` for a test that does not recur. Sent back, it is the same rule (REC-5). Dates are yyyy-MM-dd, the
 * time is HH:MM, all in Los Angeles.
 */
export const recurrenceRuleSchema = z
  .object({
    interval: z.number().int().min(1).max(INTERVAL_LIMIT),
    frequency: z.enum(FREQUENCIES),
    start_date: z.string(),
    time: z.string(),
    end_date: z.string(),
    days_of_week: z.array(z.enum(WEEKDAYS)),
    days_of_month: z.array(z.number().int().min(1).max(31)),
    week_of_month: z.number().int().min(1).max(WEEK_OF_MONTH_LIMIT),
  })
  .partial();
export type RecurrenceRule = z.infer<typeof recurrenceRuleSchema>;

/** A rule in a request: the domain's `parseRecurrenceRule` validates its values and names each wrong one. */
export const recurrenceRuleInputSchema = z.strictObject(
  recurrenceRuleSchema
    .keyof()
    .options.reduce(
      (shape, key) => ({ ...shape, [key]: z.unknown().optional() }),
      {} as Record<keyof RecurrenceRule, z.ZodOptional<z.ZodUnknown>>,
    ),
);

/** What to do when an occurrence is due while the previous run is still in progress. */
export const OVERLAPS = ['skip', 'wait'] as const;
export const overlapSchema = z.enum(OVERLAPS);
export type Overlap = z.infer<typeof overlapSchema>;

/** A future due instant. */
export const occurrenceSchema = z.object({
  at: z.string(),
  /** A sentence if daylight saving time moves it or makes its time ambiguous; else null. */
  note: z.string().nullable(),
});
export type OccurrenceAnswer = z.infer<typeof occurrenceSchema>;

/** The number of occurrences in a preview (REC-6). */
export const PREVIEWED_OCCURRENCES = 10;

const previewScheduleAnswerSchema = z.object({
  /** The rule with its defaults filled in. */
  recurrenceRule: recurrenceRuleSchema,
  occurrences: z.array(occurrenceSchema),
  /** Whether more follow those shown. */
  more: z.boolean(),
});
export type SchedulePreview = z.infer<typeof previewScheduleAnswerSchema>;

export const runSchema = z.object({
  runId: z.number().int(),
  dueAt: timestampSchema,
  /** When it began, or was recorded as missed or skipped. */
  creationTimestamp: timestampSchema,
  closedAt: timestampSchema,
  /** WAITING: for the previous run to end. MISSED, SKIPPED: nothing was sent, `reason` says why. */
  status: z.enum(RUN_STATUSES),
  /** The reason, if the status alone would mislead. */
  reason: z.string().nullable(),
  /** The planned total, and the state of the messages created so far. */
  messages: z.object({
    total: z.number().int(),
    settled: z.number().int(),
    received: z.number().int(),
    known: z.number().int(),
  }),
});
export type Run = z.infer<typeof runSchema>;

/** The maximum number of runs in a report, the newest ones; `runCount` is the total, and the list of runs has all. */
export const REPORT_RUN_LIMIT = 100;

/** GET …/runs: pages, newest first. */
const runsQuerySchema = z.strictObject({
  testId: queryIdSchema,
  /** The X-Next-Cursor of the previous page. */
  cursor: z.string().max(64).optional(),
});

export const scheduleCalls = {
  previewSchedule: post(`${TESTS}/deliverabilitytest/preview-schedule`, {
    audit: { none: 'Reads the next occurrences of a schedule.' },
    roles: OPERATORS,
    body: recurrenceRuleInputSchema,
    answer: previewScheduleAnswerSchema,
  }),
  testRuns: get(`${TESTS}/deliverabilitytestlogs/runs`, {
    roles: ALL_ROLES,
    query: runsQuerySchema,
    answer: z.array(runSchema),
  }),
};
