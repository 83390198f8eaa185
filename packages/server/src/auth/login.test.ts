/** Guessing passwords gets slower: counted for each account and network, and each network, in the database. */
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

test('AUTH-1 after five failures an account must wait, longer each time; the right password must wait too', async () => {
  for (let i = 0; i < 6; i += 1) expect((await guess(USERNAME)).status).toBe(401);
  const blocked = await guess(USERNAME, PASSWORD);
  expect(blocked.status).toBe(429);
  expect(blocked.headers.get('retry-after')).toBe('1');
  expect(await blocked.json()).toMatchObject({ code: 'login.slowed' });
  await server.clock.advance(1_000);
  expect((await guess(USERNAME)).status).toBe(401);
  expect((await guess(USERNAME)).headers.get('retry-after')).toBe('2');
});

test('AUTH-1 a success forgets the failures of the account', async () => {
  for (let i = 0; i < 5; i += 1) await guess(USERNAME);
  expect((await guess(USERNAME, PASSWORD)).status).toBe(200);
  for (let i = 0; i < 5; i += 1) expect((await guess(USERNAME)).status).toBe(401);
});

test('AUTH-1 many guesses at once do not slip past the count', async () => {
  const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await guess(USERNAME)).status));
  // Two are checked at once, so one more than the free five and the first slowed one may be past the look.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(7);
});

test('AUTH-1 many right passwords at once are all right', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await guess(USERNAME, PASSWORD)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('AUTH-1 guessing at many names from one address is slowed as well', async () => {
  for (let i = 0; i < 21; i += 1) expect((await guess(`name ${i}`)).status).toBe(401);
  expect((await guess('another')).status).toBe(429);
});

test('AUTH-1 the count is forgotten after a quarter of an hour', async () => {
  for (let i = 0; i < 6; i += 1) await guess(USERNAME);
  await server.clock.advance(15 * 60_000 + 1);
  for (let i = 0; i < 5; i += 1) expect((await guess(USERNAME)).status).toBe(401);
  expect((await guess(USERNAME, PASSWORD)).status).toBe(200);
});

test('AUTH-1 what was typed as a name does not come to rest in the table', async () => {
  await guess('hunter2-typed-in-the-wrong-box');
  const rows = await server.db.selectFrom('login_attempts').selectAll().execute();
  const kinds = rows.map(({ key }) => key.split(':')[0]);
  expect(new Set(kinds)).toEqual(new Set(['account', 'network', 'pair']));
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});

test('AUTH-1 an address may try so many times a minute, right or wrong', async () => {
  await using strict = await startTestServer({ limits: { loginsPerMinute: 2 } });
  const visitor = strict.visitor();
  await visitor.login(USERNAME, PASSWORD);
  await visitor.login(USERNAME, PASSWORD);
  const body = { username: USERNAME, password: PASSWORD };
  expect(await visitor.refusal(calls.login, { body, token: null })).toBe('429 rate.limited');
});
