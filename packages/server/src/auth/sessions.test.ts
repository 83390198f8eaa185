/** Session lifetime and cookies. */
import { calls } from '@textprobe/contract/calls';
import { BACKGROUND_HEADER } from '@textprobe/contract/headers';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer, USERNAME } from '../testing/test-server.ts';
import { sweepEnded } from '../upkeep/housekeeping.ts';
import { hashPassword } from './passwords.ts';

const MINUTE = 60_000;
let server: TestServer;
let client: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  client = await server.operator();
});
afterEach(() => server.close());

async function works(headers: Record<string, string> = {}): Promise<boolean> {
  return (await client.send('GET', calls.partners.path, { headers })).status === 200;
}

test('AUTH-3 an idle session ends after 60 minutes', async () => {
  await server.clock.advance(59 * MINUTE);
  expect(await works()).toBe(true);
  await server.clock.advance(59 * MINUTE);
  expect(await works()).toBe(true);
  await server.clock.advance(60 * MINUTE);
  expect(await works()).toBe(false);
});

test('AUTH-3 polls do not keep an idle session alive', async () => {
  for (let i = 0; i < 5; i += 1) {
    await server.clock.advance(11 * MINUTE);
    expect(await works({ [BACKGROUND_HEADER]: '1' })).toBe(true);
  }
  await server.clock.advance(5 * MINUTE);
  expect(await works({ [BACKGROUND_HEADER]: '1' })).toBe(false);
});

test('AUTH-3 a session ends after 12 hours, however active', async () => {
  for (let i = 0; i < 23; i += 1) {
    await server.clock.advance(31 * MINUTE);
    expect(await works()).toBe(true);
  }
  await server.clock.advance(7 * MINUTE);
  expect(await works()).toBe(false);
});

test('AUTH-3 activity is written at most once a minute', async () => {
  const written = async () =>
    (await server.db.selectFrom('sessions').select('last_active_at').executeTakeFirstOrThrow())
      .last_active_at;
  const begin = await written();
  await server.clock.advance(59_000);
  await works();
  expect(await written()).toBe(begin);
  await server.clock.advance(1_000);
  await works();
  expect(await written()).toBe(begin + MINUTE);
});

test('AUTH-3 a new password ends the sessions of its account, and so does disabling it', async () => {
  await server.setPassword('another');
  expect(await works()).toBe(false);
  expect((await server.visitor().login(USERNAME, PASSWORD)).status).toBe(401);
  expect((await client.login(USERNAME, 'another')).status).toBe(200);
  await server.db
    .updateTable('accounts')
    .set((eb) => ({ disabled_at: eb.ref('created_at') as never }))
    .execute();
  expect(await works()).toBe(false);
  expect((await client.login(USERNAME, 'another')).status).toBe(401);
});

test('AUTH-3 the sweep deletes ended sessions only', async () => {
  await server.clock.advance(30 * MINUTE);
  await server.operator();
  await server.clock.advance(31 * MINUTE);
  expect(await sweepEnded(server)).toBe(1);
  expect(await server.db.selectFrom('sessions').select('account_id').execute()).toHaveLength(1);
});

test('AUTH-1 two accounts cannot share a name, regardless of case', async () => {
  const passwordHash = await hashPassword('x');
  const again = {
    username: USERNAME.toUpperCase(),
    role: 'viewer' as const,
    passwordHash,
    createdAt: server.clock.now(),
  };
  expect(await createAccount(server.db, again)).toBeNull();
});

test('AUTH-1 with an https PUBLIC_URL the cookies are __Host- and Secure, and HSTS is sent', async () => {
  await using secure = await startTestServer({ publicUrl: 'https://textprobe.example' });
  const response = await secure.visitor().login(USERNAME, PASSWORD);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-textprobe=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^__Host-textprobe-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ]);
  expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  const operator = await secure.operator();
  await operator.call(calls.logout);
  expect(operator.cookies.has('__Host-textprobe-csrf')).toBe(true);
  expect(
    (await client.send('GET', calls.healthLive.path)).headers.get('strict-transport-security'),
  ).toBeNull();
});
