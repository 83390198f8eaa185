/** Creating, listing, changing and deleting tests over HTTP. */
import { calls } from '@textprobe/contract/calls';
import type { Test } from '@textprobe/contract/tests';
import { beforeEach, expect, test } from 'vitest';
import { changeTest, repeatRow } from '../../testing/messages.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { fillDirectory, openTestServer, startTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();
beforeEach(() => server.db.deleteFrom('tests').execute());

const { createTest, listTests, getTest, updateTest, deleteTest } = calls;
function create(changes: object = {}): Promise<Test> {
  return client.call(createTest, { body: { ...PAYLOAD, ...changes } });
}

test('CALL-5 creates a test from plain JSON, and its run in the same transaction', async () => {
  const made = await create();
  expect(made).toMatchObject({
    testType: 'IMMEDIATE',
    messageType: 'SMS',
    messageBody: 'Hello {first_name} 👋',
    scheduledTimestamp: '2026-11-21T10:00:00.000-08:00',
    executionStatus: 'UNEXECUTED',
    partnerId: 1,
    partnerIDs: [1],
    clientIDs: { clientIDs: [1] },
    officeIDs: { officeIDs: [1, 2] },
    phoneIDs: { phoneIDs: [1, 2, 3] },
  });
  const runs = await server.db.selectFrom('runs').selectAll().where('test_id', '=', made.testId).execute();
  expect(runs).toMatchObject([{ message_total: 6 }]);
  expect(server.publishedTestIds).toContain(made.testId);
});

test.each([
  ['a field', JSON.stringify(PAYLOAD)],
  ['a file named "blob"', new Blob([JSON.stringify(PAYLOAD)], { type: 'application/json' })],
])(
  'CALL-5 creates a test from form data with content as %s and a placeholder file',
  async (_kind, content) => {
    const form = new FormData();
    form.append('file', new Blob(['placeholder']), 'placeholder.txt');
    form.append('content', content as string);
    expect(await client.call(createTest, { body: form })).toMatchObject({ officeIDs: { officeIDs: [1, 2] } });
  },
);

test('CALL-5 a test whose run cannot be scheduled leaves nothing behind', async () => {
  await using failing = await startTestServer({
    engineApi: { scheduleTest: () => Promise.reject(new Error('secret inside')) },
  });
  await fillDirectory(failing.db);
  const problem = await (await failing.operator()).problem(createTest, { body: PAYLOAD });
  expect(problem).toMatchObject({ status: 500, code: 'server.failed' });
  expect(JSON.stringify(problem)).not.toContain('secret inside');
  expect(failing.logged).toContainEqual(
    expect.objectContaining({
      requestId: problem.requestId,
      err: expect.objectContaining({ message: 'secret inside' }),
    }),
  );
  expect(await failing.db.selectFrom('tests').selectAll().execute()).toEqual([]);
});

test('DATA-2 fills in the defaults: immediate, SMS', async () => {
  const made = await client.call(createTest, { body: { officeIDs: [3], phoneIDs: [1] } });
  expect(made).toMatchObject({ testType: 'IMMEDIATE', messageType: 'SMS', scheduledTimestamp: null });
});

test('CALL-7 reads one test; an unknown id is 404', async () => {
  const made = await create();
  expect(await client.call(getTest, { query: { testId: made.testId } })).toEqual(made);
  expect(await client.refusal(getTest, { query: { testId: 999_999 } })).toBe('404 test.unknown');
});

test('CALL-8 changes a test that has not begun', async () => {
  const { testId, creationTimestamp } = await create();
  await server.clock.advance(1_000);
  const form = new FormData();
  const content = {
    testId,
    messageBody: 'Changed',
    partnerID: 1,
    clientIDs: { clientIDs: [2] },
    officeIDs: { officeIDs: [3] },
    phoneIDs: { phoneIDs: [2] },
    recurrenceRule: {},
    testStatus: 'UNEXECUTED',
  };
  form.append('content', new Blob([JSON.stringify(content)], { type: 'application/json' }));
  const changed = await client.call(updateTest, { body: form });
  expect(changed).toMatchObject({
    testId,
    creationTimestamp,
    messageBody: 'Changed',
    officeIDs: { officeIDs: [3] },
  });
  expect(changed.updateTimestamp).not.toBe(creationTimestamp);
});

const LATER = { ...PAYLOAD, testType: 'SCHEDULED', scheduledTimestamp: '2030-01-01T10:00:00.000-08:00' };

test('CALL-8 an update based on an older version is refused with 409, and changes nothing', async () => {
  const { testId, updateTimestamp } = await create(LATER);
  const update = (messageBody: string, changes: object = {}) => ({
    body: { ...LATER, testId, messageBody, ...changes },
  });
  const first = await client.call(updateTest, update('First', { updateTimestamp }));
  // The server's clock is frozen here: two versions within a millisecond still differ.
  expect(first.updateTimestamp).not.toBe(updateTimestamp);
  expect(await client.refusal(updateTest, update('Second', { updateTimestamp }))).toBe('409 test.changed');
  expect(await client.call(getTest, { query: { testId } })).toEqual(first);
  const { updateTimestamp: present } = first;
  expect(await client.call(updateTest, update('Third', { updateTimestamp: present }))).toMatchObject({
    messageBody: 'Third',
  });
  // The old client knows no versions.
  expect(await client.call(updateTest, update('Fourth'))).toMatchObject({ messageBody: 'Fourth' });
  expect(await client.problem(updateTest, update('Fifth', { updateTimestamp: 'yesterday' }))).toMatchObject({
    status: 422,
    errors: [{ field: 'updateTimestamp' }],
  });
});

