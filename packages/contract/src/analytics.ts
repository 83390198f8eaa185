/** The analytics figures: names, filters and answers (CALL-18, ANALYTICS-5, 6 and 10, WIRE). */
import {
  endDateInstant,
  STATUS_WORDS,
  startDateInstant,
  statusOfWord,
} from '@textprobe/domain/analytics-filter';
import { FILE_FINDINGS } from '@textprobe/domain/file-classes';
import { FINDING_WORDS, FINDINGS } from '@textprobe/domain/finding';
import { ALL_ROLES } from '@textprobe/domain/roles';
import { EXECUTION_STATUSES } from '@textprobe/domain/run-status';
import { VERDICTS } from '@textprobe/domain/verdict';
import { z } from 'zod';
import { get } from './call.ts';
import { choiceInAnyCase, dateFilter, shownAs } from './query-form.ts';
import { MESSAGE_TYPES, TEST_TYPES } from './tests.ts';
import { queryIdSchema, wellFormedText } from './text.ts';

const lowerCase = (text: string) => text.toLowerCase();

const typeFilters = {
  messageType: choiceInAnyCase(MESSAGE_TYPES).optional(),
  testType: choiceInAnyCase(TEST_TYPES).optional(),
};

/** The filters of ANALYTICS-5; dates become instants, status words the status they select. */
export const analyticsFilters = {
  startDate: dateFilter(startDateInstant),
  endDate: dateFilter(endDateInstant),
  /** The office's partner when the message was created. */
  partnerId: queryIdSchema.optional(),
  status: shownAs(z.string().transform(lowerCase).pipe(z.enum(STATUS_WORDS)).transform(statusOfWord), {
    type: 'string',
    enum: STATUS_WORDS,
    description: 'Case-insensitive.',
  }).optional(),
  carrier: wellFormedText(200).optional(),
  /** The finding about the message (finding.ts); `sender changed` is independent of the others. */
  finding: shownAs(z.string().transform(lowerCase).pipe(z.enum(FINDING_WORDS)), {
    type: 'string',
    enum: FINDING_WORDS,
    description: 'Case-insensitive.',
  }).optional(),
  /** What became of the files of an MMS (file-finding.ts). */
  fileFinding: shownAs(z.string().transform(lowerCase).pipe(z.enum(FILE_FINDINGS)), {
    type: 'string',
    enum: FILE_FINDINGS,
    description: 'Case-insensitive.',
  }).optional(),
  /** The verdict on the message (verdict.ts). */
  verdict: shownAs(z.string().transform(lowerCase).pipe(z.enum(VERDICTS)), {
    type: 'string',
    enum: VERDICTS,
    description: 'Case-insensitive.',
  }).optional(),
  ...typeFilters,
};

const messageFigureQuery = z.strictObject(analyticsFilters);
export type AnalyticsQuery = z.output<typeof messageFigureQuery>;

const refused = z
  .never({ error: 'This figure counts tests, which do not have this filter. Leave it out.' })
  .optional();
/** Dates filter by the day of creation. The others apply to messages only. */
const testFigureQuery = z.strictObject({
  startDate: analyticsFilters.startDate,
  endDate: analyticsFilters.endDate,
  partnerId: refused,
  status: refused,
  carrier: refused,
  finding: refused,
  fileFinding: refused,
  verdict: refused,
  ...typeFilters,
});
export type TestFigureQuery = z.output<typeof testFigureQuery>;

/** The longest period of a figure by days: ten years. */
export const TREND_DAYS_LIMIT = 3_660;

const count = z.number().int().min(0);
const deliveryRate = z
  .number()
  .nullable()
  .describe(
    'Messages received ÷ messages with a known outcome, in percent with one decimal; null while none is known.',
  );
const rates = z.record(z.string(), deliveryRate);
const receiptTruth = z.object({
  judged: count.describe('Messages with a known outcome that a handset decides.'),
  claimed: count.describe('Of these, messages whose receipt says delivered.'),
  seen: count.describe('Of these, messages that the handset received.'),
  claimedRate: deliveryRate.describe('claimed ÷ judged, in percent with one decimal; null when judged is 0.'),
  seenRate: deliveryRate.describe('seen ÷ judged, in percent with one decimal; null when judged is 0.'),
});
export type ReceiptTruthFigure = z.infer<typeof receiptTruth>;

