/** Tests: the entity, the create and update payloads, the list's parameters (DATA-1 to 3, LIST-13). */
import { startDateInstant } from '@textprobe/domain/analytics-filter';
import { ALL_ROLES, OPERATORS } from '@textprobe/domain/roles';
import { EXECUTION_STATUSES, RUN_STATUSES } from '@textprobe/domain/run-status';
import { z } from 'zod';
import { get, post, put, remove, TESTS } from './call.ts';
import { mediaFileSchema } from './media.ts';
import { choiceInAnyCase, dateFilter, pageSchema, pageSizeSchema } from './query-form.ts';
import { overlapSchema, recurrenceRuleInputSchema, recurrenceRuleSchema } from './schedules.ts';
import {
  idListSchema,
  idSchema,
  MESSAGE_BODY_LIMIT,
  queryIdSchema,
  searchTextSchema,
  timestampSchema,
  wellFormedText,
} from './text.ts';

export const TEST_TYPES = ['IMMEDIATE', 'SCHEDULED', 'RECURRING'] as const;
export const MESSAGE_TYPES = ['SMS', 'MMS'] as const;

export const testTypeSchema = z.enum(TEST_TYPES);
export const messageTypeSchema = z.enum(MESSAGE_TYPES);
const executionStatusSchema = z.enum(EXECUTION_STATUSES);
export type TestType = z.infer<typeof testTypeSchema>;
export type MessageType = z.infer<typeof messageTypeSchema>;
export type ExecutionStatus = z.infer<typeof executionStatusSchema>;

/** The maximum number of pairs in a test. */
export const PAIRS_LIMIT = 5_000;
/** An office and the phone that it sends to. */
const pairSchema = z.strictObject({ officeID: idSchema, phoneID: idSchema });
export type OfficePhonePair = z.infer<typeof pairSchema>;

/** The maximum number of names of one kind in a test. */
export const NAMES_OF_TEST = 20;
const namesSchema = z.array(z.string().nullable());

export const testSchema = z.object({
  testId: z.number().int(),
  testType: testTypeSchema,
  messageType: messageTypeSchema,
  messageBody: z.string(),
  scheduledTimestamp: timestampSchema,
  creationTimestamp: timestampSchema,
  updateTimestamp: timestampSchema,
  executionStatus: executionStatusSchema,
  /** Why a test FAILED, if that is not obvious, e.g. 'no outcome known' (SERVER-2). */
  statusReason: z.string().nullable(),
  /** The first office's partner (CREATE-21). */
  partnerId: z.number().int(),
  partnerIDs: z.array(z.number().int()),
  clientIDs: z.object({ clientIDs: z.array(z.number().int()) }),
  officeIDs: z.object({ officeIDs: z.array(z.number().int()) }),
  phoneIDs: z.object({ phoneIDs: z.array(z.number().int()) }),
  /** If not null, a run sends just these; `officeIDs` and `phoneIDs` list the ids that occur in them (EVIDENCE-5). */
  pairs: z.array(pairSchema).nullable(),
  /** How many messages one run sends. */
  messagesPerRun: z.number().int(),
  /** The first names, in the order of the ids; null for an unknown id. */
  names: z.object({ partners: namesSchema, clients: namesSchema, offices: namesSchema }),
  /** The path of each file. */
  mediaURLs: z.object({ media: z.array(z.string()) }),
  /** Details of the same files, in the same order. */
  mediaFiles: z.array(mediaFileSchema),
  recurrenceRule: recurrenceRuleSchema,
  /** The next due instant; null when none is left. */
  nextDue: timestampSchema,
  /** Whether it recurs and occurrences remain: 'Recurrence: Active' (LIST-3). */
  recurrenceActive: z.boolean(),
  overlap: overlapSchema,
  /** How many messages of its latest run arrived, and arrived unaltered (see the glossary); null before the first. */
  latestRun: z
    .object({
      runId: z.number().int(),
      messages: z.number().int(),
      received: z.number().int(),
      known: z.number().int(),
      unaltered: z.number().int(),
      compared: z.number().int(),
    })
    .nullable(),
  /** The newest runs of a recurring test, newest first, at most 20; empty for any other test. */
  recentRuns: z.array(z.object({ runId: z.number().int(), status: z.enum(RUN_STATUSES) })),
  /** A sentence about the schedule, such as that its time had already passed; else null. */
  scheduleNote: z.string().nullable(),
});
export type Test = z.infer<typeof testSchema>;

/**
 * Additional keys of old clients, by name: accepted and ignored (DATA-2, DATA-3). The create payload has `partnerIDs`, the
 * update payload `partnerID`, which applies if neither offices nor clients are chosen (CREATE-21).
 */
