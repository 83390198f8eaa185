/** API documentation of tests. */
import { TOTAL_COUNT_HEADER } from '../headers.ts';
import type { CallDoc } from './call-doc.ts';

export const TEST_EXAMPLE = {
  testId: 7,
  testType: 'IMMEDIATE',
  messageType: 'SMS',
  messageBody: 'Hello {first_name} 👋',
  scheduledTimestamp: null,
  creationTimestamp: '2026-11-21T10:00:00.000-08:00',
  updateTimestamp: null,
  executionStatus: 'UNEXECUTED',
  statusReason: null,
  partnerId: 1,
  partnerIDs: [1],
  clientIDs: { clientIDs: [1] },
  officeIDs: { officeIDs: [1, 2] },
  phoneIDs: { phoneIDs: [1, 2, 3] },
  pairs: null,
  messagesPerRun: 6,
  names: {
    partners: ['Acorn Dental Group'],
    clients: ['Acorn North'],
    offices: ['Oak Street', 'Elm Street'],
  },
  mediaURLs: { media: [] },
  mediaFiles: [],
  recurrenceRule: {},
  nextDue: '2026-11-21T10:00:00.000-08:00',
  recurrenceActive: false,
  overlap: 'skip',
  latestRun: { runId: 9, messages: 1, received: 1, known: 1, unaltered: 1, compared: 1 },
  recentRuns: [],
  scheduleNote: null,
};

const DEFINITION = {
  testType: 'IMMEDIATE',
  messageType: 'SMS',
  scheduledTimestamp: '2026-11-21 10:00:00.000',
  messageBody: 'Hello {first_name} 👋',
};

const REFUSALS = [
  'recipients.none',
  'recipients.too-many',
  'limit.reached',
  'media.too-large',
  'media.too-many',
  'media.empty',
  'media.type',
  'media.dimensions',
  'media.link',
] as const;

const FILES = `A form sends the same JSON in its part \`content\`, as a field or as a file. For an MMS every other file part,
whatever its name, becomes a file of the test; for an SMS other files are ignored.`;

export const testDocs = {
  createTest: {
    summary: 'Create a test',
    description: `Sends one message for each chosen office and phone. Empty \`officeIDs\` select all offices of the chosen clients, and empty \`clientIDs\` all clients of the chosen partners. Exception: \`partnerIDs\` of just \`[1]\` selects nothing, because clients send it when no partner is chosen. \`pairs\` sends one message for each of its pairs instead. Only offices of its own partner can send to a phone of one partner. If it sends at once, its messages count against the daily limits of its partners and of the account.\n\n${FILES}`,
    problems: REFUSALS,
    form: 'content',
    exampleBody: { ...DEFINITION, partnerIDs: [1], clientIDs: [1], officeIDs: [1, 2], phoneIDs: [1, 2, 3] },
    example: TEST_EXAMPLE,
  },
  listTests: {
    summary: 'List tests, newest first',
    description:
      'Without `page` and `pageSize` the whole list is streamed. Filters are combined with AND. `text` finds tests whose message contains each of its words, case-insensitive; `57` or `#57` also finds test 57, and the code of a message finds its test. `carrier` is a carrier of one of the phones, case-insensitive. `from` and `to` are days of creation, both included.',
    answerHeaders: [TOTAL_COUNT_HEADER],
    example: [TEST_EXAMPLE],
  },
  getTest: {
    summary: 'Read a test',
    problems: ['test.unknown'],
    example: TEST_EXAMPLE,
  },
  updateTest: {
    summary: 'Change a test that has not started',
    description: `Omitted fields get their defaults. Keeps the listed media, or all without \`mediaURLs\`. With \`updateTimestamp\` the update is refused if the test has changed since. The runs of the test then count against the daily limit of the account that changed it.\n\n${FILES}`,
    problems: ['test.unknown', 'test.not-unexecuted', 'test.changed', ...REFUSALS],
    form: 'content',
    exampleBody: {
      ...DEFINITION,
      testId: 7,
      updateTimestamp: '2026-11-21T10:00:00.000-08:00',
      partnerID: 1,
      clientIDs: { clientIDs: [1] },
      officeIDs: { officeIDs: [1, 2] },
      phoneIDs: { phoneIDs: [1, 2, 3] },
    },
    example: TEST_EXAMPLE,
  },
  deleteTest: {
    summary: 'Delete a test that has not started',
    problems: ['test.unknown', 'test.not-unexecuted'],
  },
} as const satisfies Record<string, CallDoc>;
