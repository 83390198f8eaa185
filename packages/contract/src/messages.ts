/** Test logs (one message each), the report, and what a handset posts (DATA-5, CALL-10 to 19, WIRE). */
import { SENDER_COMPARISONS, SHORT_COMPARISONS } from '@textprobe/domain/comparison-classes';
import { FINDINGS } from '@textprobe/domain/finding';
import { MESSAGE_STATUSES } from '@textprobe/domain/message-status';
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
import { queryIdSchema, queryLongIdSchema, timestampSchema } from './text.ts';

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
  /** The conclusion from both ledgers, in a word or two: see the glossary. */
  verdict: z.enum(VERDICTS),
  /** How its text arrived, or that its handset was not there; null while nothing was found. See the glossary. */
  finding: z.enum(FINDINGS).nullable(),
  /** What was sent, message code included, and from and to which number. */
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
      text: z.string().nullable(),
      /** The files that came with it (CALL-17). */
      media: z.array(arrivedFileSchema),
      /** The files of an MMS that were sent and did not arrive; left out while nobody has looked yet. */
      missingMedia: z.array(mediaFileSchema).optional(),
      /** In short what `finding` says: `intact` is identical and equivalent, `altered` all else that differs. */
      comparison: z.enum(SHORT_COMPARISONS).nullable(),
      /** The account that confirmed it in the console; left out where a handset, an app or a provider did. */
      confirmedBy: z.string().optional(),
      /** The sender as the handset told it; null when it told none. */
      sender: z.string().nullable(),
      /** That sender beside `sent.from`: numbers by E.164, names exactly. */
      senderComparison: z.enum(SENDER_COMPARISONS).nullable(),
    })
    .nullable(),
  /** The deadline found the phone offline; when it had been heard of last. Null of any other message. */
  handsetOffline: z.object({ heardAt: timestampSchema }).nullable(),
  /** Which ledger counts for this phone. */
  evidence: z.enum(['handset', 'receipt']),
  /** True once nothing more is expected; a late arrival may still correct it. */
  settled: z.boolean(),
});
export type TestLog = z.infer<typeof testLogSchema>;

const testLogQuerySchema = z.strictObject({ id: queryLongIdSchema });
const reportQuerySchema = z.strictObject({
  testId: queryIdSchema,
  /** Only the logs of this run, and their rate. */
  runId: queryLongIdSchema.optional(),
});

/** Most logs a report carries, the newest; `testLogCount` says how many there are. */
export const REPORT_LOG_LIMIT = 2_000;

export const reportSchema = z.object({
  test: testSchema,
  /** What the directory says of all that the test and its logs refer to. */
  directory: z.object({
    partners: z.array(namedSchema),
    clients: z.array(namedSchema),
    offices: z.array(namedSchema),
    testPhones: z.array(testPhoneSchema),
  }),
  testLogs: z.array(testLogSchema),
  /** Seconds from submitted to received for testLogs[i]; 0 when not received (REPORT-8). */
  testDurations: z.array(z.number()),
  /** The testLogID that each duration belongs to. */
  testDurationLogIDs: z.array(z.number().int()),
  /** How many logs the test has; testLogs holds the newest of them. */
  testLogCount: z.number().int(),
  /** What became of the due instants so far, newest first; at most `REPORT_RUN_LIMIT`, the list of runs has all. */
  runs: z.array(runSchema),
  runCount: z.number().int(),
  /** The next due instants. */
  upcoming: z.array(occurrenceSchema),
  rate: z.object({
    received: z.number().int(),
    known: z.number().int(),
    unknown: z.number().int(),
    /** Not confirmed while the phone was offline: counted neither for nor against the rate. */
    offline: z.number().int(),
    notSent: z
      .number()
      .int()
      .describe('Expired before we submitted them: counted neither for nor against the rate.'),
    inProgress: z
      .number()
      .int()
      .describe(
        'On their way, or delivered by the receipt only while the handset, which counts, may still confirm.',
      ),
    /** Percent, one decimal; null while no outcome is known. */
    deliveryRate: z.number().nullable(),
    formula: z.string(),
  }),
});
export type Report = z.infer<typeof reportSchema>;

