/** The directory over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { openTestServer } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();

const { partners, clients, offices, testPhones, wholeDirectory } = calls;

test('DATA-4 the whole directory holds what the calls for one parent each tell, in their order', async () => {
  const whole = await client.call(wholeDirectory);
  expect(whole.partners).toEqual(await client.call(partners));
  expect(whole.testPhones).toEqual(await client.call(testPhones));
  expect(whole.clients).toHaveLength(4);
  expect(whole.offices.length).toBeGreaterThan(4);
  for (const { id } of whole.partners) {
    const own = whole.clients.filter(({ partnerId }) => partnerId === id);
    expect(own).toEqual(await client.call(clients, { query: { partnerId: id } }));
  }
  for (const { id } of whole.clients) {
    const named = (await client.call(offices, { query: { clientId: id } })).map(
      ({ managerFirstName: _first, managerLastName: _last, ...office }) => office,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(whole.offices.filter(({ clientId }) => clientId === id)).toEqual(named);
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
