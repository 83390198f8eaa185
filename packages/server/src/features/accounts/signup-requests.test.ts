/** Requests for an account (ACCT-8): what people send without a session, and what administrators decide. */
import { calls } from '@textprobe/contract/calls';
import { sqlTime } from '@textprobe/database/core/connection';
import { expect, test } from 'vitest';
import { at } from '../../testing/test-client.ts';
import { openTestServer, startTestServer, type TestServer, USERNAME } from '../../testing/test-server.ts';
import { sweepEnded } from '../../upkeep/housekeeping.ts';

const { server, client } = await openTestServer();

const { requestAccount, signupRequests, approveSignup, declineSignup, inviteAccount } = calls;
const NEW_PASSWORD = 'a password of her own';
const DAY = 24 * 3_600_000;

let networks = 0;
/** A network that has sent nothing yet. */
const elsewhere = () => `198.51.${Math.floor(++networks / 250)}.${(networks % 250) + 1}`;
const ask = (username: string, change: object = {}, { on = server, from = elsewhere() } = {}) =>
  on.visitor().send('POST', requestAccount.path, {
    body: { username, email: `${username}@example.com`, password: NEW_PASSWORD, ...change },
    headers: { 'x-forwarded-for': from, 'user-agent': 'curl/8.5.0' },
    token: null,
  });
const openRequests = () => client.call(signupRequests);
const isOpen = async (username: string) => (await openRequests()).some((one) => one.username === username);
const idOf = async (username: string) => {
  const found = (await openRequests()).find((one) => one.username === username);
  if (found === undefined) throw new Error(`no request from ${username}`);
  return found.id;
};
const login = async (username: string) => (await server.visitor().login(username, NEW_PASSWORD)).status;
const usernames = async ({ db }: TestServer) =>
  (await db.selectFrom('signup_requests').select('username').orderBy('id').execute()).map(
    (row) => row.username,
  );

/** Past the limits. */
async function insertRequests({ db, clock }: TestServer, count: number): Promise<void> {
  const rest = {
    email: '',
    password_hash: '',
    address: '',
    user_agent: '',
    created_at: sqlTime(clock.now()),
  };
  const rows = Array.from({ length: count }, (_, nth) => ({ username: `early${nth}`, ...rest }));
  await db.insertInto('signup_requests').values(rows).execute();
}

test('ACCT-8 a request cannot log in; once approved, it is an account with the role, partners and password', async () => {
  const from = elsewhere();
  const response = await ask(' vera ', { email: 'vera@example.com', username: ' vera ' }, { from });
  expect([response.status, await response.text()]).toEqual([202, '{}']);
  expect(await openRequests()).toContainEqual({
    id: expect.any(Number),
    username: 'vera',
    email: 'vera@example.com',
    browser: 'curl',
    address: from,
    createdAt: expect.any(String),
    isUsernameTaken: false,
  });
  expect(await login('vera')).toBe(401);
  const stored = await server.db.selectFrom('signup_requests').selectAll().execute();
  expect(JSON.stringify([stored, server.logged])).not.toContain(NEW_PASSWORD);

  const id = await idOf('vera');
  const body = { name: 'Vera Lind', role: 'operator', partnerIds: [2] };
  const account = await client.call(at(approveSignup, id), { body });
  expect(account).toMatchObject({ ...body, username: 'vera', state: 'active' });
  expect(await isOpen('vera')).toBe(false);
  expect(await login('VERA')).toBe(200);
  expect(await client.refusal(at(approveSignup, id), { body })).toBe('404 signup-request.unknown');
  expect(await client.refusal(at(declineSignup, id))).toBe('404 signup-request.unknown');
});

test('ACCT-1 a request is not approved for an administrator or auditor with some partners only', async () => {
  await ask('alma');
  const id = await idOf('alma');
  for (const role of ['administrator', 'auditor']) {
    const message = 'Administrators and auditors see all partners. Choose all partners.';
    expect(await client.problem(at(approveSignup, id), { body: { role, partnerIds: [1] } })).toMatchObject({
      status: 422,
      errors: [{ field: 'partnerIds', message }],
    });
  }
  expect(
    await client.call(at(approveSignup, id), { body: { role: 'auditor', partnerIds: null } }),
  ).toMatchObject({
    partnerIds: null,
  });
});

test('ACCT-8 a declined request is deleted and cannot log in', async () => {
  await ask('dora');
  const id = await idOf('dora');
  await client.call(at(declineSignup, id));
  expect(await isOpen('dora')).toBe(false);
  expect(await login('dora')).toBe(401);
  expect(await client.refusal(at(declineSignup, id))).toBe('404 signup-request.unknown');
});