const testCounts = z.object(byName(EXECUTION_STATUSES));
const testRate = (counted: string) =>
  z
    .number()
    .nullable()
    .describe(
      `${counted} tests ÷ finished tests with a known outcome, in percent with one decimal; null without any.`,
    );

function byName<const N extends string>(names: readonly N[]) {
  return Object.fromEntries(names.map((name) => [name, count])) as Record<N, typeof count>;
}

/** The seventeen figures of the specification, and ours: findings, unaltered rate, and receipts beside handsets. Each has a call of its own. */
export const analyticsCalls = {
  messageCount: ofMessages('message-count', z.object({ messageCount: count })),
  receivedMessageCount: ofMessages('received-message-count', z.object({ receivedMessageCount: count })),
  deliveryRate: ofMessages('delivery-rate', z.object({ deliveryRate })),
  deliveryDelay: ofMessages(
    'delivery-delay',
    z.object({
      deliveryDelay: z
        .number()
        .nullable()
        .describe('Mean minutes from submission to reception by our clock; null while none was received.'),
    }),
  ),
  dailyDeliveryRates: ofMessages('daily-delivery-rates', rates),
  hourlyDeliveryRates: ofMessages('hourly-delivery-rates', rates),
  biAnnualDeliveryRates: ofMessages('bi-annual-delivery-rates', rates),
  filteredDeliveryTrend: ofMessages('filtered-delivery-trend', rates),
  carrierDeliveryRates: ofMessages('carrier-delivery-rates', rates),
  messageTypeDistribution: ofMessages('message-type-distribution', z.object(byName(MESSAGE_TYPES))),
  testTypeDistribution: ofMessages('test-type-distribution', z.object(byName(TEST_TYPES))),
  findingCounts: ofMessages(
    'finding-counts',
    z.object({
      findingCounts: z
        .object(byName(FINDINGS))
        .describe('Messages by finding; those without one are not counted.'),
      fileFindingCounts: z
        .object(byName(FILE_FINDINGS))
        .describe('MMS by what became of their files; those not compared yet are not counted.'),
      senderChangedCount: count.describe('Messages that arrived with another sender, whatever the finding.'),
    }),
  ),
  unalteredRate: ofMessages(
    'unaltered-rate',
    z.object({
      unalteredRate: z
        .number()
        .nullable()
        .describe('unaltered ÷ compared, in percent with one decimal; null when compared is 0.'),
      unaltered: count.describe('Received with text, sender and files as sent, or looking the same.'),
      compared: count.describe('Messages received whose text, sender and files were reported.'),
      notReported: count.describe(
        'Received messages for which one of these was not reported: left out of this rate.',
      ),
    }),
  ),
  receiptTruth: ofMessages(
    'receipt-truth',
    receiptTruth.extend({ carriers: z.record(z.string(), receiptTruth).describe('The same by carrier.') }),
  ),
  dailyReceiptTruth: ofMessages(
    'daily-receipt-truth',
    z
      .record(z.string(), z.record(z.string(), receiptTruth))
      .describe('The same by day and carrier; days and carriers without such messages are left out.'),
  ),
  executionStatusCounts: ofTests('execution-status-counts', z.object({ executionStatusCounts: testCounts })),
  executionStatusDistribution: ofTests(
    'execution-status-distribution',
    z.object({ executionStatusDistribution: testCounts }),
  ),
  executionSuccessRate: ofTests(
    'execution-success-rate',
    z.object({ executionSuccessRate: testRate('DELIVERED and PARTIALLY_DELIVERED') }),
  ),
  fullyDeliveredRate: ofTests(
    'fully-delivered-rate',
    z.object({ fullyDeliveredRate: testRate('DELIVERED') }),
  ),
  unexecutedTestCount: ofTests('unexecuted-test-count', z.object({ unexecutedTestCount: count })),
  executingTestCount: ofTests('executing-test-count', z.object({ executingTestCount: count })),
};

function ofMessages<N extends string, A extends z.ZodType>(name: N, answer: A) {
  return get(`/api/tests/sm/v1/analytics/${name}`, { roles: ALL_ROLES, query: messageFigureQuery, answer });
}

function ofTests<N extends string, A extends z.ZodType>(name: N, answer: A) {
  return get(`/api/tests/sm/v1/analytics/${name}`, { roles: ALL_ROLES, query: testFigureQuery, answer });
}