/** Page size of the lists of logs where none is asked for, and the largest. */
const LOGS_PAGE_SIZE = 50;
const LOGS_PAGE_SIZE_LIMIT = 500;
/** How deep pages may be asked for by number; a cursor costs the same at any depth. */
const LOGS_DEPTH_LIMIT = 10_000;

const paging = {
  page: pageSchema.optional(),
  pageSize: pageSizeSchema(LOGS_PAGE_SIZE_LIMIT, LOGS_PAGE_SIZE).default(LOGS_PAGE_SIZE),
  /** The X-Next-Cursor of the page before. */
  cursor: z.string().max(64).optional(),
};

interface Paging {
  readonly page?: number | undefined;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/** A page by number must not lie deep, nor be asked for beside a cursor. */
function checkPaging({ page, pageSize, cursor }: Paging, context: z.RefinementCtx): void {
  if (page === undefined) return;
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['cursor'], message });
  if (cursor !== undefined) refuse('Send either page or cursor, not both.');
  else if (page * pageSize > LOGS_DEPTH_LIMIT) {
    const depth = LOGS_DEPTH_LIMIT.toLocaleString('en-US');
    refuse(`Beyond ${depth} logs go on by cursor: send the ${NEXT_CURSOR_HEADER} of the page before.`);
  }
}

/** GET …/all: always a page, newest first. */
const testLogsQuerySchema = z.strictObject(paging).superRefine(checkPaging);

/** GET …/get-filtered-reports: the filters of ANALYTICS-5, and paging. */
const filteredLogsQuerySchema = z.strictObject({ ...analyticsFilters, ...paging }).superRefine(checkPaging);

/** GET …/export-csv: the whole filter, streamed; with `testId` the logs of that test alone. */
const exportLogsQuerySchema = z.strictObject({
  ...analyticsFilters,
  testId: queryIdSchema.optional(),
});

/** GET …/generate-pdf: `id` is the test's. */
const testPdfQuerySchema = z.strictObject({ id: queryIdSchema });
/** GET …/generate-filtered-pdf: the filters of get-filtered-reports; a PDF has no pages to ask for. */
const filteredPdfQuerySchema = z.strictObject(analyticsFilters);

/** A log with what the analytics page shows of its test (ANALYTICS-7). */
export const filteredLogSchema = testLogSchema.extend({
  messageBody: z.string(),
  messageType: messageTypeSchema,
  testType: testTypeSchema,
});
export type FilteredLog = z.infer<typeof filteredLogSchema>;

export const messageCalls = {
  testLogs: get(`${TESTS}/deliverabilitytestlogs/all`, {
    query: testLogsQuerySchema,
    answer: z.array(testLogSchema),
  }),
  filteredLogs: get(`${TESTS}/deliverabilitytestlogs/get-filtered-reports`, {
    query: filteredLogsQuerySchema,
    answer: z.array(filteredLogSchema),
  }),
  exportLogs: get(`${TESTS}/deliverabilitytestlogs/export-csv`, { query: exportLogsQuerySchema }),
  generatePdf: get(`${TESTS}/deliverabilitytestlogs/generate-pdf`, { query: testPdfQuerySchema }),
  generateFilteredPdf: get(`${TESTS}/deliverabilitytestlogs/generate-filtered-pdf`, {
    query: filteredPdfQuerySchema,
  }),
  testLogsOfTest: get(`${TESTS}/deliverabilitytestlogs/get-by-test-id`, {
    query: testQuerySchema,
    answer: z.array(testLogSchema),
  }),
  testLog: get(`${TESTS}/deliverabilitytestlogs/get-individual`, {
    query: testLogQuerySchema,
    answer: testLogSchema,
  }),
  report: get(`${TESTS}/deliverabilitytestlogs/report`, { query: reportQuerySchema, answer: reportSchema }),
};
