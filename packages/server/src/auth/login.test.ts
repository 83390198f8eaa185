/** Login throttling: failures are counted in the database by account and network, and by network. */
import { calls } from '@textprobe/contract/calls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PASSWORD, startTestServer, type TestServer, USERNAME } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

function guess(username: string, password = 'wrong') {
  return server.visitor().login(username, password);
}

test('AUTH-1 each failure after the fifth delays the next attempt, longer each time, even with the right password', async () => {
  for (let i = 0; i < 6; i += 1) expect((await guess(USERNAME)).status).toBe(401);
  const blocked = await guess(USERNAME, PASSWORD);
  expect(blocked.status).toBe(429);
  expect(blocked.headers.get('retry-after')).toBe('1');
  expect(await blocked.json()).toMatchObject({ code: 'login.slowed' });
  await server.clock.advance(1_000);
  expect((await guess(USERNAME)).status).toBe(401);
  expect((await guess(USERNAME)).headers.get('retry-after')).toBe('2');
});

test('AUTH-1 a successful login resets the failures of the account', async () => {
  for (let i = 0; i < 5; i += 1) await guess(USERNAME);
  expect((await guess(USERNAME, PASSWORD)).status).toBe(200);
  for (let i = 0; i < 5; i += 1) expect((await guess(USERNAME)).status).toBe(401);
});

test('AUTH-1 simultaneous guesses do not bypass the count', async () => {
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await guess(USERNAME)).status));
  // One by one, six would pass. Two are checked at once, so it may be seven.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(7);
});

test('AUTH-1 simultaneous logins with the right password all succeed', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await guess(USERNAME, PASSWORD)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('AUTH-1 guessing at many names from one address is throttled as well', async () => {
  for (let i = 0; i < 21; i += 1) expect((await guess(`name ${i}`)).status).toBe(401);
  expect((await guess('another')).status).toBe(429);
});

test('AUTH-1 the count is forgotten after a quarter of an hour', async () => {
  for (let i = 0; i < 6; i += 1) await guess(USERNAME);
  await server.clock.advance(15 * 60_000 + 1);
  for (let i = 0; i < 5; i += 1) expect((await guess(USERNAME)).status).toBe(401);
  expect((await guess(USERNAME, PASSWORD)).status).toBe(200);
});

test('AUTH-1 the typed name is not stored', async () => {
  await guess('hunter2-typed-in-the-wrong-box');
  const rows = await server.db.selectFrom('login_attempts').selectAll().execute();
  const kinds = rows.map(({ key }) => key.split(':')[0]);
  expect(new Set(kinds)).toEqual(new Set(['account', 'network', 'pair']));
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});

test('AUTH-1 limits the logins of an address per minute, whether they succeed or fail', async () => {
  await using strict = await startTestServer({ limits: { loginsPerMinute: 2 } });
  const visitor = strict.visitor();
  await visitor.login(USERNAME, PASSWORD);
  await visitor.login(USERNAME, PASSWORD);
  const body = { username: USERNAME, password: PASSWORD };
  expect(await visitor.refusal(calls.login, { body, token: null })).toBe('429 rate.limited');
});
