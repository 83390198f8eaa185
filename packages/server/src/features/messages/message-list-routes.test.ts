/** The lists of test logs and their export over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { NEXT_CURSOR_HEADER, RECEIVED_COUNT_HEADER, TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { filteredLogSchema, testLogSchema } from '@textprobe/contract/messages';
import { rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { matchesAnalyticsFilter, startDateInstant } from '@textprobe/domain/analytics-filter';
import { addDays } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { soakTimes } from '@textprobe/domain/testing/soak-times';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { changeTest, makeMessage, makeMessages, makeTest, repeatMessages } from '../../testing/messages.ts';
import { bothWays, randomFilters } from '../../testing/random-filters.ts';
import { randomMessage, replaceMessages } from '../../testing/random-messages.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { testLogs, filteredLogs, exportLogs } = calls;

const { server, client } = await openTestServer();
await server.db.insertInto('gateways').values({ name: 'Lab', kind: 'smpp', is_default: true }).execute();
beforeEach(() => server.db.deleteFrom('messages').execute());

/** One page: the ids of its logs in order, and its headers. */
async function readPage(call: typeof testLogs | typeof filteredLogs, query: Record<string, string | number>) {
  const response = await client.send('GET', call.path, { query });
  expect(response.status).toBe(200);
  const schema = call === testLogs ? testLogSchema : filteredLogSchema;
  const logs = schema.array().parse(await response.json());
  return {
    ids: logs.map((log) => log.testLogID),
    total: Number(response.headers.get(TOTAL_COUNT_HEADER)),
    received: Number(response.headers.get(RECEIVED_COUNT_HEADER)),
    cursor: response.headers.get(NEXT_CURSOR_HEADER),
  };
}

/** All ids of a filter, page by page by cursor. */
async function readAll(
  query: Record<string, string>,
): Promise<{ ids: number[]; total: number; received: number }> {
  const ids: number[] = [];
  let page = await readPage(filteredLogs, { ...query, pageSize: 7 });
  for (;;) {
    ids.push(...page.ids);
    if (page.cursor === null) return { ids, total: page.total, received: page.received };
    page = await readPage(filteredLogs, { ...query, pageSize: 7, cursor: page.cursor });
  }
}

async function makeFive(): Promise<number[]> {
  const outcomes = ['pending', 'received', 'rejected', 'receipt only', 'received'] as const;
  const { ids } = await makeMessages(server.db, server.clock.now(), outcomes, 1);
  await rebuildRollups(server.db);
  return ids;
}

test('CALL-10 lists all logs newest first, by page number and by cursor, with the counts of all of them', async () => {
  const ids = (await makeFive()).toReversed();
  const first = await readPage(testLogs, { pageSize: 2 });
  expect(first).toMatchObject({ ids: ids.slice(0, 2), total: 5, received: 2 });
  const second = await readPage(testLogs, { pageSize: 2, cursor: String(first.cursor) });
  expect(second.ids).toEqual(ids.slice(2, 4));
  expect(await readPage(testLogs, { pageSize: 2, page: 2 })).toEqual(second);
  expect(await readPage(testLogs, { pageSize: 2, cursor: String(second.cursor) })).toMatchObject({
    ids: ids.slice(4),
    cursor: null,
  });
});

test('CALL-10 a page has 50 logs by default, and 500 at most', async () => {
  const made = await makeTest(server.db, server.clock.now());
  await makeMessage(server.db, { ...made, at: server.clock.now() }, 'sent');
  await repeatMessages(server.db, made.testId, 520);
  expect((await readPage(testLogs, {})).ids).toHaveLength(50);
  expect((await readPage(testLogs, { pageSize: 500 })).ids).toHaveLength(500);
  expect(await client.problem(testLogs, { query: { pageSize: 501 } })).toMatchObject({
    status: 400,
    errors: [{ field: 'pageSize' }],
  });
});

test.each([testLogs, filteredLogs])(
  'CALL-10, CALL-14 pages beyond 10,000 logs are 400 and name the cursor ($path)',
  async (call) => {
    expect(await readPage(call, { page: 100, pageSize: 100 })).toMatchObject({ ids: [], cursor: null });
    for (const query of [
      { page: 101, pageSize: 100 },
      { page: 201 },
      { page: 1, cursor: '1.1' },
      { cursor: 'next' },
      { cursor: '1.1\u0000' },
    ]) {
      expect(await client.problem(call, { query: query as Record<string, string | number> })).toMatchObject({
        status: 400,
        code: 'query.invalid',
        errors: [{ field: 'cursor' }],
      });
    }
    for (const query of [{ page: 0 }, { page: 1.5 }, { page: -1 }]) {
      expect(await client.problem(call, { query })).toMatchObject({ errors: [{ field: 'page' }] });
    }
  },
);

