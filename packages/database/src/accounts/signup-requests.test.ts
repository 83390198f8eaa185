/** Requests for an account: their limits, whichever processes store them at the same time. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { addSignupRequest, listSignupRequests, takeSignupRequest } from './signup-requests.ts';

const NOW = Date.UTC(2026, 10, 26);
const LIMITS = { open: 4, perNetwork: 2, windowMs: 1_000 };
const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());

beforeEach(async () => {
  await db.deleteFrom('signup_requests').execute();
  await db.deleteFrom('signup_attempts').execute();
});

const names = async () => (await listSignupRequests(db)).map(({ username }) => username);

function add(username: string, network: string, createdAt = NOW): Promise<void> {
  const others = { email: '', passwordHash: 'none', address: network, userAgent: '' };
  const request = { ...others, username, network, createdAt };
  return db.transaction().execute((tx) => addSignupRequest(tx, request, LIMITS));
}

async function addAtOnce(count: number, networkOf: (nth: number) => string): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, nth) => add(`p${nth}`, networkOf(nth))));
}

test('ACCT-8 simultaneous requests of one network stay within its limit', async () => {
  await addAtOnce(8, () => '192.0.2.1');
  expect(await names()).toHaveLength(LIMITS.perNetwork);
});

test('ACCT-8 simultaneous requests of many networks stay within the limit of open ones', async () => {
  await addAtOnce(8, (nth) => `192.0.2.${nth}`);
  expect(await names()).toHaveLength(LIMITS.open);
});

test('ACCT-8 a decision does not give its network another request before the window ends', async () => {
  await add('ann', '192.0.2.1');
  await add('bob', '192.0.2.1');
  for (const { id } of await listSignupRequests(db))
    await db.transaction().execute((tx) => takeSignupRequest(tx, id));
  await add('cleo', '192.0.2.1', NOW + LIMITS.windowMs - 1);
  expect(await names()).toEqual([]);
  await add('cleo', '192.0.2.1', NOW + LIMITS.windowMs);
  expect(await names()).toEqual(['cleo']);
});
