/** The measured queries: each as a screen's HTTP request, and as plain SQL for comparison. */
import { analyticsCalls } from '@textprobe/contract/analytics';
import { calls } from '@textprobe/contract/calls';
import { RETIRED_CARRIER } from '../seed/directory.ts';
import type { Landmarks } from './landmarks.ts';

export interface Question {
  readonly name: string;
  /** Sent at once, as by a browser. */
  readonly paths: readonly string[];
  /** Equivalent statements, run in sequence. */
  readonly sql: readonly string[];
  /** Target in milliseconds over HTTP, p95 (design, section 7); null: none. */
  readonly target: number | null;
  /** Whether an account with some partners may ask it too. */
  readonly isInScope: boolean;
}

const TESTS_TARGET = 20;
const SEARCH_TARGET = 100;
const LOGS_TARGET = 15;
const BUNDLE_TARGET = 60;
const DIRECTORY_TARGET = 100;

export function listQuestions(known: Landmarks): Question[] {
  return [
    ...testQuestions(known),
    ...logQuestions(known),
    ...directoryQuestions(),
    ...analyticsQuestions(known),
  ];
}

function testQuestions({ partnerId, clientId, officeId }: Landmarks): Question[] {
  const list = (
    name: string,
    query: Record<string, string | number>,
    where: string,
    target = TESTS_TARGET,
  ): Question => ({
    name: `tests, ${name}`,
    paths: [address(calls.listTests.path, { page: 1, ...query })],
    sql: [testsPage(where, Number(query.page ?? 1)), `select count(*) from tests where ${where}`],
    target,
    isInScope: true,
  });
  return [
    list('page 1', {}, 'true'),
    list('page 5,000', { page: 5_000 }, 'true'),
    list('page 10,000', { page: 10_000 }, 'true'),
    list('status FAILED', { executionStatus: 'FAILED' }, `execution_status = 'FAILED'`),
    list('status EXECUTING (none)', { executionStatus: 'EXECUTING' }, `execution_status = 'EXECUTING'`),
    list('type RECURRING', { testType: 'RECURRING' }, `test_type = 'RECURRING'`),
    list('a partner', { partnerId }, `partner_ids @> array[${partnerId}]`),
    list('a client', { clientId }, `client_ids @> array[${clientId}]`),
    list('an office', { officeId }, `office_ids @> array[${officeId}]`),
    list(
      'partner, status and type',
      { partnerId, executionStatus: 'DELIVERED', testType: 'IMMEDIATE' },
      `partner_ids @> array[${partnerId}] and execution_status = 'DELIVERED' and test_type = 'IMMEDIATE'`,
    ),
    list('a frequent word', { text: 'Your' }, `body ilike '%your%'`, SEARCH_TARGET),
    list('words of no test', { text: 'zebra code' }, `body ilike '%zebra%'`, SEARCH_TARGET),
    list('a carrier', { carrier: 'verizon' }, ofCarrier('Verizon'), SEARCH_TARGET),
    list('a retired carrier', { carrier: RETIRED_CARRIER }, ofCarrier(RETIRED_CARRIER), SEARCH_TARGET),
  ];
}

function ofCarrier(carrier: string): string {
  return `phone_ids && array(select id from test_phones where carrier = '${carrier}')`;
}

function testsPage(where: string, page: number): string {
  return `select * from tests where ${where} order by created_at desc, id desc limit 10 offset ${(page - 1) * 10}`;
}

function logQuestions(known: Landmarks): Question[] {
  const logs = (
    name: string,
    query: Record<string, string | number>,
    where: string,
    offset = 0,
  ): Question => ({
    name: `logs, ${name}`,
    paths: [address(calls.filteredLogs.path, query)],
    sql: [logsPage(where, offset)],
    target: LOGS_TARGET,
    isInScope: true,
  });
  const { cursor, from, until, testOf50 } = known;
  const [at = '', id = ''] = cursor.split('.');
  const before = `created_at <= to_timestamp(${at}/1000.0) and (created_at, id) < (to_timestamp(${at}/1000.0), ${id})`;
  const sent = 'coalesce(submitted_at, received_at)';
  const dated = `${sent} >= '${from} America/Los_Angeles' and ${sent} < '${until} America/Los_Angeles'::timestamptz + interval '1 day'
    and created_at >= '${from}'::timestamptz - interval '2 days' and created_at < '${until}'::timestamptz + interval '3 days'`;
  return [
    { ...logs('newest page', {}, 'true'), paths: [calls.testLogs.path] },
    {
      ...logs('a page in the middle by cursor', {}, before),
      paths: [address(calls.testLogs.path, { cursor })],
    },
    { ...logs('page 200', {}, 'true', 9_950), paths: [address(calls.testLogs.path, { page: 200 })] },
    logs('status unknown (rare)', { status: 'unknown' }, 'status = 2'),
    logs('status initiated (none)', { status: 'initiated' }, 'status = 0 and settled_at is null'),
    logs('status failed', { status: 'failed' }, 'status = 3'),
    logs('a carrier', { carrier: 'verizon' }, `carrier = 'Verizon'`),
    logs('a small carrier', { carrier: 'google fi' }, `carrier = 'Google Fi'`),
    logs('a retired carrier', { carrier: RETIRED_CARRIER }, `carrier = '${RETIRED_CARRIER}'`),
    logs('MMS', { messageType: 'MMS' }, `message_type = 'MMS'`),
    logs('a month', { startDate: from, endDate: until }, dated),
    logs(
      'a month, carrier, unknown',
      { startDate: from, endDate: until, carrier: 'AT&T', status: 'unknown' },
      `${dated} and carrier = 'AT&T' and status = 2`,
    ),
    {
      name: 'report of a test with 50 logs',
      paths: [address(calls.report.path, { testId: testOf50 })],
      sql: [
        `select * from tests where id = ${testOf50}`,
        `select m.* from ${messagesOf(testOf50)} order by m.created_at desc, m.id desc limit 2000`,
        `select * from receptions where message_id in (select m.id from ${messagesOf(testOf50)})`,
      ],
      target: null,
      // The test may have other partners.
      isInScope: false,
    },
  ];
}

