/** API documentation of the analytics figures. */
import type { CallDoc } from './call-doc.ts';

const OF_MESSAGES =
  'Takes the same filters as the logs, combined with AND. Messages in progress or with an unknown outcome are left out of every rate.';
const OF_TESTS =
  'Counts tests, so it takes only `messageType`, `testType`, and dates, which filter by the day of creation.';
const DAYS = `${OF_MESSAGES} Labels are days in Los Angeles, in chronological order.`;
const TRUTH = { judged: 1_000, claimed: 990, seen: 950, claimedRate: 99, seenRate: 95 };
const BY_STATUS = { UNEXECUTED: 3, EXECUTING: 1, DELIVERED: 40, PARTIALLY_DELIVERED: 6, FAILED: 2 };

export const analyticsDocs = {
  messageCount: ofMessages('Count messages', { messageCount: 1_204 }),
  receivedMessageCount: ofMessages('Count messages received', { receivedMessageCount: 1_130 }),
  deliveryRate: ofMessages('Delivery rate', { deliveryRate: 96.4 }),
  unalteredRate: ofMessages(
    'Unaltered rate',
    { unalteredRate: 96.3, unaltered: 1_092, compared: 1_134, notReported: 38 },
    `${OF_MESSAGES} Counts messages received; those whose text, sender or files were not reported are left out.`,
  ),
  receiptTruth: ofMessages(
    'What receipts claimed, and what handsets saw',
    { ...TRUTH, carriers: { Verizon: TRUTH } },
    `${OF_MESSAGES} Counts messages whose outcome a handset decides.`,
  ),
  dailyReceiptTruth: ofMessages(
    'What receipts claimed, and what handsets saw, by day and carrier, last 30 days',
    { '2026-11-21': { Verizon: TRUTH } },
    `${DAYS} Counts messages whose outcome a handset decides.`,
  ),
  deliveryDelay: ofMessages('Mean minutes from submission to reception', { deliveryDelay: 0.07 }),
  dailyDeliveryRates: ofMessages(
    'Delivery rate by day, last 30 days',
    { '2026-11-20': 97.1, '2026-11-21': null },
    DAYS,
  ),
  hourlyDeliveryRates: ofMessages('Delivery rate by hour of the day', { '00:00': null, '01:00': 98.2 }),
  biAnnualDeliveryRates: ofMessages('Delivery rate by month, last six months', {
    '2026-10': 95.9,
    '2026-11': 96.4,
  }),
  filteredDeliveryTrend: ofMessages(
    'Delivery rate by day within the given dates',
    { '2026-11-21': 96.4 },
    DAYS,
  ),
  carrierDeliveryRates: ofMessages('Delivery rate by carrier', { 'AT&T': 97.5, Verizon: 95.2 }),
  messageTypeDistribution: ofMessages('Count messages by message type', { SMS: 1_100, MMS: 104 }),
  testTypeDistribution: ofMessages('Count messages by test type', {
    IMMEDIATE: 900,
    SCHEDULED: 200,
    RECURRING: 104,
  }),
  findingCounts: ofMessages(
    'Count messages by finding',
    {
      findingCounts: {
        identical: 1_080,
        equivalent: 12,
        cosmetic: 14,
        'text added': 6,
        escaped: 1,
        're-encoded': 18,
        masked: 2,
        'link rewritten': 5,
        'part missing': 0,
        truncated: 3,
        'joined wrongly': 1,
        altered: 9,
        'text not told': 7,
        'handset offline': 4,
        'not sent': 0,
      },
      fileFindingCounts: {
        'not told': 1,
        missing: 4,
        damaged: 1,
        'other kind': 0,
        recoded: 27,
        identical: 71,
      },
      senderChangedCount: 21,
    },
    `${OF_MESSAGES} A message has at most one finding; a changed sender and the files of an MMS are counted in addition.`,
  ),
  executionStatusCounts: ofTests('Count tests by status', { executionStatusCounts: BY_STATUS }),
  executionStatusDistribution: ofTests('Count tests by status, for a chart', {
    executionStatusDistribution: BY_STATUS,
  }),
  executionSuccessRate: ofTests('Share of finished tests that were delivered at least in part', {
    executionSuccessRate: 95.8,
  }),
  fullyDeliveredRate: ofTests('Share of finished tests that were fully delivered', {
    fullyDeliveredRate: 83.3,
  }),
  unexecutedTestCount: ofTests('Count tests that have not started', { unexecutedTestCount: 3 }),
  executingTestCount: ofTests('Count tests in progress', { executingTestCount: 1 }),
  analyticsBundle: {
    summary: 'Get many figures at once',
    description:
      'The figures in `names`, as their own calls return them, and the same for each of the `periods`, whose dates replace those of the filter. ' +
      'Figures of tests apply only the date and type filters and ignore the others, which their own calls refuse. A failed figure is missing, and `failed` says why; if all fail, the call fails.',
    example: {
      figures: {
        'message-count': { messageCount: 1_204 },
        'execution-success-rate': { executionSuccessRate: 95.8 },
      },
      failed: {},
      periods: [
        {
          startDate: '2026-11-15',
          endDate: '2026-11-21',
          figures: { 'message-count': { messageCount: 311 } },
          failed: { 'execution-success-rate': 'Something went wrong on our side.' },
        },
      ],
    },
  },
} as const satisfies Record<string, CallDoc>;

function ofMessages(summary: string, example: unknown, description = OF_MESSAGES): CallDoc {
  return { summary, description, example };
}

function ofTests(summary: string, example: unknown): CallDoc {
  return { summary, description: OF_TESTS, example };
}
