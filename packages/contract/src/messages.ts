/** Test logs (one per message), lists of them, and the report (DATA-5, CALL-10 to 19, WIRE). */
import { SENDER_COMPARISONS, SHORT_COMPARISONS } from '@textprobe/domain/comparison-classes';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDINGS } from '@textprobe/domain/finding';
import { normalizeMessageCode } from '@textprobe/domain/message-code';
import { MESSAGE_STATUSES } from '@textprobe/domain/message-status';
import { ALL_ROLES } from '@textprobe/domain/roles';
import { UNALTERED_ANSWERS } from '@textprobe/domain/unaltered';
import { VERDICTS } from '@textprobe/domain/verdict';
import { z } from 'zod';
import { analyticsFilters } from './analytics.ts';
import { get, TESTS } from './call.ts';
import { namedSchema, testPhoneSchema } from './directory.ts';
import { NEXT_CURSOR_HEADER } from './headers.ts';
import { arrivedFileSchema, mediaFileSchema } from './media.ts';
import { pageSchema, pageSizeSchema } from './query-form.ts';
import { occurrenceSchema, runSchema } from './schedules.ts';
import { messageTypeSchema, testQuerySchema, testSchema, testTypeSchema } from './tests.ts';
import { queryIdSchema, queryIdsSchema, queryLongIdSchema, timestampSchema, wellFormedText } from './text.ts';

export const messageStatusSchema = z.enum(MESSAGE_STATUSES);

export const testLogSchema = z.object({
  testLogID: z.number().int(),
  testID: z.number().int(),
  officeID: z.number().int(),
  phoneID: z.number().int(),
  carrier: z.string(),
  testActivityStatus: messageStatusSchema,
  messageSentTimestamp: timestampSchema,
  messageReceivedTimestamp: timestampSchema,
  creationTimestamp: timestampSchema,
  runId: z.number().int(),
  /** The conclusion from all ledgers: see the glossary. */
  verdict: z.enum(VERDICTS),
  /** How its text arrived, or that its handset was offline; null without a finding. See the glossary. */
  finding: z.enum(FINDINGS).nullable(),
  /** What became of the files of an MMS; null for an SMS, before it arrives, and until they are compared. See the glossary. */
  fileFinding: z.enum(FILE_FINDINGS).nullable(),
  /** Whether text, sender and files arrived as sent, or looking the same; null if it did not arrive. */
  unaltered: z.enum(UNALTERED_ANSWERS).nullable(),
  /** The sent text with its message code, and the numbers. */
  sent: z.object({ text: z.string(), from: z.string(), to: z.string() }),
  submission: z.object({
    at: timestampSchema,
    outcome: z.enum(['waiting', 'claimed', 'expired', 'unknown', 'rejected', 'accepted']),
    gateway: z.string(),
    error: z.string().nullable(),
  }),
  /** What the carrier claims. */
  receipt: z.object({
    at: timestampSchema,
    state: z.enum(['none', 'enroute', 'failed', 'delivered']),
    error: z.string().nullable(),
  }),
  /** What the handset confirms; null while it has not. `clock` says whose clock stated the time. */
  reception: z
    .object({
      at: timestampSchema,
      statedAt: timestampSchema,
      clock: z.string().nullable(),
      /** As received; parts that the phone reported as messages of their own are joined. */
      text: z.string().nullable(),
      /** How many messages the phone reported instead of one; absent: one. */
      separateReports: z.number().int().optional(),
      /** The received files (CALL-17). */
      media: z.array(arrivedFileSchema),
      /** Sent files that did not arrive, null like `sent` of a comparison; absent until compared. */
      missingMedia: z.array(mediaFileSchema.nullable()).optional(),
      /** A summary of `finding`: `intact` is identical, equivalent or cosmetic, `altered` is any other difference. */
      comparison: z.enum(SHORT_COMPARISONS).nullable(),
      /** The account that confirmed it in the console; absent if a handset, an app or a provider did. */
      confirmedBy: z.string().optional(),
      /** The sender as reported by the handset; null if not reported. */
      sender: z.string().nullable(),
      /** The comparison of that sender with `sent.from`: numbers in E.164, names exactly. */
      senderComparison: z.enum(SENDER_COMPARISONS).nullable(),
    })
    .nullable(),
  /** Set if the phone was offline at the deadline: when it was last seen. */
  handsetOffline: z.object({ heardAt: timestampSchema }).nullable(),
  /** Which ledger counts for this phone. */
  evidence: z.enum(['handset', 'receipt']),
  /** The deadline for an outcome; before submission, the time by which it must be submitted. */
  deadlineAt: timestampSchema,
  /** True once nothing more is expected; a late arrival may still correct it. */
  settled: z.boolean(),
});
export type TestLog = z.infer<typeof testLogSchema>;

