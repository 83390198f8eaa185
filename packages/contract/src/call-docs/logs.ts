/** Test logs and reports in the description of the interface. */
import { NEXT_CURSOR_HEADER, RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '../headers.ts';
import type { CallDoc } from './call-doc.ts';
import { RUN_EXAMPLE } from './schedules.ts';
import { TEST_EXAMPLE } from './tests.ts';

const LOG_EXAMPLE = {
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
  settled: true,
};
const FILTERED_EXAMPLE = {
  ...LOG_EXAMPLE,
  messageBody: 'Hello {first_name} 👋',
  messageType: 'SMS',
  testType: 'IMMEDIATE',
};

const PAGING =
  'Newest first, by page. Beyond 10,000 logs go on by `cursor`, which costs the same at any depth; page and cursor exclude each other.';
const FILTERS =
  'All filters given must hold. Dates are days in Los Angeles and look at the time a message was sent, else received; one that was neither is left out under them.';

export const logDocs = {
  testLogs: {
    chapter: 'logs',
    summary: 'List all logs',
    description: PAGING,
    answerHeaders: [TOTAL_COUNT_HEADER, RECEIVED_COUNT_HEADER, NEXT_CURSOR_HEADER],
    example: [LOG_EXAMPLE],
  },
  filteredLogs: {
    chapter: 'logs',
    summary: 'List the logs of a filter',
    description: `${PAGING} ${FILTERS}`,
    answerHeaders: [TOTAL_COUNT_HEADER, RECEIVED_COUNT_HEADER, NEXT_CURSOR_HEADER],
    example: [FILTERED_EXAMPLE],
  },
  exportLogs: {
    chapter: 'logs',
    summary: 'Save the logs of a filter as CSV',
    description: `Streamed, with a byte order mark; cells that a spreadsheet would take for a formula begin with an apostrophe. ${FILTERS} With testId the logs of that test alone.`,
    answerHeaders: ['Content-Disposition'],
    answerType: 'text/csv',
  },
  generatePdf: {
    chapter: 'logs',
    summary: 'Save the report of a test as PDF',
    description:
      "`id` is the test's. The newest 2,000 messages are listed; a sentence on the page says so where there are more.",
    problems: ['test.unknown', 'report.busy', 'report.failed'],
    answerHeaders: ['Content-Disposition'],
    answerType: 'application/pdf',
  },
  generateFilteredPdf: {
    chapter: 'logs',
    summary: 'Save the logs of a filter as PDF',
    description: `What the filter adds up to, charts, and the newest 2,000 logs; the CSV has them all. ${FILTERS}`,
    problems: ['report.busy', 'report.failed'],
    answerHeaders: ['Content-Disposition'],
    answerType: 'application/pdf',
  },
  testLogsOfTest: {
    chapter: 'logs',
    summary: 'List the logs of a test',
    description: 'All of them, newest first, streamed.',
    problems: ['test.unknown'],
    example: [LOG_EXAMPLE],
  },
  testLog: {
    chapter: 'logs',
    summary: 'Read a log',
    problems: ['log.unknown'],
    example: LOG_EXAMPLE,
  },
  report: {
    chapter: 'logs',
    summary: 'Read the report of a test',
    description:
      'The test, its newest logs, and of each log the seconds from submitted to received (0 where not received). The delivery rate comes with the formula it is reckoned by.',
    problems: ['test.unknown', 'run.unknown'],
    example: {
      test: { ...TEST_EXAMPLE, executionStatus: 'DELIVERED', nextDue: null },
      testLogs: [LOG_EXAMPLE],
      testDurations: [4.36],
      testDurationLogIDs: [41],
      testLogCount: 1,
      runs: [RUN_EXAMPLE],
      runCount: 1,
      upcoming: [],
      rate: {
        received: 1,
        known: 1,
        unknown: 0,
        offline: 0,
        inProgress: 0,
        deliveryRate: 100,
        formula: 'messages received ÷ messages whose outcome is known × 100',
      },
    },
  },
} as const satisfies Record<string, CallDoc>;
