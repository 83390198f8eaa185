/** Accounts: who may log in. User names are case-insensitive. */
import type { Role } from '@textprobe/domain/roles';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { deleteSessionsOf } from './sessions.ts';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}

export interface NewAccount {
  readonly username: string;
  /** The person's name; default: not known. */
  readonly name?: string | undefined;
  /** Where links are mailed; default: nowhere. */
  readonly email?: string | undefined;
  readonly role: Role;
  /** Default: all. */
  readonly partnerIds?: readonly number[] | null;
  /** Messages on a day in Los Angeles; default: no limit. */
  readonly limitPerDay?: number | null | undefined;
  /** Of a program: it has tokens, and never a password. Default: false. */
  readonly isService?: boolean;
  /** Null: its owner chooses a password by a link, or has single sign-on. */
  readonly passwordHash: string | null;
  readonly createdAt: number;
}

/** Returns null if the username is taken. */
export async function createAccount(db: Database, account: NewAccount): Promise<Account | null> {
  const row = await db
    .insertInto('accounts')
    .values({
      username: account.username,
      name: account.name ?? '',
      email: account.email ?? '',
      role: account.role,
      partner_ids: account.partnerIds ? [...account.partnerIds] : null,
      limit_per_day: account.limitPerDay ?? null,
      is_service: account.isService ?? false,
      password_hash: account.passwordHash,
      created_at: sqlTime(account.createdAt),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning(['id', 'username', 'role'])
    .executeTakeFirst();
  return row ?? null;
}

/** What a login is checked against. */
export interface LoginAccount extends Account {
  readonly passwordHash: string;
  /** Rises with every change of the password or the second factor. */
  readonly credentialVersion: number;
}

/** Null if the name is unknown, or the account is disabled or has no password. */
export async function findAccountForLogin(db: Database, username: string): Promise<LoginAccount | null> {
  const row = await db
    .selectFrom('accounts')
    .select([
      'id',
      'username',
      'role',
      'password_hash as passwordHash',
      'credential_version as credentialVersion',
    ])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .$narrowType<{ passwordHash: string }>()
    .executeTakeFirst();
  return row ?? null;
}

interface PasswordChange {
  readonly passwordHash: string;
  /** Changes the password only if this is still its hash: the one that was checked. */
  readonly checkedHash?: string;
  /** The hash of the session that stays. */
  readonly keptSession?: Buffer;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Also ends the account's sessions, to lock out anyone who knew the old password, and its link.
 * @returns the hashes of the sessions that it ended; null if there is no such account with a login, or its
 * password has changed
 */
export async function changePassword(
  tx: Transaction,
  accountId: number,
  { passwordHash, checkedHash, keptSession, now }: PasswordChange,
): Promise<Buffer[] | null> {
  const row = await tx
    .updateTable('accounts')
    .set({
      password_hash: passwordHash,
      password_changed_at: sqlTime(now),
      credential_version: sql`credential_version + 1`,
    })
    .where('id', '=', accountId)
    .where('is_service', '=', false)
    .$if(checkedHash !== undefined, (query) => query.where('password_hash', '=', checkedHash ?? ''))
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return null;
  await tx.deleteFrom('account_links').where('account_id', '=', accountId).execute();
  // Later than the update, which waits for logins in progress: their sessions end too.
  return deleteSessionsOf(tx, accountId, keptSession);
}

/** What an account's owner sees of it. Times in epoch milliseconds. */
export interface Profile {
  readonly username: string;
  /** Empty if none is set. */
  readonly name: string;
  readonly role: Role;
  /** Null: all. */
  readonly partnerIds: number[] | null;
  readonly createdAt: number;
  /** Whether it can log in with a password. */
  readonly hasPassword: boolean;
  /** Null: never since the account was created. */
  readonly passwordChangedAt: number | null;
}

/** @throws if there is no such account */
export async function readProfile(db: Database, accountId: number): Promise<Profile> {
  return db
    .selectFrom('accounts')
    .select((eb) => [
      'username',
      'name',
      'role',
      'partner_ids as partnerIds',
      'created_at as createdAt',
      eb('password_hash', 'is not', null).$castTo<boolean>().as('hasPassword'),
      'password_changed_at as passwordChangedAt',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export async function renameAccount(db: Database, accountId: number, name: string): Promise<void> {
  await db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute();
}

/** @param now epoch milliseconds */
export async function recordLogin(db: Database, accountId: number, now: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ last_login_at: sqlTime(now) })
    .where('id', '=', accountId)
    .execute();
}

/** User names by account id; no query if there are no ids. */
export async function findUsernames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('accounts').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Zero on first start. */
export async function countAccounts(db: Database): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}
