/** API documentation of runs, test logs and reports. */
import { NEXT_CURSOR_HEADER, RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '../headers.ts';
import type { CallDoc } from './call-doc.ts';
import { TEST_EXAMPLE } from './tests.ts';

export const LOG_EXAMPLE = {
  testLogID: 41,
  testID: 7,
  officeID: 1,
  phoneID: 1,
  carrier: 'Verizon',
  testActivityStatus: 'RECEIVED',
  messageSentTimestamp: '2026-11-21T10:00:00.120-08:00',
  messageReceivedTimestamp: '2026-11-21T10:00:04.480-08:00',
  creationTimestamp: '2026-11-21T10:00:00.000-08:00',
  runId: 9,
  verdict: 'confirmed',
  finding: 'identical',
  fileFinding: null,
  unaltered: 'yes',
  handsetOffline: null,
  sent: { text: 'Hello Ada 👋 #M7Q2K9X4TBC', from: '+12025550100', to: '+12025550200' },
  submission: {
    at: '2026-11-21T10:00:00.120-08:00',
    outcome: 'accepted',
    gateway: 'lab-verizon',
    error: null,
  },
  receipt: { at: '2026-11-21T10:00:03.900-08:00', state: 'delivered', error: null },
  reception: {
    at: '2026-11-21T10:00:04.480-08:00',
    statedAt: '2026-11-21T10:00:04.210-08:00',
    clock: 'handset',
    text: 'Hello Ada 👋 #M7Q2K9X4TBC',
    comparison: 'intact',
    sender: '+12025550100',
    senderComparison: 'identical',
    media: [],
  },
  evidence: 'handset',
  deadlineAt: '2026-11-21T10:15:01.000-08:00',
  settled: true,
};
const FILTERED_EXAMPLE = {
  ...LOG_EXAMPLE,
  messageBody: 'Hello {first_name} 👋',
  messageType: 'SMS',
  testType: 'IMMEDIATE',
};

const WHY_EXAMPLE = {
  testLogID: 41,
  testActivityStatus: 'RECEIVED',
  verdict: 'confirmed',
  settled: true,
  deadlineAt: '2026-11-21T10:15:00.120-08:00',
  waitsFor: null,
  setAside: [],
  evidence: [
    { kind: 'created', at: '2026-11-21T10:00:00.000-08:00', verdict: 'waiting' },
    {
      kind: 'claimed',
      at: '2026-11-21T10:00:00.100-08:00',
      verdict: 'waiting',
      attempt: 1,
      worker: 'probe-1:4711',
    },
    {
      kind: 'accepted',
      at: '2026-11-21T10:00:00.120-08:00',
      verdict: 'in transit',
      writtenAt: '2026-11-21T10:00:00.120-08:00',
      error: null,
    },
    {
      kind: 'reception',
      at: '2026-11-21T10:00:04.480-08:00',
      verdict: 'confirmed',
      source: 'native',
      reportedBy: { kind: 'key', name: 'Shelf' },
      phoneID: 1,
      stated: { at: '2026-11-21T10:00:04.210-08:00', clock: 'handset' },
      text: 'Hello Ada 👋 #M7Q2K9X4TBC',
      sender: '+12025550100',
      ignored: [],
      comparison: 'identical',
      senderComparison: 'identical',
      files: 0,
      part: null,
    },
    { kind: 'settled', at: '2026-11-21T10:00:04.482-08:00', verdict: 'confirmed' },
  ],
  joinedText: null,
  parts: [
    {
      part: 1,
      parts: 1,
      gateway: 'lab-verizon',
      providerId: '8f3a01',
      receipt: { at: null, state: 'none', error: null },
    },
  ],
  rule: [
    { question: 'Did the handset confirm that it received the message?', answer: 'Yes.' },
    { question: 'Did the text arrive as it was sent?', answer: 'Yes.' },
    { question: 'Did it come before the deadline?', answer: 'Yes.' },
  ],
  addsUp: true,
};

const RUN_EXAMPLE = {
  runId: 9,
  dueAt: '2026-11-21T10:00:00.000-08:00',
  creationTimestamp: '2026-11-21T10:00:00.000-08:00',
  closedAt: '2026-11-21T10:00:05.100-08:00',
  status: 'DELIVERED',
  reason: null,
  messages: { total: 6, settled: 6, received: 6, known: 6 },
};

const PAGING =
  'Pages, newest first. Beyond 10,000 logs use `cursor`, which costs the same at any depth; `page` and `cursor` exclude each other.';
const FILTERS =
  'Filters are combined with AND. Dates are days in Los Angeles and apply to the time a message was sent, else received; a message that was neither does not match any date.';

const FOR_CARRIER =
  '`testId` selects the messages of a test, `testId` with `runId` those of one run; `names=true` adds partner, client and office.';

export const logDocs = {
  phoneHistory: {
    summary: 'Get the last 14 days of a test phone, and the last messages to it',
    description:
      'Messages of the account’s partners only, found by the tests that name the phone; the last messages come from the newest 100 parts of runs.',
    problems: ['directory.unknown'],
    example: {
      days: [{ day: '2026-11-21', messages: 12, received: 11, known: 12, offline: 0 }],
      testLogs: [LOG_EXAMPLE],
    },
  },
  testRuns: {
    summary: 'List the runs of a test',
    description:
      'Pages, newest first, with the result of each due instant, including missed and skipped ones.',
    problems: ['test.unknown'],
    answerHeaders: [NEXT_CURSOR_HEADER],
    example: [RUN_EXAMPLE],
  },
  testLogs: {
    summary: 'List all logs',
    description: PAGING,
    answerHeaders: [TOTAL_COUNT_HEADER, RECEIVED_COUNT_HEADER, NEXT_CURSOR_HEADER],
    example: [LOG_EXAMPLE],
  },
  filteredLogs: {
    summary: 'List the logs that match a filter',
    description: `${PAGING} ${FILTERS}`,
    answerHeaders: [TOTAL_COUNT_HEADER, RECEIVED_COUNT_HEADER, NEXT_CURSOR_HEADER],
    example: [FILTERED_EXAMPLE],
  },
  exportLogs: {
    summary: 'Export the logs that match a filter as CSV',
    description: `Streamed, with a byte order mark; what a spreadsheet would read as a formula, in a cell or after a delimiter or line break in it, gets an apostrophe in front. ${FILTERS} With \`testId\` only the logs of that test, with \`testIds\` those of several tests, one test after the other. The last columns are Partner, Client, Office and Phone, the names in the directory, empty where it has none, and Delivery Seconds from submission to reception, empty if not received.`,
    answerHeaders: ['Content-Disposition'],
    answerType: 'text/csv',
  },
  generatePdf: {
    summary: 'Export the report of a test as PDF',
    description:
      '`id` is the ID of the test. Lists the newest 2,000 messages, and says so if there are more.',
    problems: ['test.unknown', 'report.busy', 'report.failed'],
    answerHeaders: ['Content-Disposition'],
    answerType: 'application/pdf',
  },
  generateFilteredPdf: {
    summary: 'Export the logs that match a filter as PDF',
    description: `Figures, charts, and the newest 2,000 logs; the CSV has all. ${FILTERS}`,
    problems: ['report.busy', 'report.failed'],
    answerHeaders: ['Content-Disposition'],
    answerType: 'application/pdf',
  },
  testLogsOfTest: {
    summary: 'List the logs of a test',
    description: 'All of them, newest first, streamed.',
    problems: ['test.unknown'],
    example: [LOG_EXAMPLE],
  },
  testLog: {
    summary: 'Read a log',
    problems: ['log.unknown'],
    example: LOG_EXAMPLE,
  },
  testLogsOfCode: {
    summary: 'Find the log of a message code',
    description:
      'The code follows the # at the end of each message. It is case-insensitive, with or without the #. Returns one log or none.',
    example: [LOG_EXAMPLE],
  },
  messageWhy: {
    summary: 'Explain the verdict of a log',
    description:
      'All stored evidence of a message in the order received, raw receipts and handset reports included, each with the verdict after it; and the questions of the rule that led to the verdict. `addsUp` says whether replaying the evidence gives what is stored.',
    problems: ['log.unknown'],
    example: WHY_EXAMPLE,
  },
  messageForCarrier: {
    summary: 'Describe a log for its carrier',
    description:
      'What the carrier needs to look up one of its messages: its ids, the account, numbers, times in UTC, errors, raw receipts, and both texts. Partner, client and office are left out.',
    problems: ['log.unknown'],
    example: {
      testLogID: 41,
      fields: [
        { name: 'Reference', value: '41' },
        { name: 'Message ID', value: '8F3A01' },
        { name: 'Submitted UTC', value: '2026-11-21T18:00:00.120Z' },
      ],
      text: 'Reference: 41\nMessage ID: 8F3A01\nSubmitted UTC: 2026-11-21T18:00:00.120Z',
    },
  },
  csvForCarrier: {
    summary: 'Export logs for the carrier as CSV',
    description: `One row per message, with all that \`for-carrier\` returns, escaped like the export of logs. ${FOR_CARRIER} ${FILTERS}`,
    answerHeaders: ['Content-Disposition'],
    answerType: 'text/csv',
  },
  pdfForCarrier: {
    summary: 'Export logs for the carrier as PDF',
    description: `The newest 500 messages; the CSV has all. ${FOR_CARRIER} ${FILTERS}`,
    problems: ['report.busy', 'report.failed'],
    answerHeaders: ['Content-Disposition'],
    answerType: 'application/pdf',
  },
  report: {
    summary: 'Read the report of a test',
    description:
      'The test, its newest logs, and for each log the seconds from submission to reception (0 if not received). The delivery rate comes with its formula.',
    problems: ['test.unknown', 'run.unknown'],
    example: {
      test: { ...TEST_EXAMPLE, executionStatus: 'DELIVERED', nextDue: null },
      directory: {
        partners: [{ id: 1, name: 'Acorn Dental Group' }],
        clients: [{ id: 1, name: 'Acorn North' }],
        offices: [{ id: 1, name: 'Oak Street' }],
        testPhones: [
          { phoneID: 1, name: 'Pixel on the shelf', phoneNumber: '+12025550200', carrier: 'Verizon' },
        ],
      },
      history: [{ what: 'created', at: '2026-11-21T10:00:00.000-08:00', by: 'admin', token: null }],
      testLogs: [LOG_EXAMPLE],
      testDurations: [4.36],
      testDurationLogIDs: [41],
      testLogCount: 1,
      isNewest: true,
      runs: [RUN_EXAMPLE],
      runCount: 1,
      upcoming: [],
      rate: {
        received: 1,
        known: 1,
        unknown: 0,
        offline: 0,
        notSent: 0,
        inProgress: 0,
        deliveryRate: 100,
        unaltered: 150,
        compared: 158,
        notReported: 2,
        unalteredRate: 94.9,
        formula: 'messages received ÷ messages with a known outcome',
      },
    },
  },
} as const satisfies Record<string, CallDoc>;
