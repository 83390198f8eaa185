/** HEAD over HTTP produces no body. */

import type { Call } from '@textprobe/contract/call';
import { callDocs } from '@textprobe/contract/call-docs';
import { type CallName, calls } from '@textprobe/contract/calls';
import { PROBLEMS } from '@textprobe/contract/problem';
import type { ReportRenderer } from '@textprobe/reports/report-renderer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exampleOf } from '../testing/late-request.ts';
import { PAYLOAD } from '../testing/payload.ts';
import { openTestServer } from '../testing/test-server.ts';

const rendered: string[] = [];
const reports: ReportRenderer = {
  async render() {
    rendered.push('a report');
    return new Uint8Array();
  },
  close: async () => undefined,
};

const { server, client } = await openTestServer({ reports });

test.each([
  [calls.testLogs.path],
  [calls.filteredLogs.path],
  [calls.exportLogs.path],
  [calls.listTests.path],
  [calls.partners.path],
])('GUARD-4 HEAD %s reads no table but those of the session', async (path) => {
  await server.db.transaction().execute(async (tx) => {
    // A read of any of these tables would wait for this transaction.
    const tables = await sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('sessions', 'accounts', 'second_factors')`.execute(tx);
    const names = tables.rows.map(({ name }) => name).join(', ');
    await sql`lock table ${sql.raw(names)} in access exclusive mode`.execute(tx);
    const answer = await client.send('HEAD', path, { token: null });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('');
    // Only locks in this database: other tests use the same server.
    const { rows } = await sql`
      select pid from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where not granted and datname = current_database()`.execute(tx);
    expect(rows).toEqual([]);
  });
});

test('GUARD-4 HEAD of a report renders no PDF', async () => {
  const answer = await client.send('HEAD', calls.generateFilteredPdf.path, { token: null });
  expect(answer.status).toBe(200);
  expect(rendered).toEqual([]);
});

test('GUARD-4 HEAD is refused like GET: without a session, and with an invalid query', async () => {
  const stranger = server.visitor();
  expect((await stranger.send('HEAD', calls.exportLogs.path, { token: null })).status).toBe(401);
  const wrong = { query: { nonsense: 1 }, token: null };
  expect((await client.send('HEAD', calls.exportLogs.path, wrong)).status).toBe(400);
});

/** Reads of something that may not exist. */
const OF_ONE = Object.entries<Call>(calls)
  .filter(([, { method }]) => method === 'GET')
  .map(([name]) => name as CallName)
  .filter((name) => callDocs[name].problems?.some((code) => PROBLEMS[code].status === 404));
const OPTIONAL: Partial<Record<CallName, string>> = { apiTokens: 'accountId', handsetKeys: 'phoneId' };

test.each(OF_ONE)('GUARD-4 HEAD of %s is 404 for what does not exist, as GET is', async (name) => {
  const { path } = await exampleOf(name, '999999');
  const asked = name in OPTIONAL ? `${path}${OPTIONAL[name]}=999999` : path;
  expect((await client.send('GET', asked)).status).toBe(404);
  const answer = await client.send('HEAD', asked, { token: null });
  expect([answer.status, await answer.text()]).toEqual([404, '']);
});

test('GUARD-4 HEAD of a test and its report is 200 without a body, and renders and lists nothing', async () => {
  const { testId } = await client.call(calls.createTest, { body: PAYLOAD });
  for (const [call, key] of [
    [calls.getTest, 'testId'],
    [calls.report, 'testId'],
    [calls.testLogsOfTest, 'testId'],
    [calls.generatePdf, 'id'],
  ] as const) {
    const answer = await client.send('HEAD', call.path, { query: { [key]: testId }, token: null });
    expect([call.path, answer.status, await answer.text()]).toEqual([call.path, 200, '']);
  }
  expect(rendered).toEqual([]);
});
