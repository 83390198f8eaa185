/** The list of the audit trail: pages, filters, CSV, failed logins, and its chain. */
import { calls } from '@textprobe/contract/calls';
import { NEXT_CURSOR_HEADER } from '@textprobe/contract/headers';
import { verifyChain } from '@textprobe/database/audit/audit-chain';
import { expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD, USERNAME } from '../../testing/test-server.ts';
import { createAuditLinks } from '../../upkeep/audit-links.ts';

const { server, client } = await openTestServer({ now: Date.parse('2026-11-21T20:00:10Z') });
const { db, clock, logged } = server;
const link = createAuditLinks({ db, clock, log: { info: (line: unknown) => logged.push(line as never) } });

const createPartner = async (name: string) => (await client.call(calls.createPartner, { body: { name } })).id;

test('AUDIT-3 the list is newest first by cursor, with filters, and the CSV has the same rows', async () => {
  const ids = [];
  for (const name of ['Elm', 'Fir', 'Gum']) ids.push(await createPartner(name));
  await client.call(at(calls.retirePartner, ids[1]));

  const query = { objectKind: 'partner', pageSize: 3 };
  const first = await client.send('GET', calls.audit.path, { query });
  const page = (await first.json()) as { id: number; object: { id: string } }[];
  expect(page.map(({ object }) => Number(object.id))).toEqual([ids[1], ids[2], ids[1]]);
  const cursor = first.headers.get(NEXT_CURSOR_HEADER) ?? '';
  const second = await client.send('GET', calls.audit.path, { query: { ...query, cursor } });
  expect(second.headers.get(NEXT_CURSOR_HEADER)).toBeNull();
  expect(await second.json()).toMatchObject([{ object: { id: String(ids[0]) } }]);

  const ofFir = { objectKind: 'partner', objectId: String(ids[1]) };
  expect((await client.call(calls.audit, { query: ofFir })).map(({ action }) => action)).toEqual([
    'partner.retired',
    'partner.created',
  ]);
  expect(await client.call(calls.audit, { query: { action: 'partner.retired' } })).toHaveLength(1);
  expect(await client.call(calls.audit, { query: { accountId: 9_999 } })).toEqual([]);
  expect(await client.call(calls.audit, { query: { to: '2026-11-20' } })).toEqual([]);
  expect(await client.call(calls.audit, { query: { ...ofFir, from: '2026-11-21' } })).toHaveLength(2);

  const csv = await (await client.send('GET', calls.exportAudit.path, { query: ofFir })).text();
  const [head, retired, created, end] = csv.split('\r\n');
  expect(head).toBe(
    'ID,At,Action,Account ID,Username,Token ID,Token,Address,Request ID,Object,Object ID,Partner ID,Outcome,Changes,Hash',
  );
  expect(retired).toContain('partner.retired');
  expect(created).toContain(`"{""name"":[null,""Fir""]}"`);
  expect(end).toBe('');
});

test('AUDIT-1 a change that is refused leaves no row', async () => {
  const before = await client.call(calls.audit);
  expect(await client.refusal(calls.createPartner, { body: { name: 'Acorn' } })).toMatch(/^4/);
  expect(await client.call(calls.audit)).toEqual(before);
});

test('AUDIT-1 failed logins of one network and account are one row for each minute, with a count', async () => {
  const visitor = server.visitor();
  for (const username of [USERNAME, USERNAME, USERNAME, 'a password typed as name'])
    expect((await visitor.login(username, 'wrong')).status).toBe(401);
  await link();
  const failed = () => client.call(calls.audit, { query: { action: 'account.login-failed' } });
  expect(await failed()).toEqual([]);

  await clock.advance(60_000);
  expect((await visitor.login(USERNAME, PASSWORD)).status).toBe(200);
  await link();
  const rows = await failed();
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual(
    expect.objectContaining({
      at: '2026-11-21T12:00:00.000-08:00',
      account: expect.objectContaining({ username: USERNAME }),
      address: '127.0.0.1',
      outcome: 'failed',
      changes: { attempts: [null, 3] },
    }),
  );
  expect(rows).toContainEqual(expect.objectContaining({ account: null, changes: { attempts: [null, 1] } }));
  expect(JSON.stringify(rows)).not.toContain('typed as name');
});

test('AUDIT-2 rows are linked, and the log says once a day where the chain stands', async () => {
  await createPartner('Hazel');
  expect((await client.call(calls.audit))[0]?.hash).toBeNull();
  await link();
  await link();
  const [newest] = await client.call(calls.audit);
  expect(await verifyChain(db)).toMatchObject({ unlinked: 0, broken: null });
  expect(newest?.hash).toBe((await verifyChain(db)).head.hash.toString('hex'));
  const heads = () => logged.filter((line) => 'seq' in line);
  expect(heads()).toHaveLength(1);
  await clock.advance(24 * 3_600_000);
  await link();
  expect(heads()).toHaveLength(2);
  expect(heads()[1]).toMatchObject({ hash: newest?.hash });
});
