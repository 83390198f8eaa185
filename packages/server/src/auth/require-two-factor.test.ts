/** REQUIRE_TWO_FACTOR: a session without a second factor may only set one up. */
import type { Call } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { createAccount } from '@textprobe/database/accounts/accounts';
import type { Role } from '@textprobe/domain/roles';
import { expect, onTestFinished, test } from 'vitest';
import { enrol } from '../testing/authenticator.ts';
import type { TestClient } from '../testing/test-client.ts';
import { ECHO_PATH, PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts';
import { hashPassword } from './passwords.ts';
import type { RequireTwoFactor } from './sessions.ts';

const ENROL = '403 second-factor.enrol';

async function serverWith(requireTwoFactor: RequireTwoFactor): Promise<TestServer> {
  const server = await startTestServer({ requireTwoFactor });
  onTestFinished(() => server.close());
  return server;
}

async function personWith(server: TestServer, role: Role): Promise<TestClient> {
  const passwordHash = await hashPassword(PASSWORD);
  await createAccount(server.db, { username: role, role, passwordHash, createdAt: server.clock.now() });
  const client = server.visitor();
  await client.login(role, PASSWORD);
  return client;
}

test('ACCT-6 a session that must set up two-factor login may do only that, see its account, and log out', async () => {
  const server = await serverWith('all');
  const client = await server.operator();
  const table: [string, Call][] = Object.entries(calls);
  const refused: string[] = [];
  for (const [name, call] of table) {
    // Handset inboxes are mounted by configuration: the echo inbox below is one of them. Logout would end the session.
    if (call.access === 'public' || call.access === 'handset' || name === 'logout') continue;
    const response = await client.send(call.method, call.path.replaceAll(/:\w+/g, '1'));
    if (response.status !== 403) continue;
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    if (code !== 'second-factor.enrol') continue;
    expect(detail).toBe('This installation requires two-factor login. Set it up in your profile first.');
    refused.push(name);
  }
  const needSession = table.filter(([, { access }]) => access !== 'public' && access !== 'handset');
  const open = needSession.map(([name]) => name).filter((name) => !refused.includes(name));
  expect(open.toSorted()).toEqual([
    'changeProfile',
    'confirmTwoFactor',
    'endTwoFactor',
    'giveProof',
    'logout',
    'profile',
    'startTwoFactor',
  ]);
  expect((await client.send('POST', ECHO_PATH, { body: 'x' })).status).toBe(403);
  expect(await status(client)).toMatchObject({ user: { mustEnrol: true } });
  await client.call(calls.logout);
});

test('ACCT-6 after enrolment everything is open, and closed again when it is turned off', async () => {
  const server = await serverWith('all');
  const client = await server.operator();
  await client.call(calls.changeProfile, { body: { name: 'Ada' } });
  await enrol(client, server.clock);
  expect(await status(client)).toMatchObject({ user: { mustEnrol: false } });
  await client.call(calls.partners);
  await client.call(calls.endTwoFactor);
  expect(await client.refusal(calls.partners)).toBe(ENROL);
});

test('ACCT-6 `administrators` requires it of these alone, at once when someone becomes one', async () => {
  const server = await serverWith('administrators');
  const [administrator, viewer] = [await server.operator(), await personWith(server, 'viewer')];
  expect(await administrator.refusal(calls.partners)).toBe(ENROL);
  await viewer.call(calls.partners);
  await server.db
    .updateTable('accounts')
    .set({ role: 'administrator' })
    .where('role', '=', 'viewer')
    .execute();
  expect(await viewer.refusal(calls.partners)).toBe(ENROL);
});

test('ACCT-6 tokens are not affected', async () => {
  const server = await serverWith('none');
  const client = await server.operator();
  const { token } = await client.call(calls.createApiToken, {
    body: { name: 'nightly', role: 'viewer', partnerIds: null },
  });
  await using strict = await startTestServer({
    requireTwoFactor: 'all',
    db: server.db,
    now: server.clock.now(),
  });
  expect(await (await strict.operator()).refusal(calls.partners)).toBe(ENROL);
  await strict.visitor().call(calls.partners, { headers: { authorization: `Bearer ${token}` } });
});

test('ACCT-6 without the setting no account needs a second factor', async () => {
  const server = await serverWith('none');
  const client = await server.operator();
  expect(await status(client)).toMatchObject({ user: { mustEnrol: false } });
  await client.call(calls.partners);
});

async function status(client: TestClient): Promise<unknown> {
  return (await client.send('GET', calls.authStatus.path)).json();
}
