/** Searching the list of tests by text, test id, carrier and day of creation (OVERVIEW-2). */
import { calls } from '@textprobe/contract/calls';
import { sqlTime } from '@textprobe/database/core/connection';
import { beforeEach, expect, test } from 'vitest';
import { changeTest } from '../../testing/messages.ts';
import { PAYLOAD } from '../../testing/payload.ts';
import { openTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();
beforeEach(() => server.db.deleteFrom('tests').execute());

type Query = Record<string, string | number>;

async function create(messageBody: string, changes: object = {}): Promise<number> {
  const body = { ...PAYLOAD, messageBody, ...changes };
  return (await client.call(calls.createTest, { body })).testId;
}

/** The ids that a search finds: the page, its total and the streamed list must agree. */
async function find(query: Query): Promise<number[]> {
  const streamed = (await client.call(calls.listTests, { query })).map((one) => one.testId);
  const page = await client.send('GET', calls.listTests.path, { query: { ...query, page: 1 } });
  const listed = calls.listTests.answer.parse(await page.json()).map((one) => one.testId);
  expect(listed).toEqual(streamed.slice(0, 10));
  expect(page.headers.get('x-total-count')).toBe(String(streamed.length));
  return streamed;
}

test('OVERVIEW-2 finds tests whose message has every word, case-insensitive and in any order', async () => {
  const winter = await create('Straße gesperrt: ÜBER NACHT, 100% sicher');
  const summer = await create('Open over night');
  expect(await find({ text: 'night' })).toEqual([summer]);
  expect(await find({ text: '  nacht   über ' })).toEqual([winter]);
  expect(await find({ text: 'STRASSE' })).toEqual([]);
  expect(await find({ text: 'gesperrt night' })).toEqual([]);
  expect(await find({ text: 'n ht' })).toEqual([summer, winter]);
  expect(await find({ text: ' ' })).toEqual([summer, winter]);
});

test('OVERVIEW-2 searches for %, _ and \\ literally', async () => {
  const percent = await create('100% sure');
  const path = await create(String.raw`C:\temp_1`);
  expect(await find({ text: '%' })).toEqual([percent]);
  expect(await find({ text: '0%s' })).toEqual([]);
  expect(await find({ text: 'p_1' })).toEqual([path]);
  expect(await find({ text: String.raw`\t` })).toEqual([path]);
});

test('OVERVIEW-2 a number also finds the test with that id', async () => {
  const first = await create('Hello');
  const second = await create(`Not test ${first} but another`);
  expect(await find({ text: String(first) })).toEqual([second, first]);
  expect(await find({ text: `#${first}` })).toEqual([first]);
  expect(await find({ text: `#${first} Hello` })).toEqual([]);
  expect(await find({ text: '9999999999' })).toEqual([]);
});

test('OVERVIEW-2 filters by a carrier of any phone, including those of pairs, case-insensitive', async () => {
  const both = await create('Both', { phoneIDs: [1, 2] });
  const paired = await create('Paired', {
    officeIDs: [],
    phoneIDs: [],
    pairs: [{ officeID: 1, phoneID: 2 }],
  });
  expect(await find({ carrier: 'verizon' })).toEqual([paired, both]);
  expect(await find({ carrier: 'AT&T' })).toEqual([both]);
  expect(await find({ carrier: 'T-Mobile' })).toEqual([]);
  expect(await find({ carrier: 'No such carrier' })).toEqual([]);
});

test('OVERVIEW-2 from and to are Los Angeles days of creation, both included', async () => {
  const days = [
    '2026-11-01T06:59:59.999Z',
    '2026-11-01T07:00:00.000Z',
    // Daylight saving time ends on November 1: the day has 25 hours.
    '2026-11-02T07:59:59.999Z',
    '2026-11-02T08:00:00.000Z',
  ];
  const made: number[] = [];
  for (const day of days) {
    const id = await create('Dated');
    await changeTest(server.db, id, { created_at: sqlTime(Date.parse(day)) });
    made.push(id);
  }
  const [before, first, last, after] = made;
  expect(await find({ from: '2026-11-01', to: '2026-11-01' })).toEqual([last, first]);
  expect(await find({ from: '2026-11-02' })).toEqual([after]);
  expect(await find({ to: '2026-10-31' })).toEqual([before]);
  expect(await find({ from: '2026-11-01', to: '2026-11-01', officeId: 1 })).toEqual([last, first]);
});

test('OVERVIEW-2 combines with the other filters, and returns the total with each page', async () => {
  const made: number[] = [];
  for (let i = 0; i < 12; i += 1) made.unshift(await create(`Crowd ${i}`, { phoneIDs: [1 + (i % 2)] }));
  const [newest = 0, second = 0] = made;
  await changeTest(server.db, newest, { execution_status: 'FAILED' });
  await changeTest(server.db, second, { execution_status: 'FAILED' });
  expect(await find({ text: 'crowd' })).toEqual(made);
  expect(await find({ text: 'crowd', executionStatus: 'failed', carrier: 'Verizon', officeId: 1 })).toEqual([
    newest,
  ]);
  expect(await find({ text: 'crowd', officeId: 3 })).toEqual([]);
  const thirdPage = await client.send('GET', calls.listTests.path, {
    query: { text: 'crowd', page: 3, pageSize: 5 },
  });
  expect(thirdPage.headers.get('x-total-count')).toBe('12');
  const listed = calls.listTests.answer.parse(await thirdPage.json());
  expect(listed.map((one) => one.testId)).toEqual(made.slice(10));
});

test.each([
  ['from', { from: '2026-02-30' }, /Must be a date in the form YYYY-MM-DD/],
  ['to', { to: 'yesterday' }, /Must be a date in the form YYYY-MM-DD/],
  ['to', { from: '2026-11-02', to: '2026-11-01' }, /Send a later date, or an earlier from/],
  ['text', { text: 'a b c d e f g h i j k' }, /at most 10 words/],
  ['text', { text: 'x'.repeat(201) }, /at most 200 characters/],
])('OVERVIEW-2 refuses an invalid %s with what to do', async (field, query, detail) => {
  const problem = await client.problem(calls.listTests, { query });
  expect(problem).toMatchObject({ status: 400, code: 'query.invalid', errors: [{ field }] });
  expect(JSON.stringify(problem.errors)).toMatch(detail);
});