test('CALL-14, ANALYTICS-7 a filtered log includes body and types of its test', async () => {
  const ids = await makeFive();
  const [log] = await client.call(filteredLogs, { query: { status: 'Failed', carrier: 'at&t' } });
  expect(log).toMatchObject({
    testLogID: ids[2],
    testActivityStatus: 'FAILED',
    messageBody: 'Hello',
    messageType: 'SMS',
    testType: 'IMMEDIATE',
  });
});

test(
  'CALL-14, ANALYTICS-2, ANALYTICS-6 a filter lists exactly the matching logs, and counts them all',
  async () => {
    const now = server.clock.now();
    const made = await makeTest(server.db, now);
    await fc.assert(
      fc.asyncProperty(fc.array(randomMessage, { maxLength: 40 }), randomFilters, async (messages, given) => {
        const placed = await replaceMessages(server.db, { ...made, now }, messages);
        const rows = await server.db
          .selectFrom('messages')
          .select(['id', 'filled_body', 'created_at'])
          .execute();
        const { query, filter } = bothWays(given, now);
        const expected = rows
          .map((row) => ({ row, message: placed[Number(row.filled_body)] }))
          .filter(({ message }) => message !== undefined && matchesAnalyticsFilter(message, filter))
          .sort((a, b) => b.row.created_at - a.row.created_at || b.row.id - a.row.id);
        const answer = await readAll(query);
        expect(answer.ids).toEqual(expected.map(({ row }) => row.id));
        expect(answer.total).toBe(expected.length);
        const counted = await client.call(calls.receivedMessageCount, { query });
        expect(answer.received).toBe(counted.receivedMessageCount);
      }),
      { numRuns: soakTimes(40) },
    );
  },
  soakTimes(120_000),
);

test('ANALYTICS-6 a day begins with its first millisecond in Los Angeles and ends with its last', async () => {
  const now = server.clock.now();
  const made = await makeTest(server.db, now);
  const date = addDays(losAngelesDate(now), -3);
  const [first, next] = [startDateInstant(date) ?? 0, startDateInstant(addDays(date, 1)) ?? 0];
  const [one] = fc.sample(randomMessage, { numRuns: 1, seed: 1 });
  if (one === undefined) throw new Error('There is no sample');
  await replaceMessages(
    server.db,
    { ...made, now },
    [first - 1, first, next - 1, next].map((at) => ({ ...one, sent: true, delay: null, age: now - at })),
  );
  const rows = await server.db.selectFrom('messages').select('id').orderBy('filled_body').execute();
  const [before, dawn, midnight, after] = rows.map(({ id }) => id);
  expect((await readAll({ startDate: date, endDate: date })).ids).toEqual([midnight, dawn]);
  expect((await readAll({ startDate: date })).ids).toEqual([after, midnight, dawn]);
  expect((await readAll({ endDate: date })).ids).toEqual([midnight, dawn, before]);
});

