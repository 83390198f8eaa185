/** Single sign-on against a real OpenID provider. */
import { calls } from '@textprobe/contract/calls';
import { changeAccount, findAccount } from '@textprobe/database/accounts/account-management';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { linkSignOn } from '@textprobe/database/accounts/sign-ons';
import { listAudit } from '@textprobe/database/audit/audit-log';
import { beforeEach, expect, test } from 'vitest';
import { openSignOnWorld } from '../../testing/sign-on-world.ts';
import { at, type TestClient } from '../../testing/test-client.ts';
import { USERNAME } from '../../testing/test-server.ts';

const { server, provider, reachCallback, finish, logIn } = await openSignOnWorld(
  {},
  { requireTwoFactor: 'administrators' },
);
const { db, clock, logged } = server;

/** A person whose name is used once. */
function person(name: string, roles: string | readonly string[], more: object = {}) {
  return {
    sub: `id of ${name}`,
    preferred_username: name,
    name: `${name} Smith`,
    email: `${name}@example.com`,
    realm_access: { roles },
    partners: ['Acorn'],
    ...more,
  };
}

const refused = (reason: string, from = '/') => `/login?refused=${reason}&from=${encodeURIComponent(from)}`;
const statusOf = (client: TestClient) => client.call(calls.authStatus);

/** Their account, linked as the command does. */
async function link(username: string, subject: string): Promise<void> {
  const id = (await findAccount(db, { username }))?.id ?? 0;
  const signOnId = { issuer: new URL(provider.issuer).href, subject };
  await db.transaction().execute((tx) => linkSignOn(tx, signOnId, id, clock.now()));
}

beforeEach(() => {
  provider.authTime = null;
  logged.splice(0);
});

test('ACCT-7 a first login creates an account with the role and partners of the claims, and leads to the path asked for', async () => {
  const browser = server.visitor();
  provider.person = person('ada', ['staff', 'sms-team']);
  expect(await logIn(browser, { returnTo: '/tests?page=2' })).toBe('/tests?page=2');
  expect(await statusOf(browser)).toMatchObject({
    user: { username: 'ada', name: 'ada Smith', role: 'operator', partnerIds: [1], mustEnrol: false },
  });
  expect(await findAccount(db, { username: 'ada' })).toMatchObject({
    email: 'ada@example.com',
    state: 'active',
    lastLoginAt: clock.now(),
  });
  expect(await browser.call(calls.profile)).toMatchObject({ hasPassword: false });
});

test('ACCT-7 each login updates the account by issuer and subject alone, whatever the username is now', async () => {
  provider.person = person('bea', 'sms-team');
  await logIn(server.visitor());
  const before = await findAccount(db, { username: 'bea' });
  const browser = server.visitor();
  provider.person = { ...person('bea-married', 'sms-audit'), sub: 'id of bea' };
  expect(await logIn(browser)).toBe('/');
  expect(await statusOf(browser)).toMatchObject({
    user: { id: before?.id, username: 'bea', name: 'bea-married Smith', role: 'auditor', partnerIds: null },
  });
});

test('ACCT-7 an account that has the username or email is not taken over, until an administrator links it', async () => {
  await createAccount(db, {
    username: 'carl',
    email: 'carl@corp.example',
    role: 'viewer',
    passwordHash: null,
    createdAt: 0,
  });
  const browser = server.visitor();
  provider.person = person('CARL', 'staff');
  expect(await logIn(browser)).toBe(refused('taken'));
  provider.person = person('carlos', 'staff', { email: 'Carl@corp.example', sub: 'id of CARL' });
  expect(await logIn(browser)).toBe(refused('taken'));
  expect(await statusOf(browser)).toEqual({ authenticated: false });
  expect(await findAccount(db, { username: 'carlos' })).toBeNull();
  expect(logged).toContainEqual(
    expect.objectContaining({ subject: 'id of CARL', msg: expect.stringContaining('link-sign-on') }),
  );
  await link('carl', 'id of CARL');
  expect(await logIn(browser)).toBe('/');
  expect(await statusOf(browser)).toMatchObject({ user: { username: 'carl' } });
});

