/** Test logs and the report over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { REPORT_LOG_LIMIT } from '@textprobe/contract/messages';
import { sqlTime } from '@textprobe/database/core/connection';
import { openMessageCodes } from '@textprobe/database/messages/message-codes';
import { expect, test } from 'vitest';
import { makeMessage, makeMessages, makeTest, repeatMessages } from '../../testing/messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();
await server.db.insertInto('gateways').values({ name: 'Lab', kind: 'smpp', is_default: true }).execute();

const { testLogsOfTest, testLogsOfCode, testLog, report, exportLogs } = calls;
const OUTCOMES = [
  'pending',
  'sent',
  'received',
  'receipt only',
  'carrier confirmed',
  'rejected',
  'unknown',
] as const;

/** A test with one message of each outcome, a second apart; ids in that order. */
function makeFullTest() {
  return makeMessages(server.db, server.clock.now(), OUTCOMES, 1_000);
}

test('CALL-11 lists the logs of a test newest first', async () => {
  const { testId, ids } = await makeFullTest();
  const logs = await client.call(testLogsOfTest, { query: { testId } });
  expect(logs.map((log) => log.testLogID)).toEqual(ids.toReversed());
  expect(logs.map((log) => log.verdict)).toEqual([
    'unknown',
    'rejected',
    'carrier confirmed',
    'receipt only',
    'confirmed',
    'in transit',
    'waiting',
  ]);
});

test('EVIDENCE-5 the code of a message finds its log and its test, however it is written', async () => {
  const { testId, ids } = await makeFullTest();
  const log = await client.call(testLog, { query: { id: ids[2] ?? 0 } });
  const code = log.sent.text.slice(-11);
  for (const written of [code, `#${code}`, ` # ${code.toLowerCase()}`]) {
    expect(await client.call(testLogsOfCode, { query: { code: written } })).toEqual([log]);
    const tests = await client.call(calls.listTests, { query: { text: written } });
    expect(tests.map((one) => one.testId)).toEqual([testId]);
  }
  // The last character is another, so this is the code of no message.
  const other = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');
  expect(await client.call(testLogsOfCode, { query: { code: other } })).toEqual([]);
  expect(await client.call(calls.listTests, { query: { text: other } })).toEqual([]);
});

test('CALL-12, DATA-5 a log separates the carrier’s receipt from the handset’s report', async () => {
  const { testId, ids } = await makeFullTest();
  const log = await client.call(testLog, { query: { id: ids[2] ?? 0 } });
  expect(log).toMatchObject({
    testID: testId,
    officeID: 1,
    phoneID: 1,
    carrier: 'AT&T',
    testActivityStatus: 'RECEIVED',
    submission: { outcome: 'accepted', gateway: 'Lab', error: null },
    receipt: { state: 'delivered' },
    reception: { comparison: 'intact', clock: 'handset' },
    settled: true,
  });
  expect(log.sent.text).toBe(log.reception?.text);
  expect(log.messageReceivedTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-0[78]:00$/);
  const seconds = (text: string | null) => Date.parse(text ?? '') / 1000;
  expect(seconds(log.messageReceivedTimestamp) - seconds(log.messageSentTimestamp)).toBeCloseTo(2.5, 3);
});

test('CALL-11, CALL-12, CALL-19, CALL-25 a log shows the code that was sent', async () => {
  const { testId, ids } = await makeFullTest();
  const at = (
    await server.db
      .selectFrom('messages')
      .select(['id', 'created_at'])
      .where('test_id', '=', testId)
      .execute()
  )
    .map(({ id, created_at: createdAt }) => ({ id, createdAt }))
    .sort((a, b) => b.id - a.id);
  const codes = (await openMessageCodes(server.db)).codesOf(at);
  const texts = codes.map((code) => `Hello #${code}`);
  const sent = (logs: readonly { readonly sent: { readonly text: string } }[]) =>
    logs.map((log) => log.sent.text);

  expect(sent(await client.call(testLogsOfTest, { query: { testId } }))).toEqual(texts);
  expect(sent((await client.call(report, { query: { testId } })).testLogs)).toEqual(texts);
  expect(sent([await client.call(testLog, { query: { id: ids[0] ?? 0 } })])).toEqual(texts.slice(-1));
  const file = await client.send('GET', `${exportLogs.path}?testId=${testId}`);
  const csv = await file.text();
  for (const text of texts) expect(csv).toContain(text);
});

test('CALL-12 a log that has not been received has no received time, and no reception', async () => {
  const { ids } = await makeFullTest();
  expect(await client.call(testLog, { query: { id: ids[3] ?? 0 } })).toMatchObject({
    testActivityStatus: 'DELIVERED',
    messageReceivedTimestamp: null,
    reception: null,
  });
});

test('CALL-12, CALL-11, CALL-19 an unknown id is 404', async () => {
  expect(await client.refusal(testLog, { query: { id: 999_999 } })).toBe('404 log.unknown');
  expect(await client.problem(testLogsOfTest, { query: { testId: 999_999 } })).toMatchObject({
    code: 'test.unknown',
  });
  expect(await client.refusal(report, { query: { testId: 999_999 } })).toBe('404 test.unknown');
});