test('CALL-25 the export has a heading and every log of the filter, for spreadsheets', async () => {
  const made = await makeTest(server.db, server.clock.now());
  await changeTest(server.db, made.testId, { body: '=1+1, "you"\n你好' });
  const { id } = await makeMessage(server.db, { ...made, at: server.clock.now() }, 'received');
  await makeMessage(server.db, { ...made, at: server.clock.now() }, 'sent');
  const response = await client.send('GET', exportLogs.path, { query: { status: 'received' } });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="test-logs-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [heading, ...rows] = new TextDecoder().decode(bytes).trimEnd().split('\r\n');
  expect(heading).toMatch(
    /^Log ID,Test ID,Message,Message Type,Test Type,Carrier,Status,Sent,Received,Created,.*,Partner,Client,Office,Phone,Delivery Seconds$/,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(
    new RegExp(`^${id},${made.testId},"'=1\\+1, ""you""\n你好",SMS,IMMEDIATE,AT&T,RECEIVED,`),
  );
  expect(rows[0]).toContain(",'+12025550100,'+12025550200,");
});

test('CALL-25 the export ends with names and seconds, empty where the directory has none or nothing was received', async () => {
  const made = await makeTest(server.db, server.clock.now());
  await makeMessage(server.db, { ...made, at: server.clock.now() }, 'received');
  await makeMessage(server.db, { ...made, at: server.clock.now() + 1 }, 'sent');
  const { id } = await makeMessage(server.db, { ...made, at: server.clock.now() + 2 }, 'sent');
  await server.db
    .updateTable('messages')
    .set({ office_id: 999, phone_id: 999 })
    .where('id', '=', id)
    .execute();
  const { name } = await server.db
    .selectFrom('offices')
    .select('name')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  const rename = (to: string) =>
    server.db.updateTable('offices').set({ name: to }).where('id', '=', 1).execute();
  await rename('=1+1, "Oak"');
  const text = await (await client.send('GET', exportLogs.path)).text();
  await rename(name);
  const [unknown, sent, received] = text.trimEnd().split('\r\n').slice(1);
  expect(unknown).toMatch(/,,,,,$/);
  expect(sent?.endsWith(`,Acorn,Acorn North,"'=1+1, ""Oak""",Phone 1,`)).toBe(true);
  expect(received?.endsWith(`,Acorn,Acorn North,"'=1+1, ""Oak""",Phone 1,2.5`)).toBe(true);
});

test('CALL-25 the export continues beyond one batch without gaps', async () => {
  const made = await makeTest(server.db, server.clock.now());
  await makeMessage(server.db, { ...made, at: server.clock.now() }, 'sent');
  await repeatMessages(server.db, made.testId, 2_000);
  const text = await (await client.send('GET', exportLogs.path)).text();
  const ids = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[0]);
  expect(ids).toHaveLength(2_001);
  expect(new Set(ids).size).toBe(2_001);
});

test('CALL-25 the export of one test has only its logs that match the other filters', async () => {
  const now = server.clock.now();
  const [one, other] = [await makeTest(server.db, now), await makeTest(server.db, now)];
  const received = await makeMessage(server.db, { ...one, at: now }, 'received');
  const sent = await makeMessage(server.db, { ...one, at: now + 1 }, 'sent');
  await makeMessage(server.db, { ...other, at: now + 2 }, 'received');
  const exported = async (query: Record<string, string | number>) => {
    const response = await client.send('GET', exportLogs.path, { query });
    expect(response.headers.get('content-disposition')).toContain(`"test-logs-${one.testId}-`);
    const [, ...rows] = (await response.text()).trimEnd().split('\r\n');
    return rows.map((row) => Number(row.split(',')[0]));
  };
  expect(await exported({ testId: one.testId })).toEqual([sent.id, received.id]);
  expect(await exported({ testId: one.testId, status: 'received' })).toEqual([received.id]);
});

test('OVERVIEW-2 the export of several tests has the logs of these, test by test, in one file', async () => {
  const now = server.clock.now();
  const tests = [
    await makeTest(server.db, now),
    await makeTest(server.db, now),
    await makeTest(server.db, now),
  ];
  const made = [];
  for (const [index, one] of tests.entries()) {
    made.push((await makeMessage(server.db, { ...one, at: now + index }, 'received')).id);
    await makeMessage(server.db, { ...one, at: now + 10 + index }, 'sent');
  }
  const [first, , last] = tests.map(({ testId }) => testId);
  const send = (query: Record<string, string | number>) => client.send('GET', exportLogs.path, { query });
  const exported = async (query: Record<string, string | number>) => {
    const [, ...rows] = (await (await send(query)).text()).trimEnd().split('\r\n');
    return rows.map((row) => row.split(',').slice(0, 2).map(Number));
  };
  const testIds = `${last},${first},${last}`;
  expect((await exported({ testIds })).map(([, testId]) => testId)).toEqual([last, last, first, first]);
  expect(await exported({ testIds, status: 'received' })).toEqual([
    [made[2], last],
    [made[0], first],
  ]);
  const response = await send({ testIds });
  expect(response.headers.get('content-disposition')).toMatch(/"test-logs-2-tests-\d{4}-\d\d-\d\d\.csv"/);
  const tooMany = Array.from({ length: 201 }, (_, index) => index + 1).join(',');
  for (const refused of [
    { testIds: tooMany },
    { testIds: '1,x' },
    { testIds: '' },
    { testIds: '1', testId: 1 },
  ]) {
    const answer = await send(refused);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { errors: { field: string }[] }).errors[0]?.field).toMatch(/^testIds/);
  }
});