test('ACCT-7 a login without a mapped role is refused, and creates no account', async () => {
  const browser = server.visitor();
  provider.person = person('dan', 'visitors');
  expect(await logIn(browser, { returnTo: '/tests' })).toBe(refused('role', '/tests'));
  expect(await findAccount(db, { username: 'dan' })).toBeNull();
  provider.person = person('dan', 'staff');
  expect(await logIn(browser)).toBe('/');
  provider.person = person('dan', []);
  expect(await logIn(server.visitor())).toBe(refused('role'));
});

test('ACCT-7 unknown partners are ignored and logged; without a known one the login is refused', async () => {
  const browser = server.visitor();
  provider.person = person('eve', 'staff', { partners: ['Birch', 'Nowhere Inc'] });
  expect(await logIn(browser)).toBe('/');
  expect(await statusOf(browser)).toMatchObject({ user: { partnerIds: [2] } });
  expect(logged).toContainEqual(expect.objectContaining({ unknown: ['Nowhere Inc'] }));
  provider.person = person('eve', 'staff', { partners: 'Nowhere Inc' });
  expect(await logIn(server.visitor())).toBe(refused('partners'));
});

test('ACCT-7 a disabled account is refused, and stays as it is', async () => {
  provider.person = person('fay', 'sms-team');
  await logIn(server.visitor());
  const { id = 0 } = (await findAccount(db, { username: 'fay' })) ?? {};
  await db.transaction().execute((tx) => changeAccount(tx, id, { isDisabled: true }, clock.now()));
  provider.person = person('fay', 'sms-admins');
  expect(await logIn(server.visitor())).toBe(refused('disabled'));
  expect(await findAccount(db, { username: 'fay' })).toMatchObject({ role: 'operator', state: 'disabled' });
});

test('ACCT-7 the claims do not demote the last enabled administrator with a password', async () => {
  await link(USERNAME, 'id of the administrator');
  const browser = server.visitor();
  provider.person = { ...person('gus', 'staff'), sub: 'id of the administrator' };
  expect(await logIn(browser)).toBe('/');
  expect(await statusOf(browser)).toMatchObject({
    user: { username: USERNAME, role: 'administrator', name: 'gus Smith' },
  });
  expect(logged).toContainEqual(expect.objectContaining({ msg: expect.stringContaining('does not demote') }));
});

test('ACCT-7 role and partners of such an account are read-only in Accounts; the rest is not', async () => {
  provider.person = person('hal', 'sms-team');
  await logIn(server.visitor());
  const { id } = (await findAccount(db, { username: 'hal' })) ?? {};
  // Two-factor login is required of administrators, but only of those with a password.
  const admin = server.visitor();
  provider.person = person('ida', 'sms-admins');
  await logIn(admin);
  expect(await logIn(admin, { proof: '1' })).toBe('/signed-on');
  const body = { name: 'Hal', role: 'operator', partnerIds: [1], limitPerDay: 5 };
  expect(await admin.call(at(calls.changeAccount, id), { body })).toMatchObject({
    signOn: true,
    limitPerDay: 5,
  });
  for (const [field, change] of [
    ['role', { role: 'viewer' }],
    ['partnerIds', { partnerIds: [1, 2] }],
  ] as const) {
    expect(await admin.problem(at(calls.changeAccount, id), { body: { ...body, ...change } })).toMatchObject({
      status: 409,
      code: 'account.sign-on',
      errors: [{ field, message: 'Acme SSO sets the role and partners of hal. Change them there.' }],
    });
  }
});

test('ACCT-7 a login is refused with a wrong state, without the cookie of its start, after 10 minutes, and the second time', async () => {
  const browser = server.visitor();
  provider.person = person('mallory', 'staff');
  const wrong = await reachCallback(browser, { returnTo: '/tests' });
  wrong.searchParams.set('state', 'x');
  expect(await finish(browser, wrong)).toBe(refused('expired', '/tests'));
  expect(await finish(server.visitor(), await reachCallback(browser))).toBe(refused('expired'));
  const late = await reachCallback(browser);
  await clock.advance(10 * 60_000);
  expect(await finish(browser, late)).toBe(refused('expired'));
  const used = await reachCallback(browser);
  expect(await finish(browser, used)).toBe('/');
  expect(await finish(browser, used)).toBe(refused('expired'));
});

