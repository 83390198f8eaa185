/** One's own account over HTTP: name, password and sessions. */
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { at, type TestClient } from '../../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer, USERNAME } from '../../testing/test-server.ts';

const NEW = 'velvet tractor monsoon 41';
const changed: string[] = [];
let server: TestServer;
let client: TestClient;
beforeEach(async () => {
  changed.length = 0;
  server = await startTestServer({ onPasswordChange: async (username) => void changed.push(username) });
  client = await server.operator();
});
afterEach(() => server.close());

function changePassword(by: TestClient, currentPassword = PASSWORD, newPassword = NEW): Promise<Response> {
  return by.send('PUT', calls.changePassword.path, { body: { currentPassword, newPassword } });
}

async function works(one: TestClient): Promise<boolean> {
  return (await one.send('GET', calls.partners.path)).status === 200;
}

function openStream(one: TestClient): Promise<Response> {
  return one.send('GET', calls.live.path);
}

/** Another process of the installation. */
function otherProcess(): Promise<TestServer> {
  return startTestServer({ db: server.db, now: server.clock.now() });
}

test('ACCT-5 an account has a name, which its owner changes', async () => {
  const profile = await client.call(calls.profile);
  expect(profile).toMatchObject({
    username: USERNAME,
    name: '',
    role: 'administrator',
    partnerIds: null,
    passwordChangedAt: null,
  });
  await client.call(calls.changeProfile, { body: { name: ' Ada Lovelace ' } });
  const { id, username, role, partnerIds } = profile;
  expect(await (await client.send('GET', calls.authStatus.path)).json()).toEqual({
    authenticated: true,
    user: { id, username, name: 'Ada Lovelace', role, partnerIds, mustEnrol: false },
  });
  expect(await client.call(calls.profile)).toMatchObject({ name: 'Ada Lovelace' });
  const { errors } = await client.problem(calls.changeProfile, { body: { name: 'x'.repeat(101) } });
  expect(errors).toMatchObject([{ field: 'name', message: 'Must have at most 100 characters.' }]);
  expect(await client.call(calls.changeProfile, { body: { name: '' } })).toMatchObject({ name: '' });
});

test('ACCT-5 a new password ends all other sessions and their streams in every process, and this session stays', async () => {
  await using elsewhere = await otherProcess();
  const [here, there] = [await server.operator(), await elsewhere.operator()];
  const [own, stream, streamElsewhere] = await Promise.all([client, here, there].map(openStream));
  await server.clock.advance(1_000);
  expect((await changePassword(client)).status).toBe(204);
  expect(await works(client)).toBe(true);
  expect(await works(here)).toBe(false);
  expect(await there.refusal(calls.partners)).toBe('401 session.required');
  expect(await stream?.text()).toContain('"reason":"expired"');
  await elsewhere.clock.advance(20_000);
  expect(await streamElsewhere?.text()).toContain('"reason":"expired"');
  await own?.body?.cancel();

  expect((await server.visitor().login(USERNAME, PASSWORD)).status).toBe(401);
  expect((await server.visitor().login(USERNAME, NEW)).status).toBe(200);
  expect((await client.call(calls.profile)).passwordChangedAt).not.toBeNull();
  expect(changed).toEqual([USERNAME]);
});

test('ACCT-5 a wrong current password is an error of its field, changes nothing and counts as a failed login', async () => {
  const other = await server.operator();
  for (let nth = 0; nth < 6; nth += 1) {
    const response = await changePassword(client, 'wrong');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'password.wrong',
      errors: [{ field: 'currentPassword', message: 'This is not your current password. Try again.' }],
    });
  }
  const slowed = await changePassword(client);
  expect(slowed.status).toBe(429);
  expect(slowed.headers.get('retry-after')).toBe('1');
  expect(await slowed.json()).toMatchObject({ code: 'login.slowed' });
  // A login from this browser waits too: there is one count.
  expect((await client.login(USERNAME, PASSWORD)).status).toBe(429);
  expect(await works(other)).toBe(true);
  expect(changed).toEqual([]);
  await server.clock.advance(1_000);
  expect((await changePassword(client)).status).toBe(204);
});

test('ACCT-5 the browser that changed the password is still known: guesses elsewhere do not slow it', async () => {
  await changePassword(client);
  for (let nth = 0; nth < 6; nth += 1) await server.visitor().login(USERNAME, 'wrong');
  expect((await server.visitor().login(USERNAME, NEW)).status).toBe(429);
  expect((await client.login(USERNAME, NEW)).status).toBe(200);
});