/** Offices as they are kept, of 10,000; and as they are chosen. */
function directoryQuestions(): Question[] {
  const from = 'from offices e join clients c on c.id = e.client_id join partners p on p.id = c.partner_id';
  const question = (name: string, path: string, where: string): Question => ({
    name: `directory, ${name}`,
    paths: [path],
    sql: [
      `select e.*, c.name, p.name ${from} where ${where} order by lower(e.name), e.id limit 50`,
      `select count(*) ${from} where ${where}`,
    ],
    target: DIRECTORY_TARGET,
    isInScope: true,
  });
  const list = (name: string, query: Record<string, string | number>, where: string) =>
    question(name, address(calls.listOffices.path, query), where);
  const search = address(calls.searchDirectory.path, { kind: 'office', text: 'office 77' });
  const found = `concat_ws(' ', e.name, c.name, p.name) ilike '%office%' and concat_ws(' ', e.name, c.name, p.name) ilike '%77%'`;
  return [
    list('offices', {}, 'true'),
    list('offices by partner, page 150', { order: '-partner', page: 150 }, 'true'),
    list('offices, a search', { text: 'office 77', state: 'active' }, found),
    list('offices, words of none', { text: 'zebra' }, `e.name ilike '%zebra%'`),
    question('a picker’s search', search, found),
  ];
}

/** Through chunks: messages have no index by test. */
function messagesOf(testId: number): string {
  return `chunks c join messages m on m.created_at = c.created_at and m.id >= c.first_id and m.id < c.first_id + c.count
    where c.origin and c.test_id = ${testId}`;
}

function logsPage(where: string, offset: number): string {
  return `with page as materialized (
      select * from messages where ${where} order by created_at desc, id desc limit 51 offset ${offset})
    select page.*, tests.body from page join tests on tests.id = page.test_id order by page.created_at desc, page.id desc`;
}

const TEST_FIGURES = /^execution|^fullyDelivered|^unexecuted|^executing/;

/** All statistics; those of tests support only type and date filters. */
function analyticsQuestions({ from, until }: Landmarks): Question[] {
  const bundle = (name: string, query: Record<string, string>, where: string): Question => ({
    name: `analytics, ${name}`,
    paths: Object.entries(analyticsCalls).map(([figure, { path }]) => {
      const { startDate, endDate, messageType, testType } = query;
      const ofTests = {
        ...(startDate && { startDate }),
        ...(endDate && { endDate }),
        ...(messageType && { messageType }),
        ...(testType && { testType }),
      };
      return address(path, TEST_FIGURES.test(figure) ? ofTests : query);
    }),
    sql: [
      `select carrier, message_type, test_type, status, received, sum(messages), sum(delay_ms), sum(delayed)
        from hourly_rollups where ${where} group by 1, 2, 3, 4, 5`,
      `select hour, received, status, sum(messages) from hourly_rollups
        where ${where === 'true' ? `hour >= now() - interval '30 days'` : where} group by 1, 2, 3`,
      'select execution_status, test_type, count(*) from tests group by 1, 2',
    ],
    target: BUNDLE_TARGET,
    isInScope: true,
  });
  const dated = `hour >= '${from} America/Los_Angeles' and hour < '${until} America/Los_Angeles'::timestamptz + interval '1 day'`;
  return [
    bundle('the whole bundle', {}, 'true'),
    bundle('the bundle of a month', { startDate: from, endDate: until }, dated),
    bundle('the bundle of a carrier', { carrier: 'Verizon' }, `carrier = 'Verizon'`),
    bundle(
      'the bundle with every filter',
      {
        startDate: from,
        endDate: until,
        carrier: 'AT&T',
        status: 'received',
        messageType: 'SMS',
        testType: 'RECURRING',
      },
      `${dated} and carrier = 'AT&T' and status = 5 and message_type = 'SMS' and test_type = 'RECURRING'`,
    ),
  ];
}

function address(path: string, query: Readonly<Record<string, string | number>>): string {
  const text = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString();
  return text === '' ? path : `${path}?${text}`;
}
