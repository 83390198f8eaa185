/** Calls answer an invalid query with 400 and an invalid body with 422, naming the field. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { PAYLOAD } from '../testing/payload.ts';
import type { Sent } from '../testing/test-client.ts';
import { openTestServer } from '../testing/test-server.ts';

const { client } = await openTestServer();

type Row = readonly [id: string, call: Call, query: Sent['query'], field: string];

/** Adds the path for the title. */
const named = <Asked>([id, call, asked, field]: readonly [string, Call, Asked, string]) =>
  [id, call.path, asked, field, call] as const;

/** Missing, not a number, out of range. */
const ofIds = (id: string, call: Call, field: string): Row[] =>
  [undefined, { [field]: 'one' }, { [field]: 0 }, { [field]: 2_147_483_648 }, { [field]: '1.5' }].map(
    (query) => [id, call, query, field] as const,
  );

const queries: Row[] = [
  ...ofIds('CALL-2', calls.clients, 'partnerId'),
  ...ofIds('CALL-3', calls.offices, 'clientId'),
  ['CALL-6', calls.listTests, { page: 0 }, 'page'],
  ['CALL-6', calls.listTests, { page: 'first' }, 'page'],
  ['CALL-6', calls.listTests, { pageSize: 0 }, 'pageSize'],
  ['CALL-6', calls.listTests, { pageSize: 501 }, 'pageSize'],
  ['CALL-6', calls.listTests, { executionStatus: 'RUNNING' }, 'executionStatus'],
  ['CALL-6', calls.listTests, { testType: 'NOW' }, 'testType'],
  ['CALL-6', calls.listTests, { partnerId: 'x' }, 'partnerId'],
  ['CALL-6', calls.listTests, { clientId: '-1' }, 'clientId'],
  ['CALL-6', calls.listTests, { officeId: '' }, 'officeId'],
  ...ofIds('CALL-7', calls.getTest, 'testId'),
  ...ofIds('CALL-9', calls.deleteTest, 'testId'),
  ['CALL-10', calls.testLogs, { page: 0 }, 'page'],
  ['CALL-10', calls.testLogs, { pageSize: 501 }, 'pageSize'],
  ['DIR-1', calls.listOffices, { pageSize: 501 }, 'pageSize'],
  ['PAIR-4', calls.handsetKeys, { pageSize: 501 }, 'pageSize'],
  ['PAIR-4', calls.handsetKeys, { state: 'revoked' }, 'state'],
  ['CALL-10', calls.testLogs, { cursor: 'nowhere' }, 'cursor'],
  ['CALL-10', calls.testLogs, { status: 'sent' }, 'status'],
  ...ofIds('CALL-11', calls.testLogsOfTest, 'testId'),
  ['CALL-12', calls.testLog, undefined, 'id'],
  ['CALL-12', calls.testLog, { id: 'one' }, 'id'],
  ['EVIDENCE-5', calls.testLogsOfCode, { code: 'M7Q2K9X4TB' }, 'code'],
  ['CALL-25', calls.messageWhy, undefined, 'testLogID'],
  ['CALL-25', calls.messageWhy, { testLogID: 0 }, 'testLogID'],
  ['CALL-14', calls.filteredLogs, { startDate: '21.11.2026' }, 'startDate'],
  ['CALL-14', calls.filteredLogs, { endDate: '2026-02-30' }, 'endDate'],
  ['CALL-14', calls.filteredLogs, { status: 'gone' }, 'status'],
  ['CALL-14', calls.filteredLogs, { messageType: 'FAX' }, 'messageType'],
  ['CALL-14', calls.filteredLogs, { testType: 'NOW' }, 'testType'],
  ['CALL-13', calls.generatePdf, { id: 'x' }, 'id'],
  ['CALL-15', calls.generateFilteredPdf, { startDate: 'yesterday' }, 'startDate'],
  ...ofIds('CALL-19', calls.report, 'testId'),
  ['CALL-25', calls.exportLogs, { startDate: 'today' }, 'startDate'],
];

test.each(queries.map(named))(
  '%s %s rejects the query %j with 400, naming %s',
  async (_id, _path, query, field, call) => {
    const problem = await client.problem(call, query === undefined ? {} : { query });
    expect(problem).toMatchObject({ status: 400, code: 'query.invalid' });
    expect(problem.errors).toEqual([expect.objectContaining({ field })]);
    expect(problem.detail).toContain(problem.errors?.[0]?.message);
  },
);

const without = (name: keyof typeof PAYLOAD) => ({ ...PAYLOAD, [name]: undefined });

const bodies: (readonly [id: string, call: Call, body: object, field: string])[] = [
  ['CALL-5', calls.createTest, { ...PAYLOAD, testType: 'SOON' }, 'testType'],
  ['CALL-5', calls.createTest, { ...PAYLOAD, messageType: 'FAX' }, 'messageType'],
  ['CALL-5', calls.createTest, { ...PAYLOAD, messageBody: 7 }, 'messageBody'],
  ['CALL-5', calls.createTest, { ...PAYLOAD, officeIDs: 'all' }, 'officeIDs'],
  ['CALL-5', calls.createTest, { ...PAYLOAD, officeIDs: [99] }, 'officeIDs'],
  ['CALL-5', calls.createTest, { ...PAYLOAD, clientIDs: [99] }, 'clientIDs'],
  ['CALL-5', calls.createTest, { ...PAYLOAD, phoneIDs: [99] }, 'phoneIDs'],
  ['CALL-5', calls.createTest, without('phoneIDs'), 'phoneIDs'],
  [
    'CALL-5',
    calls.createTest,
    { ...PAYLOAD, testType: 'SCHEDULED', scheduledTimestamp: '' },
    'scheduledTimestamp',
  ],
  ['CALL-5', calls.createTest, { ...PAYLOAD, scheduledTimestamp: 'noon' }, 'scheduledTimestamp'],
  ['CALL-5', calls.createTest, { ...PAYLOAD, mediaURLs: { media: [7] } }, 'mediaURLs.media.0'],
  ['CALL-8', calls.updateTest, PAYLOAD, 'testId'],
  ['CALL-8', calls.updateTest, { ...PAYLOAD, testId: '1' }, 'testId'],
  ['CALL-8', calls.updateTest, { ...PAYLOAD, testId: 1, partnerID: 'x' }, 'partnerID'],
  ['CALL-25', calls.createHandsetKey, {}, 'phoneId'],
  ['CALL-25', calls.createHandsetKey, { phoneId: '1' }, 'phoneId'],
  ['AUTH-1', calls.login, { username: 'operator' }, 'password'],
  ['AUTH-1', calls.login, { password: 'x' }, 'username'],
];

test.each(bodies.map(named))(
  '%s %s rejects the body %j with 422, naming %s',
  async (_id, _path, body, field, call) => {
    const problem = await client.problem(call, { body });
    expect(problem.status).toBe(422);
    expect(problem.errors?.map((error) => error.field)).toContain(field);
  },
);