const ignoredText = z.string().max(64).nullish().describe('Sent by old clients: accepted and ignored.');
const ignoredIds = z.unknown().optional().describe('Sent by old clients: accepted and ignored.');
const ignoredByBoth = { executionStatus: ignoredText, testStatus: ignoredText };
const ignoredByCreate = { ...ignoredByBoth, partnerID: ignoredIds };
const ignoredByUpdate = { ...ignoredByBoth, partnerIDs: ignoredIds };
/** The names of those keys. */
export const IGNORED_KEYS = {
  createTest: Object.keys(ignoredByCreate),
  updateTest: Object.keys(ignoredByUpdate),
} as const;

/** The common fields of both payloads. */
const definition = {
  testType: testTypeSchema.default('IMMEDIATE'),
  messageType: messageTypeSchema.default('SMS'),
  scheduledTimestamp: z.string().max(64).nullish(),
  clientIDs: idListSchema('clientIDs').default([]),
  officeIDs: idListSchema('officeIDs').default([]),
  phoneIDs: idListSchema('phoneIDs').default([]),
  /** Just these pairs, instead of every office with every phone: send either these, or `officeIDs` and `phoneIDs`. */
  pairs: z
    .array(pairSchema)
    .max(PAIRS_LIMIT, { error: `A test has at most ${PAIRS_LIMIT.toLocaleString('en-US')} pairs.` })
    .nullish(),
  messageBody: wellFormedText(MESSAGE_BODY_LIMIT).default(''),
  /**
   * For an MMS: https links, which are copied, and URLs of stored files. An update keeps exactly these; without a list it keeps
   * all.
   */
  mediaURLs: z.strictObject({ media: z.array(z.string().max(2_000)).max(100).optional() }).nullish(),
  recurrenceRule: recurrenceRuleInputSchema.nullish(),
  overlap: overlapSchema.optional(),
};

export const createTestBodySchema = z.strictObject({
  ...definition,
  ...ignoredByCreate,
  partnerIDs: idListSchema('partnerIDs').default([]),
});
/** As sent by a client, before defaults and transforms. */
export type CreateTestBody = z.input<typeof createTestBodySchema>;
export type CreateTestInput = z.output<typeof createTestBodySchema>;

export const updateTestBodySchema = z.strictObject({
  ...definition,
  ...ignoredByUpdate,
  testId: idSchema,
  partnerID: idSchema.default(1),
  /**
   * The version that the change is based on, from the test: if the test has changed since, the update is refused with 409.
   * Without it the update overwrites any version.
   */
  updateTimestamp: z.iso.datetime({ offset: true, error: 'Send the updateTimestamp of the test.' }).nullish(),
});
export type UpdateTestBody = z.input<typeof updateTestBodySchema>;
export type UpdateTestInput = z.output<typeof updateTestBodySchema>;

/** The query of calls about one test. */
export const testQuerySchema = z.strictObject({ testId: queryIdSchema });

const dayFilter = dateFilter((date) => (startDateInstant(date) === null ? null : date));

/** The filters of the list in a query. */
export const testFiltersSchema = z
  .strictObject({
    partnerId: queryIdSchema.optional(),
    clientId: queryIdSchema.optional(),
    officeId: queryIdSchema.optional(),
    executionStatus: choiceInAnyCase(EXECUTION_STATUSES).optional(),
    testType: choiceInAnyCase(TEST_TYPES).optional(),
    text: searchTextSchema.optional(),
    carrier: wellFormedText(200).optional(),
    from: dayFilter,
    to: dayFilter,
  })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined || from <= to) return;
    const message = 'Must not be before from. Send a later date, or an earlier from.';
    context.addIssue({ code: 'custom', path: ['to'], message });
  });
/** GET …/all: without `page`, the whole list, streamed. */
export const listTestsQuerySchema = testFiltersSchema.safeExtend({
  page: pageSchema.optional(),
  pageSize: pageSizeSchema(500).optional(),
});
/** Page size of the tests list (LIST-4). */
export const TESTS_PAGE_SIZE = 10;

export const testCalls = {
  createTest: post(`${TESTS}/deliverabilitytest/create`, {
    audit: 'test.created',
    roles: OPERATORS,
    body: createTestBodySchema,
    status: 201,
    answer: testSchema,
  }),
  listTests: get(`${TESTS}/deliverabilitytest/all`, {
    roles: ALL_ROLES,
    query: listTestsQuerySchema,
    answer: z.array(testSchema),
  }),
  getTest: get(`${TESTS}/deliverabilitytest/get`, {
    roles: ALL_ROLES,
    query: testQuerySchema,
    answer: testSchema,
  }),
  updateTest: put(`${TESTS}/deliverabilitytest/update`, {
    audit: 'test.updated',
    roles: OPERATORS,
    body: updateTestBodySchema,
    answer: testSchema,
  }),
  deleteTest: remove(`${TESTS}/deliverabilitytest/delete`, {
    audit: 'test.deleted',
    roles: OPERATORS,
    query: testQuerySchema,
    status: 204,
  }),
  stopTest: post(`${TESTS}/deliverabilitytest/stop`, {
    audit: 'test.stopped',
    roles: OPERATORS,
    query: testQuerySchema,
    answer: testSchema,
  }),
};
