/** Large and crafted files: the process answers other calls while it reads them, and its memory is bounded. */
import { calls } from '@textprobe/contract/calls';
import { IMPORT_ENTRIES, IMPORT_ROWS } from '@textprobe/contract/directory-import';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';
import { parseInWorker } from './files/parse-in-worker.ts';

const { server, client } = await openTestServer();
const HEADERS = { 'content-type': 'text/csv' };
const PHONES = 'phone_name,phone_number,phone_carrier';

const preview = (body: string | Uint8Array) =>
  client.call(calls.importDirectory, { body, query: { preview: 'true' }, headers: HEADERS });

const numberOf = (index: number) => `+1${2_135_550_000 + index}`;
const rows = (head: string, count: number, row: (index: number) => string) =>
  `${head}\n${Array.from({ length: count }, (_, index) => row(index)).join('\n')}\n`;

test.each<[string, string]>([
  [
    '10,000 rows of four entries',
    rows(`partner,client,office,office_phone,${PHONES}`, 10_000, (index) =>
      [`P${index}`, 'C', 'O', numberOf(index), `Phone ${index}`, numberOf(index), 'AT&T'].join(','),
    ),
  ],
  ['wrong numbers', rows(PHONES, 20_000, (index) => `P,x${index},A`)],
  ['a long name with many clients', longName()],
])('DIR-3 other calls are answered while a file is read: %s', async (_what, body) => {
  let isRead = false;
  const reading = preview(body).finally(() => (isRead = true));
  let answers = 0;
  while (!isRead) {
    await client.call(calls.testPhones);
    answers += 1;
  }
  const { rows: listed } = await reading;
  expect(listed.length).toBeLessThanOrEqual(IMPORT_ROWS);
  // Without a thread: two or three, before the file has arrived and after it was read.
  expect(answers).toBeGreaterThan(10);
});

function longName(): string {
  return `{"partners":[{"name":"${'x'.repeat(200_000)}","clients":[${'{},'.repeat(49_000)}{}]}]}`;
}

test('DIR-3 one file is imported at a time, two wait, and one more is refused', async () => {
  const ask = () =>
    client.send('POST', calls.importDirectory.path, { body: 'partner\nAcorn\n', headers: HEADERS });
  const answers = await server.db.transaction().execute(async (tx) => {
    await sql`lock table partners in share row exclusive mode`.execute(tx);
    const asked = Array.from({ length: 4 }, ask);
    const refused = await Promise.race(asked);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'server.busy' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    return asked;
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 503]);
});

test('DIR-3 a file with too many rows is refused and must be split', async () => {
  const message = 'the file has more than 50,000 rows or entries; split it into several files.';
  const body = `partner\n${'Acorn\n'.repeat(IMPORT_ENTRIES + 1)}`;
  expect(await preview(body)).toMatchObject({ same: 0, wrong: 1, rows: [{ line: null, message }] });
  const problem = await client.problem(calls.importDirectory, { body, headers: HEADERS });
  expect(problem).toMatchObject({ status: 422, detail: `Nothing was imported: ${message}` });
});

test('DIR-3 of many errors the first are listed, and all are counted', async () => {
  const body = rows(PHONES, 3_000, (index) => `P,x${index},`);
  const { wrong, rows: listed } = await preview(body);
  expect([wrong, listed.length]).toEqual([3_000, IMPORT_ROWS]);
  const { detail, errors } = await client.problem(calls.importDirectory, { body, headers: HEADERS });
  expect(errors).toHaveLength(50);
  expect(detail).toMatch(/^Nothing was imported: line 2: .* 5,950 more errors: request the preview/);
});

test('DIR-3 a file that takes too much time or memory is wrong', async () => {
  const clock = createManualClock(0);
  const order = { bytes: Buffer.from(`partner\n${'\n'.repeat(100_000)}Acorn`), limit: Infinity };
  const [tooSlow] = await Promise.all([parseInWorker(order, clock), clock.advance(30_000)]);
  const tooLarge = await parseInWorker(order, createManualClock(0), 32);
  for (const check of [tooSlow, tooLarge]) {
    expect(check.faults).toMatchObject([{ line: null, message: expect.stringContaining('too complex') }]);
  }
});
