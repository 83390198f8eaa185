/** Accounts as administrators manage them, and the links of invited people, over HTTP. */
import { calls } from '@textprobe/contract/calls';
import { expect, test } from 'vitest';
import { at, type TestClient } from '../../testing/test-client.ts';
import { openTestServer, PASSWORD, startTestServer, USERNAME } from '../../testing/test-server.ts';

const { server, client } = await openTestServer();

const { inviteAccount, listAccounts, readAccount, changeAccount, createAccountLink } = calls;
const { disableAccount, enableAccount, endAccountSessions, deleteInvitation } = calls;
const { checkLink, acceptLink, authStatus, createTest } = calls;
const HOUR = 3_600_000;
const NEW_PASSWORD = 'a password of her own';

const invite = (username: string, change: object = {}) =>
  client.call(inviteAccount, {
    body: { username, role: 'viewer', partnerIds: null, ...change },
  });
const invited = ({ inviteUrl }: { inviteUrl: string }) => new URL(inviteUrl).hash.slice(1);
/** The token of a new link. */
const newLink = async (id: number) =>
  new URL((await client.call(at(createAccountLink, id))).url).hash.slice(1);
const check = (token: string) => server.visitor().call(checkLink, { body: { token }, token: null });
const accept = (token: string, password = NEW_PASSWORD) =>
  server.visitor().call(acceptLink, { body: { token, password }, token: null });
const refusalOf = async (token: string) => {
  const { code, detail } = await server
    .visitor()
    .problem(acceptLink, { body: { token, password: NEW_PASSWORD }, token: null });
  return { code, detail };
};

/** An account that accepted its invitation, and its browser. */
async function member(username: string, change: object = {}) {
  const made = await invite(username, change);
  await accept(invited(made));
  const browser = server.visitor();
  expect((await browser.login(username, NEW_PASSWORD)).status).toBe(200);
  return { id: made.id, browser };
}

async function isLoggedIn(browser: TestClient): Promise<boolean> {
  return (await browser.call(authStatus)).authenticated;
}

test('ACCT-4 an invitation is listed with role, partners and expiry, and its link sets a password once', async () => {
  const made = await invite(' vera ', {
    name: ' Vera Lind ',
    email: 'vera@example.com',
    role: 'operator',
    partnerIds: [2, 1, 2],
  });
  const { mail, inviteUrl, ...account } = made;
  expect(mail).toEqual({ state: 'off', reason: null });
  expect(inviteUrl).toMatch(new RegExp(`^${server.address}/welcome#[\\w-]{43}$`));
  const listed = async () => (await client.call(listAccounts)).find(({ username }) => username === 'vera');
  expect(await listed()).toEqual(account);
  expect(await client.call(at(readAccount, made.id))).toEqual(account);
  expect(account).toEqual({
    id: expect.any(Number),
    username: 'vera',
    name: 'Vera Lind',
    email: 'vera@example.com',
    role: 'operator',
    partnerIds: [2, 1],
    limitPerDay: null,
    service: false,
    signOn: false,
    state: 'invited',
    twoFactor: false,
    lastLoginAt: null,
    createdAt: expect.any(String),
    inviteExpiresAt: expect.any(String),
  });
  const token = invited(made);
  expect(await check(token)).toEqual({ purpose: 'invitation', username: 'vera', name: 'Vera Lind' });
  expect(await accept(token)).toEqual({ username: 'vera' });
  expect(await refusalOf(token)).toMatchObject({ code: 'link.unknown' });
  const browser = server.visitor();
  expect((await browser.login('vera', NEW_PASSWORD)).status).toBe(200);
  expect(await listed()).toMatchObject({
    state: 'active',
    lastLoginAt: expect.any(String),
    inviteExpiresAt: null,
  });
  // Neither the table nor the log holds the token.
  const stored = await server.db.selectFrom('account_links').selectAll().execute();
  expect(JSON.stringify([stored, server.logged])).not.toContain(token);
});

test('ACCT-4 a wrong, a used, a replaced and an expired link are refused in the same words', async () => {
  const first = await invite('wanda');
  const second = await newLink(first.id);
  const replaced = await refusalOf(invited(first));
  await accept(second);
  const used = await refusalOf(second);
  const third = await invite('walter');
  await server.clock.advance(72 * HOUR - 1_000);
  // The administrator's session has expired by now.
  await client.login(USERNAME, PASSWORD);
  await check(invited(third));
  await server.clock.advance(2_000);
  const expired = await refusalOf(invited(third));
  const wrong = await refusalOf('a'.repeat(43));
  expect(wrong.code).toBe('link.unknown');
  expect([replaced, used, expired, await refusalOf('')]).toEqual([wrong, wrong, wrong, wrong]);
});