const testLogQuerySchema = z.strictObject({ id: queryLongIdSchema });
const testLogsOfCodeQuerySchema = z.strictObject({
  code: wellFormedText(40).refine((text) => normalizeMessageCode(text) !== null, {
    error: 'Enter the 11 letters and digits after the # of a message.',
  }),
});
const reportQuerySchema = z.strictObject({
  testId: queryIdSchema,
  /** Only the logs of this run, and their rate. */
  runId: queryLongIdSchema.optional(),
  /** If it is not among the newest logs, `testLogs` has it and its neighbors instead (EVIDENCE-5). */
  testLogID: queryLongIdSchema.optional(),
});

/**
 * The maximum number of logs in a report, the newest unless `testLogID` asks for others; `testLogCount` is the total.
 */
export const REPORT_LOG_LIMIT = 2_000;

export const reportSchema = z.object({
  test: testSchema,
  /** The directory entries that the test and its logs refer to. */
  directory: z.object({
    partners: z.array(namedSchema),
    clients: z.array(namedSchema),
    offices: z.array(namedSchema),
    testPhones: z.array(testPhoneSchema),
  }),
  history: z
    .array(
      z.object({
        what: z.enum(['created', 'updated', 'stopped']),
        at: z.string(),
        by: z.string().nullable().describe('The username at that time.'),
        token: z.string().nullable().describe('The name of the token; null: in the console.'),
      }),
    )
    .describe('Who created, changed and stopped the test, oldest first; at most the newest 100.'),
  testLogs: z.array(testLogSchema),
  /** Seconds from submission to reception of testLogs[i]; 0 when not received (REPORT-8). */
  testDurations: z.array(z.number()),
  /** The testLogID of each duration. */
  testDurationLogIDs: z.array(z.number().int()),
  /** The total number of logs. */
  testLogCount: z.number().int(),
  /** Whether testLogs has the newest, not those around `testLogID`. */
  isNewest: z.boolean(),
  /** The newest runs, at most `REPORT_RUN_LIMIT`, newest first; the list of runs has all. */
  runs: z.array(runSchema),
  runCount: z.number().int(),
  /** The next due instants. */
  upcoming: z.array(occurrenceSchema),
  rate: z.object({
    received: z.number().int(),
    known: z.number().int(),
    unknown: z.number().int(),
    /** Not confirmed while the phone was offline: left out of the rate. */
    offline: z.number().int(),
    notSent: z.number().int().describe('Expired before submission: left out of the rate.'),
    inProgress: z
      .number()
      .int()
      .describe('In transit, or delivered by receipt only while the handset may still confirm.'),
    /** Percent with one decimal; null without a known outcome. */
    deliveryRate: z.number().nullable(),
    unaltered: z
      .number()
      .int()
      .describe(
        'Received with text identical, equivalent or with cosmetic changes, the same sender, and files identical or recoded.',
      ),
    compared: z.number().int().describe('Messages received whose text, sender and files were reported.'),
    notReported: z
      .number()
      .int()
      .describe('Received messages for which one of these was not reported: left out of the unaltered rate.'),
    /** unaltered ÷ compared, in percent with one decimal; null when compared is 0. */
    unalteredRate: z.number().nullable(),
    formula: z.string(),
  }),
});
export type Report = z.infer<typeof reportSchema>;

/** Default and maximum page size of the lists of logs. */
const LOGS_PAGE_SIZE = 50;
const LOGS_PAGE_SIZE_LIMIT = 500;
/** How deep numbered pages may go; a cursor costs the same at any depth. */
const LOGS_DEPTH_LIMIT = 10_000;

const paging = {
  page: pageSchema.optional(),
  pageSize: pageSizeSchema(LOGS_PAGE_SIZE_LIMIT, LOGS_PAGE_SIZE).default(LOGS_PAGE_SIZE),
  /** The X-Next-Cursor of the previous page. */
  cursor: z.string().max(64).optional(),
};

