/** Sample reports with content that is hard to render: other scripts, long texts, code. */
import { MESSAGE_STATUSES } from '@textprobe/domain/message-status';
import type {
  CarrierReportLog,
  FilteredReportHead,
  FilteredReportLog,
  Report,
  TestReportHead,
  TestReportLog,
} from '../report-data.ts';

/** 2026-11-21 10:30:00 in Los Angeles. */
export const GENERATED = { at: Date.UTC(2026, 10, 21, 18, 30), by: 'operator' };

/** Every script that has a font, and text that looks like Typst code. */
export const HARD_TEXT = [
  'Hello {first_name} 👋🏽 your order is ready ❤️',
  'مرحبا بالعالم، طلبك جاهز للاستلام',
  '您的订单已准备好，请尽快领取。',
  '주문이 준비되었습니다.',
  '#panic("no") $x^2$ \\ #[*bold*] @ref <label> `raw` // comment /* */ ~ -- "quotes"',
].join('\n');

const TIME = '2026-11-21T10:00:';

/** A message that the handset confirmed after 2.5 s. */
export function confirmedLog(changes: Partial<TestReportLog> = {}): TestReportLog {
  return {
    testLogID: 1001,
    testID: 42,
    carrier: 'AT&T',
    testActivityStatus: 'RECEIVED',
    verdict: 'confirmed',
    finding: 'identical',
    fileFinding: null,
    messageSentTimestamp: `${TIME}01.000-08:00`,
    messageReceivedTimestamp: `${TIME}03.500-08:00`,
    creationTimestamp: `${TIME}00.000-08:00`,
    office: 'Acorn North Oak Street',
    officePhone: '+12025550100',
    phone: 'Phone 1',
    phoneNumber: '+12025550201',
    seconds: 2.5,
    sentText: 'Hello #A0000000001',
    providerIds: [],
    submission: { outcome: 'accepted', at: `${TIME}01.000-08:00`, error: null },
    receipt: { state: 'delivered', at: `${TIME}03.000-08:00`, error: null },
    reception: {
      at: `${TIME}03.500-08:00`,
      text: 'Hello #A0000000001',
      comparison: 'intact',
      sender: '+12025550100',
      senderComparison: 'identical',
    },
    handsetOffline: null,
    evidence: 'handset',
    settled: true,
    ...changes,
  };
}

/** The same message in a report for its carrier. */
export function carrierLog(): CarrierReportLog {
  const log = confirmedLog();
  return {
    log: {
      ...log,
      messageType: 'SMS',
      sent: { text: log.sentText, from: log.officePhone, to: log.phoneNumber },
      submission: { ...log.submission, gateway: 'Acme' },
    },
    account: 'smsc.example:2775 textprobe',
    providerIds: ['8f3a01'],
    rawReceipts: ['id:8F3A01 stat:DELIVRD err:000'],
    names: null,
  };
}

/** Parts of a message without confirmation, and of one without a receipt either. */
const UNCONFIRMED = { reception: null, messageReceivedTimestamp: null, seconds: 0 };
const SILENT = { ...UNCONFIRMED, receipt: { state: 'none' as const, at: null, error: null } };

/** Messages of every kind, in rotation. */
export function mixedLogs(count: number): TestReportLog[] {
  const received = { ...confirmedLog().receipt };
  const kinds: Partial<TestReportLog>[] = [
    {},
    { carrier: 'Verizon', seconds: 1.2, phone: 'Galaxy S24 – reception desk', phoneNumber: '+12025550202' },
    {
      carrier: 'T-Mobile',
      verdict: 'receipt only',
      testActivityStatus: 'DELIVERED',
      ...UNCONFIRMED,
    },
    {
      verdict: 'rejected',
      testActivityStatus: 'FAILED',
      submission: {
        outcome: 'rejected',
        at: `${TIME}01.000-08:00`,
        error: 'Invalid destination address (11)',
      },
      ...SILENT,
    },
    {
      verdict: 'altered',
      finding: 're-encoded',
      sentText: 'Tschüß – grüß Gott 👋 #A0000000002',
      reception: {
        at: `${TIME}08.000-08:00`,
        text: 'Tsch?? - gr?? Gott ?? #A0000000002',
        comparison: 'altered',
        sender: '32665',
        senderComparison: 'altered',
      },
      seconds: 7,
    },
    {
      verdict: 'lost',
      testActivityStatus: 'FAILED',
      ...SILENT,
    },
    {
      verdict: 'unknown',
      testActivityStatus: 'UNKNOWN',
      submission: { outcome: 'unknown', at: `${TIME}01.000-08:00`, error: 'The link was lost' },
      ...SILENT,
    },
    {
      verdict: 'handset offline',
      testActivityStatus: 'UNKNOWN',
      handsetOffline: { heardAt: `${TIME.replace('10:', '09:')}00.000-08:00` },
      ...SILENT,
    },
    {
      verdict: 'in transit',
      testActivityStatus: 'SENT',
      ...SILENT,
      settled: false,
    },
    { verdict: 'late', seconds: 1_000, receipt: received },
    {
      verdict: 'waiting',
      testActivityStatus: 'PENDING',
      submission: { outcome: 'waiting', at: null, error: null },
      ...SILENT,
      messageSentTimestamp: null,
      settled: false,
    },
  ];
  return Array.from({ length: count }, (_, index) =>
    confirmedLog({ ...kinds[index % 3 === 0 ? 0 : index % kinds.length], testLogID: 1_000 + count - index }),
  );
}

