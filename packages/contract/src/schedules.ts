/** Schedules: the rule of a recurring test, its preview, its end, and the runs that came of it (REC-4, CALL-25). */
import {
  FREQUENCIES,
  INTERVAL_LIMIT,
  WEEK_OF_MONTH_LIMIT,
  WEEKDAYS,
} from '@textprobe/domain/recurrence-rule';
import { RUN_STATUSES } from '@textprobe/domain/run-status';
import { z } from 'zod';
import { get, post, TESTS } from './call.ts';
import { queryIdSchema, timestampSchema } from './text.ts';

/**
 * A rule as answers carry it: `{}` for a test that does not recur. Read back by the server it is the same rule (REC-5).
 * Dates are yyyy-MM-dd, the time HH:MM, all of them in Los Angeles.
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

/** A rule as it comes in: its values are checked by the domain's `parseRecurrenceRule`, which names each that is wrong. */
export const recurrenceRuleInputSchema = z.strictObject(
  recurrenceRuleSchema
    .keyof()
    .options.reduce(
      (shape, key) => ({ ...shape, [key]: z.unknown().optional() }),
      {} as Record<keyof RecurrenceRule, z.ZodOptional<z.ZodUnknown>>,
    ),
);

/** What an occurrence does that falls due while the run before it is still open. */
export const OVERLAPS = ['skip', 'wait'] as const;
export const overlapSchema = z.enum(OVERLAPS);
export type Overlap = z.infer<typeof overlapSchema>;

/** A due instant to come. */
export const occurrenceSchema = z.object({
  at: z.string(),
  /** A sentence where the change of the clocks moves it or makes its time ambiguous; else null. */
  note: z.string().nullable(),
});
export type OccurrenceAnswer = z.infer<typeof occurrenceSchema>;

/** So many occurrences are shown (REC-6). */
export const PREVIEWED_OCCURRENCES = 10;

const previewScheduleAnswerSchema = z.object({
  /** The rule with its defaults made plain. */
  recurrenceRule: recurrenceRuleSchema,
  occurrences: z.array(occurrenceSchema),
  /** Whether more follow those shown. */
  more: z.boolean(),
});
export type SchedulePreview = z.infer<typeof previewScheduleAnswerSchema>;

export const runSchema = z.object({
  runId: z.number().int(),
  dueAt: timestampSchema,
  /** When it was begun, or noted as missed or skipped. */
  creationTimestamp: timestampSchema,
  closedAt: timestampSchema,
  /** WAITING: for the run before it to end. MISSED, SKIPPED: nothing was sent, `reason` says why. */
  status: z.enum(RUN_STATUSES),
  /** Why, where the status alone would mislead. */
  reason: z.string().nullable(),
  /** Messages it is to have, and what those made so far have come to. */
  messages: z.object({
    total: z.number().int(),
    settled: z.number().int(),
    received: z.number().int(),
    known: z.number().int(),
  }),
});
export type Run = z.infer<typeof runSchema>;

/** So many runs, the newest, a report holds; `runCount` says how many there are, and the list of runs has them all. */
export const REPORT_RUN_LIMIT = 100;

/** GET …/runs: newest first, by page. */
const runsQuerySchema = z.strictObject({
  testId: queryIdSchema,
  /** The X-Next-Cursor of the page before. */
  cursor: z.string().max(64).optional(),
});

export const scheduleCalls = {
  previewSchedule: post(`${TESTS}/deliverabilitytest/preview-schedule`, {
    body: recurrenceRuleInputSchema,
    answer: previewScheduleAnswerSchema,
  }),
  testRuns: get(`${TESTS}/deliverabilitytestlogs/runs`, {
    query: runsQuerySchema,
    answer: z.array(runSchema),
  }),
};