interface Paging {
  readonly page?: number | undefined;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/** A numbered page must not be too deep, nor be combined with a cursor. */
function checkPaging({ page, pageSize, cursor }: Paging, context: z.RefinementCtx): void {
  if (page === undefined) return;
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['cursor'], message });
  if (cursor !== undefined) refuse('Send either page or cursor, not both.');
  else if (page * pageSize > LOGS_DEPTH_LIMIT) {
    const depth = LOGS_DEPTH_LIMIT.toLocaleString('en-US');
    refuse(`Beyond ${depth} logs use a cursor: send the ${NEXT_CURSOR_HEADER} of the previous page.`);
  }
}

/** GET …/all: pages, newest first. */
const testLogsQuerySchema = z.strictObject(paging).superRefine(checkPaging);

/** GET …/get-filtered-reports: the filters of ANALYTICS-5, and paging. */
const filteredLogsQuerySchema = z.strictObject({ ...analyticsFilters, ...paging }).superRefine(checkPaging);

/** The maximum number of tests in one export. */
export const EXPORT_TESTS_LIMIT = 200;

/** GET …/export-csv: all logs of the filter, streamed; with `testId` or `testIds` only those of these tests. */
const exportLogsQuerySchema = z
  .strictObject({
    ...analyticsFilters,
    testId: queryIdSchema.optional(),
    testIds: queryIdsSchema(EXPORT_TESTS_LIMIT).optional(),
  })
  .superRefine(({ testId, testIds }, context) => {
    if (testId === undefined || testIds === undefined) return;
    const message = 'Send either testId or testIds, not both.';
    context.addIssue({ code: 'custom', path: ['testIds'], message });
  });

/** GET …/generate-pdf: `id` is the test's. */
const testPdfQuerySchema = z.strictObject({ id: queryIdSchema });
/** GET …/generate-filtered-pdf: the filters of get-filtered-reports, without paging. */
const filteredPdfQuerySchema = z.strictObject(analyticsFilters);

/** A log with the fields of its test that the analytics page shows (ANALYTICS-7). */
export const filteredLogSchema = testLogSchema.extend({
  messageBody: z.string(),
  messageType: messageTypeSchema,
  testType: testTypeSchema,
});
export type FilteredLog = z.infer<typeof filteredLogSchema>;

export const messageCalls = {
  testLogs: get(`${TESTS}/deliverabilitytestlogs/all`, {
    roles: ALL_ROLES,
    query: testLogsQuerySchema,
    answer: z.array(testLogSchema),
  }),
  filteredLogs: get(`${TESTS}/deliverabilitytestlogs/get-filtered-reports`, {
    roles: ALL_ROLES,
    query: filteredLogsQuerySchema,
    answer: z.array(filteredLogSchema),
  }),
  exportLogs: get(`${TESTS}/deliverabilitytestlogs/export-csv`, {
    audit: 'messages.exported',
    roles: ALL_ROLES,
    query: exportLogsQuerySchema,
  }),
  generatePdf: get(`${TESTS}/deliverabilitytestlogs/generate-pdf`, {
    audit: 'test.report-exported',
    roles: ALL_ROLES,
    query: testPdfQuerySchema,
  }),
  generateFilteredPdf: get(`${TESTS}/deliverabilitytestlogs/generate-filtered-pdf`, {
    audit: 'messages.report-exported',
    roles: ALL_ROLES,
    query: filteredPdfQuerySchema,
  }),
  testLogsOfTest: get(`${TESTS}/deliverabilitytestlogs/get-by-test-id`, {
    roles: ALL_ROLES,
    query: testQuerySchema,
    answer: z.array(testLogSchema),
  }),
  testLog: get(`${TESTS}/deliverabilitytestlogs/get-individual`, {
    roles: ALL_ROLES,
    query: testLogQuerySchema,
    answer: testLogSchema,
  }),
  testLogsOfCode: get(`${TESTS}/deliverabilitytestlogs/get-by-code`, {
    roles: ALL_ROLES,
    query: testLogsOfCodeQuerySchema,
    answer: z.array(testLogSchema),
  }),
  report: get(`${TESTS}/deliverabilitytestlogs/report`, {
    roles: ALL_ROLES,
    query: reportQuerySchema,
    answer: reportSchema,
  }),
};
