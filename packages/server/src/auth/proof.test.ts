/** Dangerous calls, which ask for the password again. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '@textprobe/contract/headers';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer, USERNAME } from '../testing/test-server.ts';
import { hashPassword } from './passwords.ts';

const MINUTE = 60_000;
const INVITATION = { role: 'viewer', partnerIds: null } as const;
let server: TestServer;
let client: TestClient;
beforeEach(async () => {
  server = await startTestServer();
  client = await server.operator();
});
afterEach(() => server.close());

function invite(username: string, key: string = username): Promise<Response> {
  const headers = { [IDEMPOTENCY_KEY_HEADER]: key };
  return client.send('POST', calls.inviteAccount.path, { body: { ...INVITATION, username }, headers });
}

function prove(password = PASSWORD): Promise<Response> {
  return client.send('POST', calls.giveProof.path, { body: { password } });
}

/** From another network, without the cookie of the browser, whose own count would slow the attempts down. */
function proveFrom(nth: number, password: string): Promise<Response> {
  client.cookies.delete('textprobe-device');
  const headers = { 'x-forwarded-for': `198.51.${nth}.7` };
  return client.send('POST', calls.giveProof.path, { body: { password }, headers });
}

/** Paths of accounts, two-factor login, tokens, gateways with their secrets, handset keys, handset sources and pairings. */
const DANGEROUS =
  /^\/api\/(account\/two-factor|service-accounts|tokens|accounts|gateways|signup-requests\/:id\/approve|pairings|handset-keys|handset-sources)(\/|$)/;
/** Calls that neither create a secret nor send one anywhere new. */
const HARMLESS = ['endPairing', 'gatewayStatus', 'sendPairingText'];

test('ACCT-9: every change of accounts, two-factor login, tokens, gateways, handset keys, handset sources and pairings needs a proof, and nothing else', () => {
  const table: [string, Call][] = Object.entries(calls);
  const marked = table.filter(([, { proof }]) => proof === true).map(([name]) => name);
  const dangerous = table.filter(
    ([name, { method, path }]) => method !== 'GET' && DANGEROUS.test(path) && !HARMLESS.includes(name),
  );
  expect(marked).toEqual(dangerous.map(([name]) => name));
  expect(marked.toSorted()).toEqual([
    'approveSignup',
    'changeAccount',
    'confirmTwoFactor',
    'createAccountLink',
    'createApiToken',
    'createGateway',
    'createHandsetKey',
    'createHandsetSource',
    'createPairing',
    'createServiceAccount',
    'deleteGateway',
    'deleteHandsetKey',
    'deleteHandsetSource',
    'deleteInvitation',
    'disableAccount',
    'enableAccount',
    'endAccountSessions',
    'endTwoFactor',
    'inviteAccount',
    'renameHandsetKey',
    'renameHandsetSource',
    'resetTwoFactor',
    'revokeApiToken',
    'rotateHandsetKey',
    'rotateHandsetSource',
    'setHandsetSourcePhones',
    'setUpPhone',
    'startTwoFactor',
    'testGateway',
    'testNewGateway',
    'updateGateway',
  ]);
});

test('ACCT-9: a dangerous call is refused once the password is over 15 minutes old, until it is given again', async () => {
  await server.clock.advance(15 * MINUTE);
  expect((await invite('vera')).status).toBe(201);
  await server.clock.advance(1);
  for (const call of Object.values<Call>(calls).filter(({ proof }) => proof === true))
    expect(await client.problem(call)).toMatchObject({
      status: 403,
      code: 'proof.needed',
      detail: 'Enter your password again to make this change.',
    });
  await client.call(calls.listAccounts);
  await client.call(calls.changeProfile, { body: { name: 'Ada' } });

  expect((await prove()).status).toBe(204);
  expect((await invite('otto')).status).toBe(201);
  await server.clock.advance(15 * MINUTE + 1);
  expect((await invite('nora')).status).toBe(403);
  // A proof is of one session.
  expect((await (await server.operator()).call(calls.ownSessions)).length).toBe(2);
  expect((await invite('nora')).status).toBe(403);
});

test('ACCT-9: a repeated request needs the same proof before it gets the stored response', async () => {
  const first = await (await invite('vera')).json();
  await server.clock.advance(16 * MINUTE);
  expect((await invite('vera')).status).toBe(403);
  await prove();
  const again = await invite('vera');
  expect(again.headers.get(IDEMPOTENCY_REPLAYED_HEADER)).toBe('true');
  expect(await again.json()).toEqual(first);
});

test('ACCT-9: a wrong password proves nothing, is an error of its field, and counts as a failed login', async () => {
  await server.clock.advance(16 * MINUTE);
  for (let nth = 0; nth < 6; nth += 1) {
    const response = await prove('wrong');
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: 'password.wrong',
      errors: [
        {
          field: 'password',
          code: 'password.wrong',
          message: 'This is not your current password. Try again.',
        },
      ],
    });
  }
  expect(await (await prove()).json()).toMatchObject({ status: 429, code: 'login.slowed' });
  // One count with the login from this browser.
  expect((await client.login(USERNAME, PASSWORD)).status).toBe(429);
  expect((await invite('vera')).status).toBe(403);
  await server.clock.advance(1_000);
  expect((await prove()).status).toBe(204);
  expect((await invite('vera')).status).toBe(201);
});

test('ACCT-6: the tenth wrong password ends the session that sends them, from whatever networks', async () => {
  const [other, onlooker] = [await server.operator(), await server.operator()];
  const ten = Array.from({ length: 10 }, (_, nth) => proveFrom(nth, 'wrong'));
  const statuses = (await Promise.all(ten)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([401, ...Array<number>(9).fill(403)]);
  expect(await client.refusal(calls.ownSessions)).toBe('401 session.required');
  expect(await (await proveFrom(11, PASSWORD)).json()).toMatchObject({ code: 'session.required' });
  // The failures are of that session, not of the account.
  expect((await other.call(calls.ownSessions)).length).toBe(2);
  for (let nth = 0; nth < 4; nth += 1)
    await onlooker.refusal(calls.giveProof, { body: { password: 'wrong' } });
  await onlooker.call(calls.ownSessions);
});

test('ACCT-6: a right password in between clears no count of wrong ones', async () => {
  for (let nth = 0; nth < 9; nth += 1) expect((await proveFrom(nth, 'wrong')).status).toBe(403);
  expect((await proveFrom(9, PASSWORD)).status).toBe(204);
  expect((await proveFrom(10, 'wrong')).status).toBe(401);
});

test('ACCT-9: changing your own password counts as giving it', async () => {
  await server.clock.advance(16 * MINUTE);
  const body = { currentPassword: PASSWORD, newPassword: 'velvet tractor monsoon 41' };
  await client.call(calls.changePassword, { body });
  expect((await invite('vera')).status).toBe(201);
});

test('ACCT-9: an account whose role does not allow the call gets role.missing, not a question for the password', async () => {
  const passwordHash = await hashPassword(PASSWORD);
  const createdAt = server.clock.now();
  await createAccount(server.db, { username: 'vera', role: 'viewer', passwordHash, createdAt });
  const viewer = server.visitor();
  await viewer.login('vera', PASSWORD);
  await server.clock.advance(16 * MINUTE);
  expect(await viewer.refusal(calls.inviteAccount)).toBe('403 role.missing');
});
