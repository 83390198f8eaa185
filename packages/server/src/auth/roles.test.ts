/** Roles: who may make which call. */
import { calls } from '@textprobe/contract/calls';
import { changeAccount, findAccount } from '@textprobe/database/accounts/account-management';
import { createAccount } from '@textprobe/database/accounts/accounts';
import { realClock } from '@textprobe/database/testing/real-clock';
import { rolesInWords } from '@textprobe/domain/role-words';
import { ROLES, type Role } from '@textprobe/domain/roles';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { beforeAll, expect, test } from 'vitest';
import { createPlainReports } from '../testing/plain-reports.ts';
import { at, type TestClient } from '../testing/test-client.ts';
import { openTestServer, PASSWORD } from '../testing/test-server.ts';
import { hashPassword } from './passwords.ts';

const { server } = await openTestServer({
  inboxes: [createNativeInbox({ clock: realClock, findPhoneByKey: async () => null })],
  reports: createPlainReports(),
});
const clients = new Map<Role, TestClient>();

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  for (const role of ROLES) {
    const username = `the ${role}`;
    await createAccount(server.db, { username, role, passwordHash, createdAt: server.clock.now() });
    const client = server.visitor();
    await client.login(username, PASSWORD);
    clients.set(role, client);
  }
});

function clientOf(role: Role): TestClient {
  const client = clients.get(role);
  if (client === undefined) throw new Error(`there is no client of the role ${role}`);
  return client;
}

test('ACCT-1 each call states its roles, unless no session can make it', () => {
  const expected = Object.entries(calls).filter(([, { access }]) => access !== 'public');
  expect(stated().map(([name]) => name)).toEqual(expected.map(([name]) => name));
});

test('ACCT-1 an auditor may make each call that reads, and each call of a viewer', () => {
  const refused = stated().filter(
    ([, { method, roles }]) => (method === 'GET' || roles.includes('viewer')) && !roles.includes('auditor'),
  );
  expect(refused.map(([name]) => name)).toEqual([]);
});

test('ACCT-1 an auditor may change nothing but the own account', () => {
  const changes = stated().filter(([, { method, roles }]) => method !== 'GET' && roles.includes('auditor'));
  expect(changes.map(([name]) => name)).toEqual([
    'logout',
    'changeProfile',
    'changePassword',
    'giveProof',
    'endSession',
    'endOtherSessions',
    'startTwoFactor',
    'confirmTwoFactor',
    'endTwoFactor',
    'createApiToken',
    'revokeApiToken',
  ]);
});

function stated() {
  return Object.entries(calls).flatMap(([name, call]) => ('roles' in call ? [[name, call] as const] : []));
}

const asked = Object.entries(calls).flatMap(([name, call]) =>
  'roles' in call ? ROLES.map((role) => ({ name, role, ...call, isAllowed: call.roles.includes(role) })) : [],
);

test.each(asked.filter(({ isAllowed }) => !isAllowed))(
  'ACCT-1 $name is refused with 403 for the role $role, and says which roles may',
  async ({ method, path, roles, role }) => {
    expect(await clientOf(role).problem({ method, path })).toMatchObject({
      status: 403,
      code: 'role.missing',
      detail: `Only ${rolesInWords(roles)} may do this, and your role is ${role}. Ask an administrator.`,
    });
  },
);

// The stream stays open, and a logout would end the session of the other tests.
const CALLABLE = asked.filter(({ name, isAllowed }) => isAllowed && name !== 'live' && name !== 'logout');

test.each(CALLABLE)('ACCT-1 $name is not refused for the role $role', async ({ method, path, role }) => {
  const response = await clientOf(role).send(method, path);
  expect(await response.text()).not.toContain('role.missing');
});

async function changeRole(username: string, role: Role): Promise<void> {
  const id = (await findAccount(server.db, { username }))?.id ?? 0;
  await server.db.transaction().execute((tx) => changeAccount(tx, id, { role }, server.clock.now()));
}

test('ACCT-1 a change of role applies to the next call of a session', async () => {
  const [viewer, operator] = [clientOf('viewer'), { role: 'operator' } as const];
  expect(await viewer.refusal(calls.createTest)).toBe('403 role.missing');
  await changeRole('the viewer', 'operator');
  expect(await viewer.call(calls.authStatus)).toMatchObject({
    user: { username: 'the viewer', ...operator },
  });
  expect(await viewer.refusal(calls.createTest, { body: {} })).toBe('422 recipients.none');
  await changeRole('the viewer', 'viewer');
  expect(await viewer.refusal(calls.createTest)).toBe('403 role.missing');
});

test('ACCT-1 a path that does not exist is 404 in every role', async () => {
  for (const role of ROLES) {
    expect(await clientOf(role).refusal({ method: 'GET', path: '/api/nothing' })).toBe('404 route.unknown');
  }
});

test('ACCT-1 an auditor reads the pairings of a shared phone, without its link and key, and cannot change them', async () => {
  const made = await clientOf('administrator').call(calls.createPairing, {
    body: { phoneId: 1, kind: 'own-app' },
  });
  const code = new URL(made.url ?? '').hash.slice(1);
  const { secret } = await server.visitor().call(calls.openPairing, { body: { code }, token: null });
  const [listed] = await clientOf('auditor').call(calls.pairings, { query: { phoneId: 1 } });
  expect(listed).toMatchObject({ id: made.pairing.id, reporter: { works: true } });
  for (const hidden of [code, secret ?? '']) expect(JSON.stringify(listed)).not.toContain(hidden);
  const { path } = at(calls.pairing, made.pairing.id);
  expect(await clientOf('auditor').call(at(calls.pairing, made.pairing.id))).toEqual(listed);
  expect(await clientOf('auditor').refusal({ method: 'DELETE', path })).toBe('403 role.missing');
  expect(await clientOf('operator').refusal({ method: 'GET', path })).toBe('403 role.missing');
});
