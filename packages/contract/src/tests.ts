/** Tests: the entity, the create and update payloads, the list's parameters (DATA-1 to 3, LIST-13). */
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { z } from 'zod';
import { get, post, put, remove, TESTS } from './call.ts';
import { mediaFileSchema } from './media.ts';
import { choiceInAnyCase, pageSchema, pageSizeSchema } from './query-form.ts';
import { overlapSchema, recurrenceRuleInputSchema, recurrenceRuleSchema } from './schedules.ts';
import {
  idListSchema,
  idSchema,
  MESSAGE_BODY_LIMIT,
  queryIdSchema,
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

/** Most names of one kind that a test comes with. */
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
  /** Why a test FAILED without a plain reason, e.g. 'no outcome known' (SERVER-2). */
  statusReason: z.string().nullable(),
  /** The first office's partner (CREATE-21). */
  partnerId: z.number().int(),
  partnerIDs: z.array(z.number().int()),
  clientIDs: z.object({ clientIDs: z.array(z.number().int()) }),
  officeIDs: z.object({ officeIDs: z.array(z.number().int()) }),
  phoneIDs: z.object({ phoneIDs: z.array(z.number().int()) }),
  /** What the first of them are called, in the order of the ids; null where the directory has no such id. */
  names: z.object({ partners: namesSchema, clients: namesSchema, offices: namesSchema }),
  /** Where each file is served: paths of ours. */
  mediaURLs: z.object({ media: z.array(z.string()) }),
  /** The same files with what is known of them, in the same order. */
  mediaFiles: z.array(mediaFileSchema),
  recurrenceRule: recurrenceRuleSchema,
  /** The next due instant; null when none is left. */
  nextDue: timestampSchema,
  /** Whether it recurs and occurrences remain: 'Recurrence: Active' (LIST-3). */
  recurrenceActive: z.boolean(),
  overlap: overlapSchema,
  /** What the schedule had to be told of, in a sentence: that its time had passed already; else null. */
  scheduleNote: z.string().nullable(),
});
export type Test = z.infer<typeof testSchema>;

/**
 * What old clients send beside the payload, by name: accepted and ignored (DATA-2, DATA-3). Of `partnerIDs` (create) and
 * `partnerID` (update) each payload has its own, which counts where neither offices nor clients are chosen (CREATE-21).
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

/** What both payloads say of a test. */
const definition = {
  testType: testTypeSchema.default('IMMEDIATE'),
  messageType: messageTypeSchema.default('SMS'),
  scheduledTimestamp: z.string().max(64).nullish(),
  clientIDs: idListSchema('clientIDs').default([]),
  officeIDs: idListSchema('officeIDs').default([]),
  phoneIDs: idListSchema('phoneIDs').default([]),
  messageBody: wellFormedText(MESSAGE_BODY_LIMIT).default(''),
  /**
   * Of an MMS: https links, of which copies are made, and addresses of files that are here already. An update keeps just
   * these; where none are told it keeps all.
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
/** As a client sends it, defaults and transforms not yet applied. */
export type CreateTestBody = z.input<typeof createTestBodySchema>;
export type CreateTestInput = z.output<typeof createTestBodySchema>;

export const updateTestBodySchema = z.strictObject({
  ...definition,
  ...ignoredByUpdate,
  testId: idSchema,
  partnerID: idSchema.default(1),
  /**
   * The version that the change was made from, as the test carried it: a test that has changed since is refused with a 409.
   * Clients that leave it out overwrite whatever is there.
   */
  updateTimestamp: z.iso
    .datetime({ offset: true, error: 'Send the updateTimestamp that the test carries.' })
    .nullish(),
});
export type UpdateTestBody = z.input<typeof updateTestBodySchema>;
export type UpdateTestInput = z.output<typeof updateTestBodySchema>;

/** Of every call that is about one test. */
export const testQuerySchema = z.strictObject({ testId: queryIdSchema });

/** Most messages one test may send: offices times phones. */
export const MESSAGES_PER_TEST_LIMIT = 100_000;

/** GET …/all: without `page`, the whole list, streamed. */
export const listTestsQuerySchema = z.strictObject({
  page: pageSchema.optional(),
  pageSize: pageSizeSchema(500).optional(),
  partnerId: queryIdSchema.optional(),
  clientId: queryIdSchema.optional(),
  officeId: queryIdSchema.optional(),
  executionStatus: choiceInAnyCase(EXECUTION_STATUSES).optional(),
  testType: choiceInAnyCase(TEST_TYPES).optional(),
});
/** Page size of the tests list (LIST-4). */
export const TESTS_PAGE_SIZE = 10;

export const testCalls = {
  createTest: post(`${TESTS}/deliverabilitytest/create`, {
    body: createTestBodySchema,
    status: 201,
    answer: testSchema,
  }),
  listTests: get(`${TESTS}/deliverabilitytest/all`, {
    query: listTestsQuerySchema,
    answer: z.array(testSchema),
  }),
  getTest: get(`${TESTS}/deliverabilitytest/get`, { query: testQuerySchema, answer: testSchema }),
  updateTest: put(`${TESTS}/deliverabilitytest/update`, { body: updateTestBodySchema, answer: testSchema }),
  deleteTest: remove(`${TESTS}/deliverabilitytest/delete`, { query: testQuerySchema, status: 204 }),
  stopTest: post(`${TESTS}/deliverabilitytest/stop`, { query: testQuerySchema, answer: testSchema }),
};
