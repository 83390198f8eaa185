/** Programs that call with tokens. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { IDEMPOTENCY_KEY_HEADER } from '@textprobe/contract/headers';
import { changeAccount } from '@textprobe/database/accounts/account-management';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { countBlocked } from '@textprobe/database/testing/count-blocked';
import { realClock } from '@textprobe/database/testing/real-clock';
import { ROLES, type Role } from '@textprobe/domain/roles';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { exampleOf } from '../testing/late-request.ts';
import { at } from '../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../testing/test-server.ts';
import { hashPassword } from './passwords.ts';

const DAY = 24 * 3_600_000;
const { server, client: admin } = await openTestServer({
  inboxes: [createNativeInbox({ clock: realClock, findPhoneByKey: async () => null })],
  limits: { loginsPerMinute: 10_000 },
});
const { db, clock } = server;
let passwordHash: string;
let made = 0;
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

async function someone(role: Role = 'operator', partnerIds: number[] | null = null) {
  const username = `person ${(made += 1)}`;
  const account = await createAccount(db, {
    username,
    role,
    partnerIds,
    passwordHash,
    createdAt: clock.now(),
  });
  const client = server.visitor();
  await client.login(username, PASSWORD);
  return { id: account?.id ?? 0, username, client };
}

const BODY = { name: 'Nightly', role: 'operator', partnerIds: null } as const;

/** A program with a token of someone. */
async function program(role: Role = 'operator', body: object = {}) {
  const owner = await someone(role);
  const created = await owner.client.call(calls.createApiToken, { body: { ...BODY, role, ...body } });
  return { owner, created, client: server.program(created.token) };
}

function change(id: number, what: Parameters<typeof changeAccount>[2]): Promise<unknown> {
  return db.transaction().execute((tx) => changeAccount(tx, id, what, clock.now()));
}

test('TOKEN-1 a token has 32 random bytes and a checksum, is stored as a hash, and ends in 90 days unless asked', async () => {
  const { created } = await program();
  expect(created.token).toMatch(/^tpa_[0-9A-Za-z]{49}$/);
  expect(created.prefix).toBe(created.token.slice(0, 8));
  expect(Date.parse(created.expiresAt)).toBe(clock.now() + 90 * DAY);
  const { rows } = await sql<{ row: string }>`select api_tokens::text as row from api_tokens`.execute(db);
  expect(rows.map(({ row }) => row).join('\n')).not.toContain(created.token.slice(8));
});

test('TOKEN-1 expiry is at most 366 days away, role and partners at most the maker’s, each refused in its field', async () => {
  const { client } = await someone('operator', [1]);
  const fault = async (body: object) => {
    const { status, errors } = await client.problem(calls.createApiToken, { body: { ...BODY, ...body } });
    return [status, errors?.map(({ field }) => field)];
  };
  const inDays = (days: number) => new Date(clock.now() + days * DAY).toISOString();
  expect(await fault({ expiresAt: inDays(367) })).toEqual([422, ['expiresAt']]);
  expect(await fault({ expiresAt: inDays(-1) })).toEqual([422, ['expiresAt']]);
  expect(await fault({ role: 'administrator' })).toEqual([422, ['role']]);
  expect(await fault({ role: 'auditor' })).toEqual([422, ['role']]);
  expect(await fault({ partnerIds: [2] })).toEqual([422, ['partnerIds']]);
  expect(await fault({ name: ' ' })).toEqual([422, ['name']]);
  const body = { ...BODY, role: 'viewer', partnerIds: [1], expiresAt: inDays(366) };
  expect(await client.call(calls.createApiToken, { body })).toMatchObject({
    role: 'viewer',
    partnerIds: [1],
  });
});

test('TOKEN-1 a call with a token needs no CSRF token and ignores the cookie that is sent along', async () => {
  const { client } = await program('viewer');
  const cookie = admin.cookieHeader();
  expect(await client.refusal(calls.createPartner, { headers: { cookie } })).toBe('403 role.missing');
  const own = await program('operator');
  expect(await own.client.call(calls.changeProfile, { body: { name: 'Robot' } })).toMatchObject({
    username: own.owner.username,
    name: 'Robot',
  });
});

test('TOKEN-1 a token counts in the header only, and other bearers leave the session alone', async () => {
  const { created } = await program('administrator');
  const { token } = created;
  const query = { token, access_token: token };
  const visitor = server.visitor();
  expect((await visitor.send('GET', calls.profile.path, { query })).status).toBe(401);
  expect(
    (await visitor.send('GET', calls.profile.path, { headers: { cookie: `token=${token}` } })).status,
  ).toBe(401);
  const headers = { authorization: 'Bearer eyJhbGciOi.of.a.proxy' };
  expect((await admin.send('GET', calls.profile.path, { headers })).status).toBe(200);
});