/** The head of a test's report; its counts match no particular logs. */
export function testHead(
  changes: Partial<Omit<TestReportHead, 'kind' | 'test'>> & { test?: Partial<TestReportHead['test']> } = {},
): TestReportHead {
  const { test, ...rest } = changes;
  return {
    kind: 'test',
    generated: GENERATED,
    test: {
      id: 42,
      type: 'IMMEDIATE',
      messageType: 'SMS',
      body: HARD_TEXT,
      status: 'PARTIALLY_DELIVERED',
      statusReason: null,
      created: `${TIME}00.000-08:00`,
      updated: `${TIME}00.000-08:00`,
      scheduled: null,
      nextDue: null,
      recurrenceRule: {},
      ...test,
    },
    partners: ['Acorn'],
    clients: ['Acorn North', 'Acorn South'],
    offices: ['Acorn North Oak Street', 'Acorn North Pine Road', 'Acorn South Oak Street'],
    isPaired: false,
    receivers: ['Phone 1', 'Galaxy S24 – reception desk', 'Phone 3'],
    carriers: ['AT&T', 'Verizon', 'T-Mobile'],
    media: [],
    rate: {
      received: 52,
      known: 68,
      unknown: 4,
      offline: 0,
      notSent: 0,
      inProgress: 8,
      deliveryRate: 76.5,
      unaltered: 45,
      compared: 62,
      notReported: 6,
      unalteredRate: 72.6,
      formula: 'messages received ÷ messages whose outcome is known × 100',
    },
    logCount: 80,
    ...rest,
  };
}

/** The report of one test, with its logs in two batches. */
export function testReport(
  logs: readonly TestReportLog[],
  changes: Parameters<typeof testHead>[0] = {},
): Extract<Report, { head: TestReportHead }> {
  return { head: testHead({ logCount: logs.length, ...changes }), logs: batches(logs) };
}

/** A filtered report over these logs. */
export function filteredReport(
  logs: readonly FilteredReportLog[],
  changes: Partial<FilteredReportHead> = {},
): Extract<Report, { head: FilteredReportHead }> {
  const head: FilteredReportHead = {
    kind: 'filtered',
    generated: GENERATED,
    filters: [
      { name: 'From', value: '11/01/2026' },
      { name: 'Carrier', value: 'AT&T' },
    ],
    messages: logs.length,
    rate: testHead().rate,
    averageDelay: 0.06,
    trend: {
      unit: 'day',
      points: Array.from({ length: 30 }, (_, day) => ({
        label: `2026-11-${String(day + 1).padStart(2, '0')}`,
        rate: day % 7 === 5 ? null : 70 + ((day * 37) % 31),
      })),
    },
    statuses: MESSAGE_STATUSES.map((status, index) => ({ status, messages: (index + 1) * 120 })),
    fileFindings: [{ finding: 'missing', messages: 3 }],
    findings: [
      { finding: 'identical', messages: 940 },
      { finding: 're-encoded', messages: 41 },
      { finding: 'truncated', messages: 2 },
      { finding: 'sender changed', messages: 12 },
    ],
    carriers: [
      { carrier: 'AT&T', messages: 1_200, rate: 98.1 },
      { carrier: 'T-Mobile', messages: 800, rate: 71.4 },
      { carrier: 'Verizon', messages: 20, rate: null },
    ],
    tests: [
      { status: 'DELIVERED', tests: 120 },
      { status: 'PARTIALLY_DELIVERED', tests: 30 },
      { status: 'FAILED', tests: 8 },
      { status: 'EXECUTING', tests: 1 },
      { status: 'UNEXECUTED', tests: 12 },
    ],
    ...changes,
  };
  return { head, logs: batches(logs) };
}

/** Logs of a filtered report. */
export function filteredLogs(count: number, messageBody = 'Hello {first_name}'): FilteredReportLog[] {
  return mixedLogs(count).map((log) => ({ ...log, messageBody, messageType: 'SMS', testType: 'IMMEDIATE' }));
}

async function* batches<Log>(logs: readonly Log[]): AsyncGenerator<readonly Log[]> {
  const half = Math.ceil(logs.length / 2);
  yield logs.slice(0, half);
  yield logs.slice(half);
}