test('CALL-19, REPORT-8 the report aligns durations with logs and names the log of each', async () => {
  const { testId, ids } = await makeFullTest();
  const answer = await client.call(report, { query: { testId } });
  expect(answer.test.testId).toBe(testId);
  expect(answer.testDurationLogIDs).toEqual(answer.testLogs.map((log) => log.testLogID));
  expect(answer.testDurationLogIDs).toEqual(ids.toReversed());
  expect(answer.testDurations).toEqual([0, 0, 2, 0, 2.5, 0, 0]);
  expect(answer.testLogCount).toBe(7);
});

test('CALL-19, REPORT-9 the report includes all names that the test and its logs refer to', async () => {
  const { testId } = await makeFullTest();
  await server.db
    .updateTable('tests')
    .set({ office_ids: [7] })
    .where('id', '=', testId)
    .execute();
  const { test: reported, directory, testLogs } = await client.call(report, { query: { testId } });
  const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id).sort((a, b) => a - b);
  expect(ids(directory.partners)).toEqual(reported.partnerIDs);
  expect(ids(directory.clients)).toEqual(reported.clientIDs.clientIDs);
  const offices = new Set([7, ...testLogs.map((log) => log.officeID)]);
  expect(new Set(ids(directory.offices))).toEqual(offices);
  expect(offices.size).toBeGreaterThan(1);
  expect(directory.testPhones).toContainEqual({
    phoneID: 1,
    name: 'Phone 1',
    phoneNumber: '+12025550200',
    carrier: 'AT&T',
  });
});

test('CALL-19 the rate is received over known outcomes; unknown and in-progress ones are in neither', async () => {
  const { testId } = await makeFullTest();
  const { rate } = await client.call(report, { query: { testId } });
  // Known: received, receipt only, carrier confirmed, rejected; received: the first and the third.
  expect(rate).toMatchObject({ received: 2, known: 4, unknown: 1, inProgress: 2, deliveryRate: 50 });
  expect(rate.formula).toContain('known outcome');
});

test('CALL-19, SERVER-2 a message delivered by receipt only is in progress until the handset’s deadline', async () => {
  const made = await makeTest(server.db, server.clock.now());
  const { id } = await makeMessage(server.db, { ...made, at: server.clock.now() }, 'receipt only');
  const rateWhere = async (settled: boolean) => {
    const settled_at = settled ? sqlTime(server.clock.now()) : null;
    await server.db.updateTable('messages').set({ settled_at }).where('id', '=', id).execute();
    return (await client.call(report, { query: { testId: made.testId } })).rate;
  };
  expect(await rateWhere(false)).toMatchObject({ known: 0, inProgress: 1, deliveryRate: null });
  expect(await rateWhere(true)).toMatchObject({ known: 1, inProgress: 0, deliveryRate: 0 });
});

test('CALL-19 a report without messages has no rate', async () => {
  const { testId } = await makeTest(server.db, server.clock.now());
  const answer = await client.call(report, { query: { testId } });
  expect(answer).toMatchObject({
    testLogs: [],
    testDurations: [],
    testLogCount: 0,
    rate: { deliveryRate: null },
  });
});

test('CALL-19 a long report has the newest logs and the total; the list of logs has all', async () => {
  const made = await makeTest(server.db, server.clock.now());
  await makeMessage(server.db, { ...made, at: server.clock.now() }, 'sent');
  await repeatMessages(server.db, made.testId, 2_500);
  const answer = await client.call(report, { query: { testId: made.testId } });
  expect(answer.testLogs).toHaveLength(REPORT_LOG_LIMIT);
  expect(answer.testLogCount).toBe(2_501);
  expect(answer.rate.inProgress).toBe(2_501);
  const logs = await client.call(testLogsOfTest, { query: { testId: made.testId } });
  expect(new Set(logs.map((log) => log.testLogID)).size).toBe(2_501);
});

test('EVIDENCE-5 a report asked for an older log has that log and its neighbors instead of the newest', async () => {
  const made = await makeTest(server.db, server.clock.now());
  await makeMessage(server.db, { ...made, at: server.clock.now() }, 'sent');
  await repeatMessages(server.db, made.testId, 4_500);
  const all = (await client.call(testLogsOfTest, { query: { testId: made.testId } })).map(
    (log) => log.testLogID,
  );
  const listed = async (testLogID: number | undefined) => {
    const query = { testId: made.testId, ...(testLogID !== undefined && { testLogID }) };
    const { isNewest, testLogs } = await client.call(report, { query });
    return { isNewest, ids: testLogs.map((log) => log.testLogID) };
  };
  const newest = { isNewest: true, ids: all.slice(0, REPORT_LOG_LIMIT) };
  expect(await listed(all[1_999])).toEqual(newest);
  // 1,000 newer ones, itself, and older ones.
  expect(await listed(all[2_000])).toEqual({ isNewest: false, ids: all.slice(1_000, 3_000) });
  expect(await listed(all[2_345])).toEqual({ isNewest: false, ids: all.slice(1_345, 3_345) });
  expect(await listed(all.at(-1))).toEqual({ isNewest: false, ids: all.slice(3_500) });
  // Another test's log.
  const other = await makeTest(server.db, server.clock.now());
  const { id } = await makeMessage(server.db, { ...other, at: server.clock.now() }, 'sent');
  expect(await listed(id)).toEqual(newest);
});
