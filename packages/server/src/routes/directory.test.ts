/** The directory over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { openTestServer } from '../testing/test-server.ts';

const { server, client } = await openTestServer();

const { partners, clients, offices, testPhones, wholeDirectory } = calls;

test('CALL-1, DATA-4 lists partners by name', async () => {
  expect(await client.call(partners)).toEqual([
    { id: 1, name: 'Acorn' },
    { id: 2, name: 'Birch' },
  ]);
});

test('CALL-2 lists the clients of a partner', async () => {
  expect(await client.call(clients, { query: { partnerId: 2 } })).toEqual([
    { id: 3, name: 'Birch North', partnerId: 2 },
    { id: 4, name: 'Birch South', partnerId: 2 },
  ]);
});

test('CALL-3, DATA-4 lists the offices of a client with their numbers', async () => {
  expect(await client.call(offices, { query: { clientId: 1 } })).toEqual([
    expect.objectContaining({
      id: 1,
      name: 'Acorn North Oak Street',
      clientId: 1,
      officePhoneNumber: '+12025550100',
    }),
    expect.objectContaining({ id: 2, managerFirstName: 'Ada', managerLastName: 'Lovelace' }),
  ]);
});

test('CALL-4 lists the test phones', async () => {
  const phones = await client.call(testPhones);
  expect(phones[0]).toEqual({ phoneID: 1, name: 'Phone 1', phoneNumber: '+12025550200', carrier: 'AT&T' });
  expect(phones).toHaveLength(3);
});

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

test.each(['0', '-1', '1.5', 'one', '99999999999', ''])('CALL-2 refuses %j as an id', async (partnerId) => {
  const problem = await client.problem(clients, { query: { partnerId } });
  expect(problem).toMatchObject({ status: 400, code: 'query.invalid', errors: [{ field: 'partnerId' }] });
});

test('CALL-2, CALL-3 a parent that does not exist is 404; one without children is an empty list', async () => {
  expect(await client.problem(clients, { query: { partnerId: 77 } })).toMatchObject({
    status: 404,
    code: 'partner.unknown',
  });
  expect(await client.problem(offices, { query: { clientId: 77 } })).toMatchObject({
    status: 404,
    code: 'client.unknown',
  });
  const empty = await server.db
    .insertInto('partners')
    .values({ name: 'zed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await client.call(clients, { query: { partnerId: empty.id } })).toEqual([]);
});
