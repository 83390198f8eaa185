/** Accounts: their roles and states. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { countBlocked } from '../testing/count-blocked.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type AccountChange, changeAccount, findAccount, listAccounts } from './account-management.ts';
import { changePassword, createAccount, findAccountForLogin } from './accounts.ts';
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from './second-factors.ts';
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
    credentialVersion: 1,
    userAgent: '',
    address: '',
    createdAt: NOW,
    provedAt: NOW,
    isSignOn: false,
    expiresAt: NOW + 1_000,
  };
  let changed: Promise<unknown> | undefined;
  await db.transaction().execute(async (tx) => {
    expect(await insertSession(tx, { ...login, idHash: Buffer.from('before') })).toBe(true);
    changed = db
      .transaction()
      .execute((other) => changePassword(other, accountId, { passwordHash: 'another', now: NOW }));
    await expect.poll(() => countBlocked(db)).toBe(1);
  });
  expect(await changed).toEqual([Buffer.from('before')]);
  expect(await insertSession(db, { ...login, idHash: Buffer.from('after') })).toBe(false);
  expect(await db.selectFrom('sessions').select('id_hash').execute()).toEqual([]);
});

test('ACCT-6 a login that checked the account before its second factor was confirmed or removed gets no session', async () => {
  const account = { username: 'elsa', role: 'viewer', passwordHash: 'none', createdAt: NOW } as const;
  const accountId = (await createAccount(db, account))?.id ?? 0;
  let nth = 0;
  const logIn = (credentialVersion: number) => {
    const when = { createdAt: NOW, provedAt: NOW, isSignOn: false, expiresAt: NOW + 1_000 };
    const idHash = Buffer.from(`elsa ${(nth += 1)}`);
    return insertSession(db, { idHash, accountId, credentialVersion, userAgent: '', address: '', ...when });
  };
  const version = async () => (await findAccountForLogin(db, 'elsa'))?.credentialVersion ?? 0;
  const secret = Buffer.from('sealed');
  const before = await version();
  expect(await startSecondFactor(db, accountId, secret)).toBe(true);
  expect(await logIn(before)).toBe(true);
  const confirmed = { secret, step: 1, codeHashes: [Buffer.from('hash')], now: NOW };
  const confirm = () => db.transaction().execute((tx) => confirmSecondFactor(tx, accountId, confirmed));
  expect(await confirm()).toBe(true);
  expect(await logIn(before)).toBe(false);
  const between = await version();
  expect(await logIn(between)).toBe(true);
  await db.transaction().execute((tx) => removeSecondFactor(tx, accountId));
  expect(await logIn(between)).toBe(false);
});
