/** Login, logout, sessions and CSRF tokens over HTTP, as a browser uses them. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { hashPassword } from '../../auth/passwords.ts';
import { openTestServer, PASSWORD, USERNAME } from '../../testing/test-server.ts';

const { server } = await openTestServer();

const { login, logout, partners, authStatus, createHandsetKey } = calls;

test.each([
  ['url-encoded', new URLSearchParams({ username: USERNAME, password: PASSWORD })],
  ['multipart', multipart({ username: USERNAME, password: PASSWORD })],
  ['JSON', { username: USERNAME, password: PASSWORD }],
])('AUTH-1 logs in with a %s form and returns the user', async (_kind, body) => {
  const client = server.visitor();
  const answer = await client.call(login, { body, token: null });
  expect(answer.user.username).toBe(USERNAME);
  await client.call(partners);
});

test('AUTH-1 the cookie on plain http is HttpOnly and SameSite=Lax, and not Secure', async () => {
  const response = await server.visitor().login(USERNAME.toUpperCase(), PASSWORD);
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('textprobe='));
  expect(cookie).toMatch(/^textprobe=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
});

test('AUTH-1 refuses a wrong password and an unknown name in the same words', async () => {
  const wrong = await server
    .visitor()
    .problem(login, { body: { username: USERNAME, password: 'no' }, token: null });
  const unknown = await server
    .visitor()
    .problem(login, { body: { username: 'nobody', password: 'no' }, token: null });
  expect(wrong).toMatchObject({ status: 401, code: 'login.failed' });
  expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
});

test('AUTH-1 a password counts as it was chosen, with its case, its spaces and its end', async () => {
  for (const password of [PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(0, -1)])
    expect((await server.visitor().login(USERNAME, password)).status).toBe(401);
});

test('AUTH-1 a name with a NUL is an unknown name, not a server error', async () => {
  const problem = await server
    .visitor()
    .problem(login, { body: { username: 'a\u0000b', password: 'x' }, token: null });
  expect(problem.code).toBe('login.failed');
});

test('AUTH-6 refuses a login from a page of another site', async () => {
  const body = { username: USERNAME, password: PASSWORD };
  for (const headers of [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]) {
    const problem = await server.visitor().problem(login, { body, headers, token: null });
    expect(problem).toMatchObject({ status: 403, code: 'origin.foreign' });
  }
  const headers = { origin: server.address, 'sec-fetch-site': 'same-origin' };
  await server.visitor().call(login, { body, headers, token: null });
});

test('AUTH-2 a logout ends the session on the server, not only in the browser', async () => {
  const client = await server.operator();
  const kept = new Map(client.cookies);
  await client.call(logout);
  expect(client.cookies.has('textprobe')).toBe(false);
  for (const [name, value] of kept) client.cookies.set(name, value);
  expect(await client.refusal(partners)).toBe('401 session.required');
});

test('AUTH-3 the status check returns the user who is logged in, and false without a session', async () => {
  const client = await server.operator();
  expect(await client.call(authStatus)).toMatchObject({ authenticated: true, user: { username: USERNAME } });
  expect(await server.visitor().call(authStatus)).toEqual({ authenticated: false });
});

test('AUTH-6 the token is text, and before the login it creates no session row', async () => {
  const before = await countSessions();
  const client = server.visitor();
  const response = await client.send('GET', '/api/csrf');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await response.text()).toMatch(/^[\w-]{20,}$/);
  expect(client.cookies.has('textprobe-csrf')).toBe(true);
  expect(await countSessions()).toBe(before);
});

test('AUTH-6 an unsafe call without a token, or with one of another session or from before the login, is refused', async () => {
  const client = server.visitor();
  const early = await client.csrfToken();
  await client.login(USERNAME, PASSWORD);
  const other = await (await server.operator()).csrfToken();
  for (const token of [null, early, other, 'nonsense']) {
    const problem = await client.problem(createHandsetKey, { body: { phoneId: 1 }, token });
    expect(problem).toMatchObject({ status: 403, code: 'csrf.invalid' });
  }
  expect(await client.refusal(createHandsetKey, { body: { phoneId: 99 } })).toBe('404 phone.unknown');
});

test('AUTH-1 a login renews the session id and invalidates the one that the browser had', async () => {
  const client = await server.operator();
  const first = client.cookies.get('textprobe') ?? '';
  await client.login(USERNAME, PASSWORD);
  expect(client.cookies.get('textprobe')).not.toBe(first);
  const thief = server.visitor();
  thief.cookies.set('textprobe', first);
  expect(await thief.problem(partners)).toMatchObject({ code: 'session.required' });
});

test('AUTH-1 the table holds hashes only', async () => {
  const client = await server.operator();
  const secret = client.cookies.get('textprobe') ?? '';
  const rows = await server.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

async function countSessions(): Promise<number> {
  return (await server.db.selectFrom('sessions').select('account_id').execute()).length;
}

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