test('ACCT-4 of two who use a link at once one succeeds', async () => {
  const token = invited(await invite('xenia'));
  const use = (password: string) =>
    server.visitor().send('POST', acceptLink.path, { body: { token, password }, token: null });
  const answers = await Promise.all([use('the first password'), use('the second password')]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404]);
});

test('ACCT-5 a link refuses a short password and the username, and can then be used again', async () => {
  const token = invited(await invite('a-long-username'));
  for (const [password, code, message] of [
    ['short', 'password.short', 'Use at least 12 characters.'],
    ['A-long-USERNAME', 'password.username', 'Choose a password that is not the username.'],
    ['x'.repeat(257), 'password.long', 'Use at most 256 characters.'],
  ]) {
    const problem = await server.visitor().problem(acceptLink, { body: { token, password }, token: null });
    expect(problem).toMatchObject({ status: 422, code, errors: [{ field: 'password', code, message }] });
  }
  await accept(token);
});

test('ACCT-4 with a reset link the old password works until a new one is chosen, which ends all sessions', async () => {
  const { id, browser } = await member('yara');
  const token = await newLink(id);
  expect(await check(token)).toMatchObject({ purpose: 'reset', username: 'yara' });
  expect((await server.visitor().login('yara', NEW_PASSWORD)).status).toBe(200);
  expect(await isLoggedIn(browser)).toBe(true);
  await accept(token, 'the newest password');
  expect(await isLoggedIn(browser)).toBe(false);
  expect((await server.visitor().login('yara', NEW_PASSWORD)).status).toBe(401);
  expect((await server.visitor().login('yara', 'the newest password')).status).toBe(200);

  const late = await newLink(id);
  await server.clock.advance(24 * HOUR);
  await client.login(USERNAME, PASSWORD);
  expect(await refusalOf(late)).toMatchObject({ code: 'link.unknown' });
});

test('ACCT-4 a change of role applies to the next call, and disabling ends the sessions and the link', async () => {
  const { id, browser } = await member('zoe', { role: 'operator' });
  const body = { name: 'Zoe', role: 'viewer', partnerIds: [1] };
  expect(await browser.refusal(createTest, { body: {} })).toBe('422 recipients.none');
  expect(await client.call(at(changeAccount, id), { body })).toMatchObject({ ...body, state: 'active' });
  expect(await browser.refusal(createTest, { body: {} })).toBe('403 role.missing');

  const token = await newLink(id);
  await client.call(at(disableAccount, id));
  expect((await client.call(at(readAccount, id))).state).toBe('disabled');
  expect(await isLoggedIn(browser)).toBe(false);
  expect((await server.visitor().login('zoe', NEW_PASSWORD)).status).toBe(401);
  expect(await client.refusal(at(createAccountLink, id))).toBe('409 account.disabled');
  // A change does not enable it.
  expect(await client.call(at(changeAccount, id), { body })).toMatchObject({ ...body, state: 'disabled' });
  await client.call(at(enableAccount, id));
  expect(await refusalOf(token)).toMatchObject({ code: 'link.unknown' });
  expect((await server.visitor().login('zoe', NEW_PASSWORD)).status).toBe(200);
});

test('ACCT-4 an administrator ends all sessions of an account; it can log in again', async () => {
  const { id, browser } = await member('una');
  await client.call(at(endAccountSessions, id));
  expect(await isLoggedIn(browser)).toBe(false);
  expect((await browser.login('una', NEW_PASSWORD)).status).toBe(200);
});

test('ACCT-4 an invitation is deleted with its account until it is accepted', async () => {
  const made = await invite('tess');
  await client.call(at(deleteInvitation, made.id));
  expect(await refusalOf(invited(made))).toMatchObject({ code: 'link.unknown' });
  expect(await client.refusal(at(deleteInvitation, made.id))).toBe('404 account.unknown');
  const { id } = await member('tess');
  expect(await client.refusal(at(deleteInvitation, id))).toBe('409 account.accepted');
});

test('ACCT-4 the last administrator can neither demote nor disable their own account', async () => {
  await using own = await startTestServer();
  const only = await own.operator();
  const [account] = await only.call(listAccounts);
  const id = account?.id ?? 0;
  const change = { name: '', role: 'viewer', partnerIds: null };
  // An administrator who is only invited does not count.
  const second = await only.call(inviteAccount, {
    body: { username: 'second', role: 'administrator', partnerIds: null },
  });
  const refusal = {
    status: 409,
    code: 'account.last-administrator',
    detail: 'You are the last enabled administrator. Make another account an administrator first.',
  };
  expect(await only.problem(at(changeAccount, id), { body: change })).toMatchObject({
    ...refusal,
    errors: [{ field: 'role' }],
  });
  expect(await only.problem(at(disableAccount, id))).toMatchObject(refusal);
  const body = { token: invited(second), password: NEW_PASSWORD };
  await own.visitor().call(acceptLink, { body, token: null });
  await only.call(at(changeAccount, id), { body: change });
  expect(await only.refusal(listAccounts)).toBe('403 role.missing');
});

