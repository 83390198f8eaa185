/** Accounts: their roles and states. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { countBlocked } from '../testing/count-blocked.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type AccountChange, changeAccount, findAccount, listAccounts } from './account-management.ts';
import { createAccount, findAccountForLogin, setPassword } from './accounts.ts';
import { insertSession } from './sessions.ts';

const NOW = Date.UTC(2026, 10, 21);
const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());

beforeEach(async () => {
  await db.deleteFrom('accounts').execute();
  for (const [username, role] of [
    ['ann', 'administrator'],
    ['Bob', 'administrator'],
    ['cleo', 'viewer'],
  ] as const) {
    await createAccount(db, { username, role, passwordHash: 'none', createdAt: NOW });
  }
});

async function stateOf(): Promise<string[]> {
  const { rows } = await listAccounts(db);
  return rows.map(
    ({ username, role, state }) => `${username} ${role}${state === 'disabled' ? ' disabled' : ''}`,
  );
}

async function change(username: string, wanted: AccountChange) {
  const id = (await findAccount(db, { username }))?.id ?? 0;
  return db.transaction().execute((tx) => changeAccount(tx, id, wanted, NOW));
}

test('ACCT-4 the last enabled administrator can be neither demoted nor disabled', async () => {
  expect(await change('bob', { isDisabled: true })).toBe('changed');
  expect(await change('ANN', { isDisabled: true })).toBe('last administrator');
  expect(await change('ann', { role: 'operator' })).toBe('last administrator');
  expect(await stateOf()).toEqual(['ann administrator', 'Bob administrator disabled', 'cleo viewer']);
  expect(await findAccountForLogin(db, 'bob')).toBeNull();

  expect(await change('bob', { isDisabled: false })).toBe('changed');
  expect(await change('ann', { role: 'operator' })).toBe('changed');
  expect(await stateOf()).toEqual(['ann operator', 'Bob administrator', 'cleo viewer']);
});

test('ACCT-4 two administrators who demote each other at the same time leave one', async () => {
  const outcomes = await Promise.all([change('ann', { role: 'viewer' }), change('bob', { role: 'viewer' })]);
  expect(new Set(outcomes)).toEqual(new Set(['changed', 'last administrator']));
});

test('ACCT-4 an invited administrator cannot be the only one', async () => {
  const invited = { username: 'dan', role: 'administrator', passwordHash: null, createdAt: NOW } as const;
  await createAccount(db, invited);
  expect(await change('bob', { role: 'viewer' })).toBe('changed');
  expect(await change('ann', { role: 'viewer' })).toBe('last administrator');
});

test('a name that no account has changes nothing', async () => {
  expect(await change('dora', { role: 'viewer' })).toBeNull();
});

test('GUARD-6 a login that checked the old password gets no session after a change, and loses one that it got just before', async () => {
  const accountId = (await findAccountForLogin(db, 'cleo'))?.id ?? 0;
  const login = {
    accountId,
    passwordHash: 'none',
    userAgent: '',
    address: '',
    createdAt: NOW,
    expiresAt: NOW + 1_000,
  };
  let changed: Promise<boolean> | undefined;
  await db.transaction().execute(async (tx) => {
    expect(await insertSession(tx, { ...login, idHash: Buffer.from('before') })).toBe(true);
    changed = setPassword(db, accountId, 'another', NOW);
    await expect.poll(() => countBlocked(db)).toBe(1);
  });
  expect(await changed).toBe(true);
  expect(await insertSession(db, { ...login, idHash: Buffer.from('after') })).toBe(false);
  expect(await db.selectFrom('sessions').select('id_hash').execute()).toEqual([]);
});
