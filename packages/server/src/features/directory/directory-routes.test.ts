/** The directory over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { TOTAL_COUNT_HEADER } from '@textprobe/contract/headers';
import { expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();

const { partners, clients, offices, wholeDirectory, searchDirectory } = calls;

test('DATA-4 the whole directory equals the answers of the calls for each parent, in their order', async () => {
  const whole = await client.call(wholeDirectory);
  expect(whole.partners).toEqual(await client.call(partners));
  expect(whole.clients).toHaveLength(4);
  expect(whole.offices.length).toBeGreaterThan(4);
  for (const { id } of whole.partners) {
    const own = whole.clients.filter(({ partnerId }) => partnerId === id);
    expect(own).toEqual(await client.call(clients, { query: { partnerId: id } }));
  }
  for (const { id } of whole.clients) {
    const own = await client.call(offices, { query: { clientId: id } });
    expect(own.length).toBeGreaterThan(0);
    expect(whole.offices.filter(({ clientId }) => clientId === id)).toEqual(own);
  }
});

test('CALL-2, CALL-3 say in the specification’s words that the parent’s id is missing', async () => {
  expect(await client.problem(clients)).toMatchObject({
    status: 400,
    code: 'query.invalid',
    errors: [{ field: 'partnerId', message: 'partnerId is required to fetch clients' }],
  });
  expect(await client.problem(offices)).toMatchObject({
    errors: [{ field: 'clientId', message: 'clientId is required to fetch offices' }],
  });
});

test('CALL-2, CALL-3 a parent that does not exist is 404; one without children is an empty list', async () => {
  expect(await client.refusal(clients, { query: { partnerId: 77 } })).toBe('404 partner.unknown');
  expect(await client.refusal(offices, { query: { clientId: 77 } })).toBe('404 client.unknown');
  const empty = await server.db
    .insertInto('partners')
    .values({ name: 'zed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await client.call(clients, { query: { partnerId: empty.id } })).toEqual([]);
});

test('LIST-2 finds entries by words of their own and their parents’ names, within the chosen parents, with the total', async () => {
  const found = async (query: Record<string, string | number>) => {
    const response = await client.send('GET', searchDirectory.path, { query });
    const entries = searchDirectory.answer.parse(await response.json());
    expect(response.headers.get(TOTAL_COUNT_HEADER)).toBe(String(entries.length));
    return entries.map(({ name }) => name);
  };
  expect(await found({ kind: 'partner', text: 'BIR' })).toEqual(['Birch']);
  expect(await found({ kind: 'client', partnerId: 2 })).toEqual(['Birch North', 'Birch South']);
  expect(await found({ kind: 'office', text: 'birch pine', partnerId: 2 })).toEqual([
    'Birch North Pine Road',
    'Birch South Pine Road',
  ]);
  expect(await found({ kind: 'office', clientId: 1 })).toHaveLength(2);
  expect(await found({ kind: 'partner', clientId: 1 })).toEqual(['Acorn']);
  // A percent sign is not a wildcard.
  expect(await found({ kind: 'office', text: '%' })).toEqual([]);
  expect(await client.call(searchDirectory, { query: { kind: 'office', ids: '1' } })).toEqual([
    {
      id: 1,
      name: expect.stringContaining('Oak Street'),
      parents: ['Acorn North', 'Acorn'],
      parentIds: [1, 1],
      isRetired: false,
    },
  ]);
});

test('EVIDENCE-7 finds an office by its phone number as people write it, and names its client and partner by id', async () => {
  const row = { client_id: 4, name: 'Harbor', phone_number: '+16195550122' };
  await server.db.insertInto('offices').values(row).execute();
  const found = (text: string) => client.call(searchDirectory, { query: { kind: 'office', text } });
  for (const text of ['+1 (619) 555-0122', '619.555.0122', '0122']) {
    expect(await found(text)).toMatchObject([{ name: 'Harbor', parentIds: [4, 2] }]);
  }
  // Short digits and digits among words are names only: every number has a 1.
  expect(await found('122')).toEqual([]);
  expect(await found('Birch 0122')).toEqual([]);
});

test('LIST-2 returns the matches by page, with the total', async () => {
  const rows = Array.from({ length: 130 }, (_, index) => ({ name: `Many ${1_000 + index}` }));
  await server.db.insertInto('partners').values(rows).execute();
  const found = async (page: { page?: number; pageSize?: number }) => {
    const query = { kind: 'partner', text: 'many', ...page };
    const response = await client.send('GET', searchDirectory.path, { query });
    expect(response.headers.get(TOTAL_COUNT_HEADER)).toBe('130');
    return searchDirectory.answer.parse(await response.json()).map(({ name }) => ({ name }));
  };
  expect(await found({})).toEqual(rows.slice(0, 50));
  expect(await found({ page: 2, pageSize: 100 })).toEqual(rows.slice(100));
  expect(await found({ page: 3, pageSize: 100 })).toEqual([]);
  expect(await found({ pageSize: 500 })).toEqual(rows);
});

test('DIR-1 names what is retired, itself or with its client or partner, only for a query by id', async () => {
  const { db } = server;
  const partner = { name: 'Wren', retired: true };
  const { id: partner_id } = await db
    .insertInto('partners')
    .values(partner)
    .returning('id')
    .executeTakeFirstOrThrow();
  const client_id = (
    await db
      .insertInto('clients')
      .values({ name: 'Wren North', partner_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const { id: officeId } = await db
    .insertInto('offices')
    .values({ name: 'Nest', client_id, phone_number: '+12025550177' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const carrier = 'AT&T';
  const phones = await db
    .insertInto('test_phones')
    .values([
      { name: 'Drawer', phone_number: '+12025550178', carrier, retired: true },
      { name: 'Nest phone', phone_number: '+12025550179', carrier, partner_id },
    ])
    .returning('id')
    .execute();
  const found = (query: Record<string, string>) => client.call(searchDirectory, { query });
  expect(await found({ kind: 'office', ids: `1,${officeId},7777` })).toMatchObject([
    { id: 1, isRetired: false },
    { id: officeId, name: 'Nest', parents: ['Wren North', 'Wren'], isRetired: true },
  ]);
  expect(await found({ kind: 'phone', ids: phones.map(({ id }) => id).join() })).toMatchObject([
    { name: 'Nest phone', parents: ['Wren'], parentIds: [partner_id], isRetired: true },
    { name: 'Drawer', parents: [], parentIds: [], isRetired: true },
  ]);
  for (const kind of ['partner', 'client', 'office']) {
    expect(await found({ kind, text: 'Wren' })).toEqual([]);
  }
  expect(await found({ kind: 'phone', text: 'Drawer' })).toEqual([]);
});