test('CALL-8 one of several concurrent updates of the same version wins', async () => {
  const { testId, updateTimestamp } = await create(LATER);
  const token = await client.csrfToken();
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D', 'E'].map((messageBody) =>
      client.send('PUT', updateTest.path, {
        body: { ...LATER, testId, messageBody, updateTimestamp },
        token,
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409, 409, 409,
  ]);
  const won = answers.find(({ status }) => status === 200);
  expect(await client.call(getTest, { query: { testId } })).toEqual(await won?.json());
});

test('CALL-8, CALL-9 refuse a test that has begun, naming its execution status, and one that does not exist', async () => {
  const { testId } = await create();
  await changeTest(server.db, testId, { execution_status: 'EXECUTING' });
  for (const problem of [
    await client.problem(updateTest, { body: { ...PAYLOAD, testId } }),
    await client.problem(deleteTest, { query: { testId } }),
  ]) {
    expect(problem).toMatchObject({ status: 409, code: 'test.not-unexecuted' });
    expect(problem.detail).toContain('execution status');
  }
  expect(await client.problem(updateTest, { body: { ...PAYLOAD, testId: 999_999 } })).toMatchObject({
    status: 404,
  });
  expect(await client.problem(deleteTest, { query: { testId: 999_999 } })).toMatchObject({ status: 404 });
});

test('CALL-9 deletes a test that has not begun, and its run with it', async () => {
  const { testId } = await create();
  const response = await client.call(deleteTest, { query: { testId } });
  expect(response.status).toBe(204);
  expect(await client.problem(getTest, { query: { testId } })).toMatchObject({ status: 404 });
  expect(await server.db.selectFrom('runs').selectAll().where('test_id', '=', testId).execute()).toEqual([]);
});

test('LIST-13 a page is newest first, with the total count of the filter', async () => {
  const made: number[] = [];
  for (let i = 0; i < 12; i += 1) made.unshift((await create()).testId);
  const first = await client.send('GET', listTests.path, { query: { page: 1 } });
  expect(first.headers.get('x-total-count')).toBe('12');
  expect(listTests.answer.parse(await first.json()).map((one) => one.testId)).toEqual(made.slice(0, 10));
  const third = await client.call(listTests, { query: { page: 3, pageSize: 5 } });
  expect(third.map((one) => one.testId)).toEqual(made.slice(10));
});

test('LIST-12 a test has the names of its partners, clients and offices; an unknown id has none', async () => {
  const made = await create({ officeIDs: [1, 2] });
  await server.db
    .updateTable('tests')
    .set({ office_ids: [2, 999_999, ...Array.from({ length: 30 }, () => 1)] })
    .where('id', '=', made.testId)
    .execute();
  const [listed] = await client.call(listTests, { query: { page: 1 } });
  expect(listed?.names).toMatchObject({ partners: ['Acorn'], clients: ['Acorn North'] });
  expect(listed?.names.offices.slice(0, 3)).toEqual([
    'Acorn North Pine Road',
    null,
    'Acorn North Oak Street',
  ]);
  // Only the first names: a row has no space for more.
  expect(listed?.names.offices).toHaveLength(20);
});

test('LIST-13 filters by any partner, client and office, by status and by type, case-insensitively', async () => {
  const wide = await create({ clientIDs: [], officeIDs: [1, 8] });
  const narrow = await create({ clientIDs: [], officeIDs: [8] });
  await changeTest(server.db, narrow.testId, { execution_status: 'FAILED' });
  const ids = async (query: Record<string, string | number>) =>
    (await client.call(listTests, { query })).map((one) => one.testId);
  expect(await ids({ partnerId: 1 })).toEqual([wide.testId]);
  expect(await ids({ partnerId: 2, page: 1 })).toEqual([narrow.testId, wide.testId]);
  expect(await ids({ clientId: 1 })).toEqual([wide.testId]);
  expect(await ids({ officeId: 8 })).toEqual([narrow.testId, wide.testId]);
  expect(await ids({ executionStatus: 'failed' })).toEqual([narrow.testId]);
  expect(await ids({ testType: 'Immediate', executionStatus: 'unexecuted' })).toEqual([wide.testId]);
  expect(await ids({ testType: 'RECURRING' })).toEqual([]);
});

test('CALL-6 without a page returns the whole list, over several batches, even an empty one', async () => {
  expect(await client.call(listTests)).toEqual([]);
  const { testId } = await create();
  await repeatRow(server.db, 'tests', { column: 'id', value: testId }, 1_200);
  const all = await client.call(listTests);
  expect(all).toHaveLength(1_201);
  const ids = all.map((one) => one.testId);
  expect(new Set(ids).size).toBe(1_201);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});