test.each([
  ['short', 'short', 'Use at least 12 characters.'],
  ['x'.repeat(257), 'long', 'Use at most 256 characters.'],
  ['Password1234', 'common', 'This password is among the 100,000 most common ones. Choose another.'],
])('ACCT-5 the new password %s is refused at its field as too %s', async (newPassword, why, message) => {
  const response = await changePassword(client, PASSWORD, newPassword);
  expect(response.status).toBe(422);
  const code = `password.${why}`;
  expect(await response.json()).toMatchObject({ code, errors: [{ field: 'newPassword', code, message }] });
});

test('ACCT-5 an existing password that the rule would refuse keeps working', async () => {
  const passwordHash = await hashPassword('letmein');
  const createdAt = server.clock.now();
  await createAccount(server.db, { username: 'early bird', role: 'viewer', passwordHash, createdAt });
  const early = server.visitor();
  expect((await early.login('early bird', 'letmein')).status).toBe(200);
  expect(await (await changePassword(early, 'letmein', 'EARLY BIRD')).json()).toMatchObject({
    errors: [{ field: 'newPassword', message: 'Use at least 12 characters.' }],
  });
  expect((await changePassword(early, 'letmein')).status).toBe(204);
});

test('ACCT-5 of two changes at the same time one is refused, and its password is not set', async () => {
  const second = await server.operator();
  const passwords = [NEW, `${NEW}, too`];
  const answers = await Promise.all(
    [client, second].map((by, nth) => changePassword(by, PASSWORD, passwords[nth])),
  );
  const [won, ...more] = passwords.filter((_, nth) => answers[nth]?.status === 204);
  expect(more).toEqual([]);
  expect((await server.visitor().login(USERNAME, won ?? '')).status).toBe(200);
});

test('ACCT-5 sessions are listed with browser, address and times, without their secrets and without those of other accounts', async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const createdAt = server.clock.now();
  await createAccount(server.db, { username: 'vera', role: 'viewer', passwordHash, createdAt });
  const vera = server.visitor();
  await vera.login('vera', PASSWORD);
  await server.clock.advance(60_000);
  const phone = server.visitor();
  await phone.send('POST', calls.login.path, {
    body: { username: USERNAME, password: PASSWORD },
    headers: {
      'x-forwarded-for': '198.51.100.7',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    token: null,
  });
  const listed = await client.call(calls.ownSessions);
  expect(listed).toMatchObject([
    { browser: 'Firefox 140 on Linux', address: '198.51.100.7', current: false },
    { browser: 'node', address: '127.0.0.1', current: true },
  ]);
  const hashes = await server.db.selectFrom('sessions').select('id_hash').execute();
  for (const { id_hash } of hashes) expect(JSON.stringify(listed)).not.toContain(id_hash.toString('hex'));
  expect(await vera.call(calls.ownSessions)).toHaveLength(1);

  const ending = at(calls.endSession, listed[0]?.id);
  expect(await vera.refusal(ending)).toBe('404 session.unknown');
  expect(await works(phone)).toBe(true);
  const stream = await openStream(phone);
  await client.call(ending);
  expect(await stream.text()).toContain('"reason":"expired"');
  expect(await phone.refusal(calls.partners)).toBe('401 session.required');
  expect(await client.call(calls.ownSessions)).toHaveLength(1);
  expect(await client.refusal(ending)).toBe('404 session.unknown');
});

test('ACCT-5 all other sessions end with one call, in every process', async () => {
  await using elsewhere = await otherProcess();
  const others = [await server.operator(), await elsewhere.operator()];
  await client.call(calls.endOtherSessions);
  for (const other of others) expect(await other.refusal(calls.partners)).toBe('401 session.required');
  expect(await client.call(calls.ownSessions)).toMatchObject([{ current: true }]);
});

test('ACCT-5 a long user agent and a long forged address are stored truncated', async () => {
  const other = server.visitor();
  await other.send('POST', calls.login.path, {
    body: { username: USERNAME, password: PASSWORD },
    headers: { 'user-agent': 'a'.repeat(2_000), 'x-forwarded-for': 'b'.repeat(2_000) },
    token: null,
  });
  const rows = await server.db
    .selectFrom('sessions')
    .select(['user_agent', 'address'])
    .orderBy('id')
    .execute();
  expect(rows[1]).toEqual({ user_agent: 'a'.repeat(500), address: 'b'.repeat(100) });
});
