/**
 * A test and the deletion of an office or phone that it names, at the same moment: either the test keeps what it names, or it
 * is refused.
 */
import { calls } from '@textprobe/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PAYLOAD } from '../testing/payload.ts';
import { at } from '../testing/test-client.ts';
import { openTestServer } from '../testing/test-server.ts';

const { server, client } = await openTestServer();

/** How many statements wait for a lock. Outside of transactions, which keep seeing the activity of their first query. */
async function countBlocked(): Promise<number> {
  const { rows } = await sql<{ blocked: number }>`
    select count(*)::int4 as blocked from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
  return rows[0]?.blocked ?? 0;
}

/** Where each stops, in the middle of its transaction: a test before it is written, a deletion before it looks for uses. */
const HELD = {
  test: sql`lock table tests in share row exclusive mode`,
  deletion: sql`lock table recipient_sets in access exclusive mode`,
};

/** The second arrives while the first is held. */
async function inOrder<One, Two>(
  held: keyof typeof HELD,
  first: () => Promise<One>,
  second: () => Promise<Two>,
): Promise<[One, Two]> {
  const going = await server.db.transaction().execute(async (tx) => {
    await HELD[held].execute(tx);
    const one = first();
    await expect.poll(countBlocked, { timeout: 20_000 }).toBe(1);
    const two = second();
    await expect.poll(countBlocked, { timeout: 20_000 }).toBe(2);
    // Not awaited here: they continue once this transaction has ended.
    return [one, two] as const;
  });
  return Promise.all(going);
}

async function makeOffice(name: string) {
  const rest = { clientId: 1, managerFirstName: '', managerLastName: '', gatewayId: null };
  const { id } = await client.call(calls.createOffice, {
    body: { name, phoneNumber: '+12025550144', ...rest },
  });
  return { officeIDs: [id], remove: at(calls.deleteOffice, id).path };
}

async function makePhone(name: string, phoneNumber: string) {
  const rest = { carrier: 'AT&T', evidence: 'handset', partnerId: null } as const;
  const { id } = await client.call(calls.createPhone, { body: { name, phoneNumber, ...rest } });
  return { phoneIDs: [id], remove: at(calls.deletePhone, id).path };
}

test('DIR-1 an office or phone that a test begins to name in the moment of its deletion is in use and stays', async () => {
  const { testId } = await client.call(calls.createTest, { body: PAYLOAD });
  const { remove: removeOffice, ...office } = await makeOffice('Kept');
  const { remove: removePhone, ...phone } = await makePhone('Kept', '+12025550145');
  const token = await client.csrfToken();
  const deletion = async (path: string) => (await client.send('DELETE', path, { token })).status;
  const [created, deletedOffice] = await inOrder(
    'test',
    () => client.send('POST', calls.createTest.path, { body: { ...PAYLOAD, ...office }, token }),
    () => deletion(removeOffice),
  );
  expect([created.status, deletedOffice]).toEqual([201, 409]);
  const change = { ...PAYLOAD, testId, partnerID: 1, ...phone };
  const [updated, deletedPhone] = await inOrder(
    'test',
    () => client.send('PUT', calls.updateTest.path, { body: change, token }),
    () => deletion(removePhone),
  );
  expect([updated.status, deletedPhone]).toEqual([200, 409]);
});

test('DIR-1 a test that names an office or phone in the moment of its deletion is refused by its field', async () => {
  const { testId } = await client.call(calls.createTest, { body: PAYLOAD });
  const { remove: removeOffice, ...office } = await makeOffice('Gone');
  const { remove: removePhone, ...phone } = await makePhone('Gone', '+12025550146');
  const token = await client.csrfToken();
  const deletion = async (path: string) => (await client.send('DELETE', path, { token })).status;
  const [deletedOffice, created] = await inOrder(
    'deletion',
    () => deletion(removeOffice),
    () => client.send('POST', calls.createTest.path, { body: { ...PAYLOAD, ...office }, token }),
  );
  expect([deletedOffice, created.status]).toEqual([204, 422]);
  expect(await created.json()).toMatchObject({
    errors: [{ field: 'officeIDs', message: `There is no office with id ${office.officeIDs[0]}.` }],
  });
  const change = { ...PAYLOAD, testId, partnerID: 1, ...phone };
  const [deletedPhone, updated] = await inOrder(
    'deletion',
    () => deletion(removePhone),
    () => client.send('PUT', calls.updateTest.path, { body: change, token }),
  );
  expect([deletedPhone, updated.status]).toEqual([204, 422]);
  expect(await updated.json()).toMatchObject({ errors: [{ field: 'phoneIDs' }] });
});
