/** The exact shapes of answers, as the table WIRE and the rows of DATA require them. */
import { calls } from '@textprobe/contract/calls';
import type { Test } from '@textprobe/contract/tests';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { expect, test } from 'vitest';
import { makeMessage, makeTest } from '../testing/messages.ts';
import { PAYLOAD } from '../testing/payload.ts';
import { openTestServer } from '../testing/test-server.ts';

/** ISO 8601 with the Los Angeles offset and milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[78]:00$/;

const { server, client } = await openTestServer();

/** The parsed JSON, before any schema is applied. */
async function raw(path: string, query: Record<string, string | number> = {}): Promise<unknown> {
  const response = await client.send('GET', path, { query });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return response.json();
}

const create = (changes: object = {}): Promise<Test> =>
  client.call(calls.createTest, { body: { ...PAYLOAD, ...changes } });

test('CALL-1, CALL-2, CALL-3, CALL-4, DATA-4 the directory has one canonical shape', async () => {
  expect(await raw(calls.partners.path)).toEqual([
    { id: 1, name: 'Acorn' },
    { id: 2, name: 'Birch' },
  ]);
  expect(await raw(calls.clients.path, { partnerId: 2 })).toEqual([
    { id: 3, name: 'Birch North', partnerId: 2 },
    { id: 4, name: 'Birch South', partnerId: 2 },
  ]);
  expect(await raw(calls.offices.path, { clientId: 3 })).toContainEqual({
    id: 5,
    name: 'Birch North Oak Street',
    clientId: 3,
    officePhoneNumber: '+12025550100',
    managerFirstName: 'Ada',
    managerLastName: 'Lovelace',
  });
  expect(await raw(calls.testPhones.path)).toContainEqual({
    phoneID: 2,
    name: 'Phone 2',
    phoneNumber: '+12025550201',
    carrier: 'Verizon',
  });
});

test('DATA-1 a test has every field of the specification, ids as numbers in their wrappers, instants with offset', async () => {
  const made = await create({ scheduledTimestamp: '2026-07-04 09:30:00.250' });
  const test = (await raw(calls.getTest.path, { testId: made.testId })) as Test;
  expect(test).toMatchObject({
    testId: expect.any(Number),
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    messageBody: PAYLOAD.messageBody,
    scheduledTimestamp: '2026-07-04T09:30:00.250-07:00',
    creationTimestamp: expect.stringMatching(INSTANT),
    updateTimestamp: expect.stringMatching(INSTANT),
    executionStatus: 'UNEXECUTED',
    partnerId: 1,
    clientIDs: { clientIDs: [1] },
    officeIDs: { officeIDs: [1, 2] },
    phoneIDs: { phoneIDs: [1, 2, 3] },
    mediaURLs: { media: [] },
    recurrenceRule: {},
  });
  expect((await create({ scheduledTimestamp: null })).scheduledTimestamp).toBeNull();
});

test('DATA-3 an update accepts wrapped ids and either form of an instant, and ignores a status', async () => {
  const { testId, creationTimestamp } = await create();
  const body = {
    testId,
    scheduledTimestamp: '2026-12-24 18:00:00.000',
    partnerID: 1,
    clientIDs: { clientIDs: [2] },
    officeIDs: { officeIDs: [3, 4] },
    phoneIDs: { phoneIDs: [2] },
    testStatus: 'EXECUTING',
    executionStatus: 'DELIVERED',
  };
  const changed = await client.call(calls.updateTest, { body });
  expect(changed).toMatchObject({
    testId,
    creationTimestamp,
    // The defaults.
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    scheduledTimestamp: '2026-12-24T18:00:00.000-08:00',
    executionStatus: 'UNEXECUTED',
    partnerId: 1,
    clientIDs: { clientIDs: [2] },
    officeIDs: { officeIDs: [3, 4] },
    phoneIDs: { phoneIDs: [2] },
    messageBody: '',
    recurrenceRule: {},
    mediaURLs: { media: [] },
  });
  const same = { ...body, scheduledTimestamp: changed.scheduledTimestamp };
  expect((await client.call(calls.updateTest, { body: same })).scheduledTimestamp).toBe(
    changed.scheduledTimestamp,
  );
});

test('CALL-10, CALL-11, CALL-12, CALL-14, CALL-19, DATA-5 a log has the same fields wherever it is read', async () => {
  const made = await makeTest(server.db, server.clock.now());
  const { id } = await makeMessage(server.db, { ...made, at: server.clock.now() }, 'received');
  // The lists of logs read only periods in which the rollups count messages.
  await rebuildRollups(server.db);
  const { testId } = made;
  const log = {
    testLogID: id,
    testID: testId,
    officeID: 1,
    phoneID: 1,
    carrier: 'AT&T',
    testActivityStatus: 'RECEIVED',
    messageSentTimestamp: expect.stringMatching(INSTANT),
    messageReceivedTimestamp: expect.stringMatching(INSTANT),
    creationTimestamp: expect.stringMatching(INSTANT),
    runId: made.runId,
    verdict: expect.any(String),
    submission: { at: expect.stringMatching(INSTANT), outcome: 'accepted', error: null },
    receipt: { state: 'delivered', at: expect.stringMatching(INSTANT) },
    reception: { clock: 'handset', comparison: 'intact' },
  };
  expect(await raw(calls.testLog.path, { id })).toMatchObject(log);
  expect(await raw(calls.testLogs.path)).toMatchObject([log]);
  expect(await raw(calls.testLogsOfTest.path, { testId })).toMatchObject([log]);
  const filtered = { ...log, messageBody: 'Hello', messageType: 'SMS', testType: 'IMMEDIATE' };
  expect(await raw(calls.filteredLogs.path, { carrier: 'at&t' })).toMatchObject([filtered]);
  expect(await raw(calls.report.path, { testId })).toMatchObject({
    test: { testId },
    testLogs: [log],
    testDurations: [2.5],
  });
});

test('CALL-22 a refusal is an RFC 9457 problem with a stable code, and the request id of the header', async () => {
  const response = await client.send('GET', calls.getTest.path, { query: { testId: 999_999 } });
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(await response.json()).toEqual({
    type: 'urn:textprobe:problem:test.unknown',
    title: 'There is no such test',
    status: 404,
    code: 'test.unknown',
    detail: 'There is no test with id 999999.',
    requestId: response.headers.get('x-request-id'),
  });
});
