/** HEAD over HTTP produces no body. */
import { calls } from '@textprobe/contract/calls';
import type { ReportRenderer } from '@textprobe/reports/report-renderer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
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
])('GUARD-4 HEAD %s reads no table but that of the sessions', async (path) => {
  await server.db.transaction().execute(async (tx) => {
    // A read of any of these tables would wait for this transaction.
    const tables = await sql<{ name: string }>`
      select quote_ident(relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('sessions', 'accounts')`.execute(tx);
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