test('ACCT-7 a login is refused with an expired code, and where the person refuses to log in', async () => {
  const browser = server.visitor();
  provider.person = person('mallory', 'staff');
  provider.hasExpiredCodes = true;
  expect(await logIn(browser)).toBe(refused('expired'));
  provider.hasExpiredCodes = false;
  provider.person = null;
  expect(await logIn(browser)).toBe(refused('refused'));
});

test('ACCT-7 a login is refused with an ID token that a shared secret signs', async () => {
  const browser = server.visitor();
  provider.person = person('mallory', 'staff');
  provider.rotateKey('HS256');
  expect(await logIn(browser)).toBe(refused('invalid'));
  provider.rotateKey();
});

test('ACCT-7 a login is refused with an ID token of another issuer, audience, nonce, key or time', async () => {
  const browser = server.visitor();
  provider.person = person('mallory', 'staff');
  for (const claims of [
    { iss: 'https://other.example' },
    { aud: 'another client' },
    { nonce: 'of another login' },
    { exp: Math.floor(Date.now() / 1000) - 3_600 },
    'another key',
  ] as const) {
    provider.forge = claims;
    expect([claims, await logIn(browser)]).toEqual([claims, refused('invalid')]);
  }
  provider.forge = null;
  expect(await logIn(browser)).toBe('/');
});
test('ACCT-7 logins continue after the provider has rotated its keys, without a restart', async () => {
  provider.person = person('jo', 'staff');
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await logIn(server.visitor())).toBe('/');
    provider.rotateKey();
  }
});

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example', 'tests'])(
  'ACCT-7 the login returns to no other site: %j is refused',
  async (returnTo) => {
    expect(await server.visitor().problem(calls.startSignOn, { query: { returnTo } })).toMatchObject({
      status: 400,
      errors: [{ field: 'returnTo', message: 'Write a path of the console, such as /tests.' }],
    });
  },
);

test('ACCT-9 a session of a single sign-on proves a change with a new login of the same person', async () => {
  const browser = server.visitor();
  provider.person = person('kim', 'sms-admins');
  provider.authTime = Math.floor(clock.now() / 1000) - 3_600;
  expect(await logIn(browser)).toBe('/');
  const invitation = { body: { username: 'lee', role: 'viewer', partnerIds: null } };
  expect(await browser.refusal(calls.inviteAccount, invitation)).toBe('403 proof.needed');

  const page = '/signed-on';
  expect(await logIn(browser, { proof: '1' })).toBe(`${page}?refused=not-recent`);
  provider.authTime = Math.floor(clock.now() / 1000) - 5;
  provider.person = person('kims-colleague', 'sms-admins');
  expect(await logIn(browser, { proof: '1' })).toBe(`${page}?refused=other-account`);
  expect(await browser.refusal(calls.inviteAccount, invitation)).toBe('403 proof.needed');

  provider.person = person('kim', 'sms-admins');
  expect(await logIn(browser, { proof: '1' })).toBe(page);
  expect(await browser.call(calls.inviteAccount, invitation)).toMatchObject({ username: 'lee' });
});

test('ACCT-7 a logout ends the session, and the next login needs the provider', async () => {
  const browser = server.visitor();
  provider.person = person('mia', 'staff');
  await logIn(browser);
  await browser.call(calls.logout);
  expect(await statusOf(browser)).toEqual({ authenticated: false });
});

test('AUDIT-1 a login by single sign-on leaves its row and one for each change of the account; a refused one is counted', async () => {
  provider.person = person('zoe', 'sms-team');
  await logIn(server.visitor());
  provider.person = person('zoe', 'staff');
  await logIn(server.visitor());
  const id = (await findAccount(db, { username: 'zoe' }))?.id ?? 0;
  const rows = await listAudit(db, { objectKind: 'account', objectId: String(id) }, { limit: 10 });
  expect(rows.map(({ action, accountId, changes }) => [action, accountId, changes['role']])).toEqual([
    ['account.logged-in', id, undefined],
    ['account.updated', id, ['operator', 'viewer']],
    ['account.logged-in', id, undefined],
    ['account.created', id, [null, 'operator']],
  ]);
  await db.deleteFrom('failed_logins').execute();
  provider.person = person('zoe', 'other-team');
  await logIn(server.visitor());
  const failed = await db.selectFrom('failed_logins').select(['action', 'attempts']).execute();
  expect(failed).toEqual([{ action: 'account.login-failed', attempts: 1 }]);
});