const SEES_ALL = 'Administrators and auditors see all partners. Choose all partners.';

test.each(['administrator', 'auditor'])(
  'ACCT-1 an account with some partners only cannot be of the role %s',
  async (role) => {
    const fault = [422, [expect.objectContaining({ field: 'partnerIds', message: SEES_ALL })]];
    const limited = { name: '', role, partnerIds: [1] };
    const refused = await client.problem(inviteAccount, { body: { ...limited, username: `some ${role}` } });
    expect([refused.status, refused.errors]).toEqual(fault);
    const { id } = await invite(`a ${role}`, { partnerIds: [1] });
    const changed = await client.problem(at(changeAccount, id), { body: limited });
    expect([changed.status, changed.errors]).toEqual(fault);
    const body = { ...limited, partnerIds: null };
    expect(await client.call(at(changeAccount, id), { body })).toMatchObject({ role, partnerIds: null });
    // Whatever writes it: the table refuses it too.
    const narrow = server.db
      .updateTable('accounts')
      .set({ partner_ids: [1] })
      .where('id', '=', id);
    await expect(narrow.execute()).rejects.toThrow('check constraint');
  },
);

test('ACCT-4 wrong fields of an invitation are refused in their fields, with what to do', async () => {
  await invite('Taken');
  const body = { username: 'free', role: 'viewer', partnerIds: null };
  const errorOf = async (change: object) => {
    const { status, errors } = await client.problem(inviteAccount, { body: { ...body, ...change } });
    return [status, errors?.[0]?.field, errors?.[0]?.message];
  };
  expect(await errorOf({ username: ' taken' })).toEqual([
    409,
    'username',
    'There is already an account with this username. Choose another.',
  ]);
  expect(await errorOf({ username: ' ' })).toEqual([422, 'username', 'Enter a username.']);
  expect(await errorOf({ username: 'x'.repeat(65) })).toEqual([
    422,
    'username',
    'Use at most 64 characters.',
  ]);
  expect(await errorOf({ username: 'a\u0007b' })).toEqual([
    422,
    'username',
    'Remove control and invisible characters.',
  ]);
  const noEmail = 'Enter an email address, such as name@example.com.';
  expect(await errorOf({ email: 'vera' })).toEqual([422, 'email', noEmail]);
  const longEmail = [422, 'email', 'Use at most 254 characters.'];
  expect(await errorOf({ email: `${'x'.repeat(250)}@example.com` })).toEqual(longEmail);
  expect(await errorOf({ partnerIds: [] })).toEqual([
    422,
    'partnerIds',
    'Choose at least one partner, or all.',
  ]);
  expect(await errorOf({ partnerIds: [99] })).toEqual([
    422,
    'partnerIds',
    'There is no partner with id 99. Choose another.',
  ]);
  expect((await client.call(listAccounts)).some(({ username }) => username === 'free')).toBe(false);
});

test('GUARD-6 links count against their network, and another site cannot use one', async () => {
  await using own = await startTestServer({ limits: { loginsPerMinute: 2 } });
  const headers = { origin: 'https://elsewhere.example' };
  const sent = { body: { token: 'x', password: NEW_PASSWORD }, token: null };
  const visitor = own.visitor();
  expect(await visitor.refusal(acceptLink, { ...sent, headers })).toBe('403 origin.foreign');
  expect(await visitor.refusal(acceptLink, sent)).toBe('404 link.unknown');
  expect(await visitor.refusal(acceptLink, sent)).toBe('404 link.unknown');
  expect(await visitor.refusal(acceptLink, sent)).toBe('429 rate.limited');
  // Logins of the network have a limit of their own.
  expect((await visitor.login(USERNAME, PASSWORD)).status).toBe(200);
});

test('ACCT-11 the daily limit of an account is set, kept when omitted, and removed', async () => {
  const { id, limitPerDay: invitedWith } = await invite('lena', { limitPerDay: 500 });
  expect(invitedWith).toBe(500);
  const body = { name: '', role: 'viewer', partnerIds: null };
  const change = (limit: object) => client.call(at(changeAccount, id), { body: { ...body, ...limit } });
  expect((await change({})).limitPerDay).toBe(500);
  expect((await change({ limitPerDay: 0 })).limitPerDay).toBe(0);
  expect((await change({ limitPerDay: null })).limitPerDay).toBeNull();
  for (const limitPerDay of [-1, 1.5, '5', 1e12]) {
    const problem = await client.problem(at(changeAccount, id), { body: { ...body, limitPerDay } });
    const message = 'Enter a whole number up to 1,000,000,000, or nothing for no limit.';
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'limitPerDay', message }] });
  }
});