test('TOKEN-2 a service account has neither login nor link; an administrator creates its tokens', async () => {
  const body = { username: 'nightly', role: 'operator', partnerIds: [1] } as const;
  const account = await admin.call(calls.createServiceAccount, { body });
  expect(account).toMatchObject({ service: true, state: 'active', email: '' });
  expect((await server.visitor().login('nightly', '')).status).not.toBe(200);
  expect(await admin.refusal(at(calls.createAccountLink, account.id))).toBe('409 account.service');
  expect(await admin.refusal(at(calls.deleteInvitation, account.id))).toBe('409 account.accepted');
  const token = { ...BODY, accountId: account.id };
  const { client: operator, id } = await someone('operator');
  expect(await operator.refusal(calls.createApiToken, { body: token })).toBe('403 role.missing');
  expect(await admin.problem(calls.createApiToken, { body: { ...BODY, accountId: id } })).toMatchObject({
    errors: [{ field: 'accountId' }],
  });
  expect(await admin.problem(calls.createApiToken, { body: { ...token, partnerIds: [1, 2] } })).toMatchObject(
    {
      errors: [{ field: 'partnerIds' }],
    },
  );
  const created = await admin.call(calls.createApiToken, { body: token });
  const program = server.program(created.token);
  expect(await program.call(calls.profile)).toMatchObject({ username: 'nightly', partnerIds: [1] });
  const partners = await program.call(calls.listPartners);
  expect(partners.map((one) => one.id)).toEqual([1]);
  await admin.call(at(calls.disableAccount, account.id));
  expect(await program.refusal(calls.profile)).toBe('401 token.invalid');
});

test('TOKEN-2 a token shrinks with its account at the next call, and ends without partners left', async () => {
  const { owner, client } = await program('administrator');
  const role = async () =>
    Promise.all([
      client.refusal(calls.createGateway, { body: {} }).then((text) => text.slice(0, 3)),
      client.refusal(calls.createTest, { body: {} }).then((text) => text.slice(0, 3)),
    ]);
  await change(owner.id, { role: 'operator' });
  expect(await role()).toEqual(['403', '422']);
  await change(owner.id, { role: 'viewer' });
  expect(await role()).toEqual(['403', '403']);
  await change(owner.id, { partnerIds: [2] });
  expect((await client.call(calls.listPartners)).map(({ id }) => id)).toEqual([2]);

  const narrow = await program('operator', { partnerIds: [1] });
  await change(narrow.owner.id, { partnerIds: [2] });
  expect(await narrow.client.refusal(calls.listPartners)).toBe('401 token.invalid');
  await change(narrow.owner.id, { partnerIds: null, isDisabled: true });
  expect(await narrow.client.refusal(calls.listPartners)).toBe('401 token.invalid');
});

test('TOKEN-3 the list shows the minute and the address of a token’s last use, and no tokens of other accounts', async () => {
  const { owner, created, client } = await program();
  const listed = async () => (await owner.client.call(calls.apiTokens))[0];
  expect(await listed()).toMatchObject({ id: created.id, name: 'Nightly', lastUsedAt: null });
  expect(JSON.stringify(await listed())).not.toContain(created.token);
  await client.call(calls.profile);
  const first = await listed();
  expect(first).toMatchObject({ lastUsedAddress: '127.0.0.1' });
  await clock.advance(59_000);
  await client.call(calls.profile);
  expect(await listed()).toEqual(first);
  await clock.advance(1_000);
  await client.call(calls.profile);
  expect(Date.parse((await listed())?.lastUsedAt ?? '')).toBe(clock.now());

  const query = { accountId: owner.id };
  expect(await (await someone()).client.refusal(calls.apiTokens, { query })).toBe('403 role.missing');
  const auditor = await someone('auditor');
  expect(await auditor.client.call(calls.apiTokens, { query })).toHaveLength(1);
});

test('TOKEN-3 a revoked token is refused at once, and its event stream gets nothing more', async () => {
  const { owner, created, client } = await program();
  const stream = await client.send('GET', calls.live.path);
  const text = stream.text();
  const stranger = await someone();
  expect(await stranger.client.refusal(at(calls.revokeApiToken, created.id))).toBe('404 token.unknown');
  await owner.client.call(at(calls.revokeApiToken, created.id));
  expect(await client.refusal(calls.profile)).toBe('401 token.invalid');
  server.publishLive([{ partnerIds: [1], testIds: [77] }]);
  expect(await text).not.toContain('77');

  const other = await program();
  await admin.call(at(calls.revokeApiToken, other.created.id));
  expect(await other.client.refusal(calls.profile)).toBe('401 token.invalid');
});

