/** Accounts: who may log in. User names are case-insensitive. */
import type { Role } from '@textprobe/domain/roles';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}

export interface NewAccount {
  readonly username: string;
  /** Of the person; default: not known. */
  readonly name?: string;
  readonly role: Role;
  /** Default: all. */
  readonly partnerIds?: readonly number[] | null;
  /** Null: its owner chooses a password by a link. */
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
      role: account.role,
      partner_ids: account.partnerIds === undefined ? null : (account.partnerIds as number[] | null),
      password_hash: account.passwordHash,
      created_at: sqlTime(account.createdAt),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning(['id', 'username', 'role'])
    .executeTakeFirst();
  return row ?? null;
}

/** The row with the password hash; null if the name is unknown, or the account is disabled or has no password. */
export async function findAccountForLogin(
  db: Database,
  username: string,
): Promise<(Account & { readonly passwordHash: string }) | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'role', 'password_hash as passwordHash'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .$narrowType<{ passwordHash: string }>()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Also ends all the account's sessions, to lock out anyone who knew the old password, and its link. Returns false for an
 * unknown id.
 */
export async function setPassword(db: Database, accountId: number, passwordHash: string): Promise<boolean> {
  return db.transaction().execute((tx) => replacePassword(tx, accountId, passwordHash));
}

/** The same within a transaction. */
export async function replacePassword(
  tx: Transaction,
  accountId: number,
  passwordHash: string,
): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  // Later than the update, which waits for logins in progress: their sessions end too.
  await tx.deleteFrom('sessions').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('account_links').where('account_id', '=', accountId).execute();
  return row !== undefined;
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
