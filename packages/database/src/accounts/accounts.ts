/** Accounts: who may log in. User names are case-insensitive. */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';

export interface Account {
  readonly id: number;
  readonly username: string;
}

/** Returns null if the name is taken. */
export async function createAccount(
  db: Database,
  account: { username: string; passwordHash: string; createdAt: number },
): Promise<Account | null> {
  const row = await db
    .insertInto('accounts')
    .values({
      username: account.username,
      password_hash: account.passwordHash,
      created_at: sqlTime(account.createdAt),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning(['id', 'username'])
    .executeTakeFirst();
  return row ?? null;
}

/** The row with the password hash; null if the name is unknown or the account is disabled. */
export async function findAccountForLogin(
  db: Database,
  username: string,
): Promise<(Account & { readonly passwordHash: string }) | null> {
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'password_hash as passwordHash'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Also ends all the account's sessions, to lock out anyone who knew the old password. Returns false for an unknown
 * id.
 */
export async function setPassword(db: Database, accountId: number, passwordHash: string): Promise<boolean> {
  const row = await db
    .with('ended', (cte) => cte.deleteFrom('sessions').where('account_id', '=', accountId))
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
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