test('TOKEN-4 a token that ends is refused from then on, with its changes', async () => {
  const { client } = await program('operator', { expiresAt: new Date(clock.now() + 60_000).toISOString() });
  await client.call(calls.profile);
  await clock.advance(60_000);
  expect(await client.refusal(calls.profile)).toBe('401 token.invalid');
});

test('TOKEN-4 a wrong checksum costs no query; the 200th wrong token of a network within a minute is 429, and right ones still work', async () => {
  const { created, client } = await program();
  const wrong = created.token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const send = (token: string) =>
    server.visitor().send('GET', calls.profile.path, {
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.9' },
    });
  // A query would wait for this lock.
  const statuses = await db.transaction().execute(async (tx) => {
    await sql`lock table api_tokens in access exclusive mode`.execute(tx);
    const answers: number[] = [];
    for (let nth = 0; nth < 200; nth += 1) answers.push((await send(nth % 2 === 0 ? wrong : 'tpa_x')).status);
    return answers;
  });
  expect(statuses).toEqual([...Array.from({ length: 199 }, () => 401), 429]);
  expect((await send(created.token)).status).toBe(200);
  await client.call(calls.profile);
});

const CALLS = Object.entries<Call>(calls);

test('TOKEN-4 a token makes no tokens, and changes neither password, sessions, second factor nor proof', async () => {
  const only = CALLS.filter(([, { sessionOnly }]) => sessionOnly === true);
  expect(only.map(([name]) => name).toSorted()).toEqual([
    'changePassword',
    'confirmTwoFactor',
    'createApiToken',
    'endOtherSessions',
    'endSession',
    'endTwoFactor',
    'giveProof',
    'logout',
    'ownSessions',
    'startTwoFactor',
  ]);
  const { client } = await program('administrator', { proof: true });
  for (const [, call] of only) expect(await client.refusal(call)).toBe('403 session.only');
});

test('TOKEN-4 a token makes every other call of its role, and none of another', async () => {
  for (const role of ROLES) {
    const { client } = await program(role, { proof: true });
    for (const [name, call] of CALLS) {
      if (call.roles === undefined || call.sessionOnly === true || name === 'live') continue;
      const { path } = await exampleOf(name as keyof typeof calls, '999999');
      const response = await client.send(call.method, path);
      const text = await response.text();
      const isRefused = response.status === 401 || text.includes('role.missing');
      expect([role, name, isRefused]).toEqual([
        role,
        name,
        !call.roles.includes(role) || name === 'handsetPing',
      ]);
    }
  }
});

test('TOKEN-4 dangerous changes need a token that was made with a proof for them', async () => {
  const body = { name: 'Made by a program', limitPerDay: null };
  const without = await program('administrator');
  await without.client.call(calls.createPartner, { body });
  const call = at(calls.disableAccount, without.owner.id);
  expect(await without.client.problem(call)).toMatchObject({
    status: 403,
    code: 'proof.needed',
    detail: 'This token may not make this change. Create one that may make changes that need a password.',
  });
  const { client } = await program('administrator', { proof: true });
  await clock.advance(60 * 60_000);
  await client.call(call);
  const late = await someone();
  await clock.advance(16 * 60_000);
  expect(await late.client.refusal(calls.createApiToken, { body: BODY })).toBe('403 proof.needed');
});

test('TOKEN-4 an idempotency key of a token replays nothing that another token of the account was answered', async () => {
  const { owner, client } = await program('administrator');
  const headers = { [IDEMPOTENCY_KEY_HEADER]: 'same' };
  const body = { name: 'Replayed', limitPerDay: null };
  const first = await client.call(calls.createPartner, { body, headers });
  expect(await client.call(calls.createPartner, { body, headers })).toEqual(first);
  await owner.client.login(owner.username, PASSWORD);
  const other = await owner.client.call(calls.createApiToken, { body: { ...BODY, role: 'administrator' } });
  const refusal = await server.program(other.token).refusal(calls.createPartner, { body, headers });
  expect(refusal).toBe('409 directory.name-taken');
});

test('TOKEN-4 a change by a token waits for its revocation, and is refused after it', async () => {
  const { owner, created, client } = await program('administrator');
  const body = { name: `Late ${owner.username}`, limitPerDay: null };
  const answer = await db.transaction().execute(async (tx) => {
    await sql`delete from api_tokens where id = ${created.id}`.execute(tx);
    const refusal = client.refusal(calls.createPartner, { body });
    await expect.poll(() => countBlocked(db)).toBe(1);
    return { refusal };
  });
  expect(await answer.refusal).toBe('401 token.invalid');
});