test('ACCT-8 of two administrators who approve at the same time, one creates the account', async () => {
  await ask('twin');
  const { path } = at(approveSignup, await idOf('twin'));
  const body = { role: 'viewer', partnerIds: null };
  const answers = await Promise.all([1, 2].map(() => client.send('POST', path, { body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404]);
});

test('ACCT-8 a username taken since is shown, and approving it is refused and keeps the request', async () => {
  await ask('Nora');
  const body = { role: 'viewer', partnerIds: null };
  await client.call(inviteAccount, { body: { ...body, username: 'nora' } });
  expect(await openRequests()).toContainEqual(
    expect.objectContaining({ username: 'Nora', isUsernameTaken: true }),
  );
  expect(await client.problem(at(approveSignup, await idOf('Nora')), { body })).toMatchObject({
    status: 409,
    code: 'account.username-taken',
    detail:
      'There is already an account with this username. Decline the request, and ask for another username.',
    errors: [{ field: 'username' }],
  });
  expect(await isOpen('Nora')).toBe(true);
});

test('ACCT-8 the answer does not reveal whether an account or a request has the username', async () => {
  await ask('first');
  const answers = [];
  for (const username of ['free', USERNAME.toUpperCase(), 'FIRST']) {
    const { status, headers } = await ask(username, { email: 'other@example.com' });
    const names = [...headers.keys()].filter((name) => !name.startsWith('x-ratelimit'));
    answers.push([status, headers.get('content-length'), names]);
  }
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  const emails = (await openRequests()).filter(({ email }) => email === 'other@example.com');
  expect(emails.map(({ username }) => username)).toEqual(['free']);
});

test('ACCT-8 a network stores 5 requests within 24 hours, also after decisions', async () => {
  await using own = await startTestServer();
  const from = '2001:db8:0:7::1';
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, nth) => ask(`p${nth}`, {}, { on: own, from: `${from}${nth}` })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const stored = await usernames(own);
  expect(stored).toHaveLength(5);
  const administrator = await own.operator();
  for (const { id } of await administrator.call(signupRequests))
    await administrator.call(at(declineSignup, id));

  await ask('sixth', {}, { on: own, from });
  expect(await usernames(own)).toEqual([]);
  await ask('neighbor', {}, { on: own, from: '2001:db8:0:8::1' });
  await own.clock.advance(DAY);
  await sweepEnded(own);
  expect(await own.db.selectFrom('signup_attempts').selectAll().execute()).toEqual([]);
  await ask('sixth', {}, { on: own, from });
  expect(await usernames(own)).toEqual(['neighbor', 'sixth']);
});

test('ACCT-8 a taken username also counts against its network', async () => {
  await using own = await startTestServer();
  const from = '198.51.100.7';
  for (let count = 0; count < 5; count++) await ask(USERNAME, {}, { on: own, from });
  await ask('late', {}, { on: own, from });
  expect(await usernames(own)).toEqual([]);
});

test('ACCT-8 at most 50 requests are open; a decision makes room', async () => {
  await using own = await startTestServer();
  await insertRequests(own, 48);
  const names = ['one', 'two', 'three', 'four'];
  const answers = await Promise.all(names.map((name) => ask(name, {}, { on: own })));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(await usernames(own)).toHaveLength(50);
  const administrator = await own.operator();
  const [oldest] = await administrator.call(signupRequests);
  await administrator.call(at(declineSignup, oldest?.id));
  await ask('later', {}, { on: own });
  expect(await usernames(own)).toContain('later');
});

test.each([
  ['username', { username: ' ' }, 'body.invalid', 'Enter a username.'],
  ['username', { username: 'a\u0007b' }, 'body.invalid', 'Remove control and invisible characters.'],
  ['email', { email: 'vera' }, 'body.invalid', 'Enter an email address, such as name@example.com.'],
  ['email', { email: `${'a'.repeat(250)}@b.de` }, 'body.invalid', 'Use at most 254 characters.'],
  ['password', { password: 'short' }, 'password.short', 'Use at least 12 characters.'],
  [
    'password',
    { password: 'Password1234' },
    'password.common',
    'This password is among the 100,000 most common ones. Choose another.',
  ],
])(
  'ACCT-8 a wrong %s (%j) is refused in its field and does not count',
  async (field, change, code, message) => {
    const from = elsewhere();
    const response = await ask('faulty', change, { from });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code, errors: [{ field, message }] });
    const attempts = server.db.selectFrom('signup_attempts').selectAll().where('network', '=', from);
    expect(await attempts.execute()).toEqual([]);
  },
);

test('ACCT-8 with SIGNUP=closed a request is refused, and administrators still decide on earlier ones', async () => {
  await using closed = await startTestServer({ signup: 'closed' });
  const response = await ask('vera', {}, { on: closed });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({
    code: 'signup.closed',
    detail: 'Ask an administrator to create an account for you.',
  });
  expect(await usernames(closed)).toEqual([]);
  await insertRequests(closed, 1);
  const administrator = await closed.operator();
  const [early] = await administrator.call(signupRequests);
  await administrator.call(at(declineSignup, early?.id));
  expect(await usernames(closed)).toEqual([]);
});

test('GUARD-6 requests count against their network each minute, and another site cannot send one', async () => {
  await using own = await startTestServer({ limits: { loginsPerMinute: 2 } });
  const sent = { body: {}, token: null };
  const foreign = { ...sent, headers: { origin: 'https://elsewhere.example' } };
  const visitor = own.visitor();
  expect(await visitor.refusal(requestAccount, foreign)).toBe('403 origin.foreign');
  expect(await visitor.refusal(requestAccount, sent)).toBe('422 body.invalid');
  expect(await visitor.refusal(requestAccount, sent)).toBe('422 body.invalid');
  expect(await visitor.refusal(requestAccount, sent)).toBe('429 rate.limited');
});
