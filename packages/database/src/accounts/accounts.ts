/** Accounts: who may log in. User names are case-insensitive. */
import type { Role } from '@textprobe/domain/roles';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { deleteSessionsOf } from '../sessions/sessions.ts';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}

/** Returns null if the name is taken. */
export async function createAccount(
  db: Database,
  account: {
    username: string;
    role: Role;
    /** Default: null, all partners. */
    partnerIds?: readonly number[] | null;
    passwordHash: string;
    createdAt: number;
  },
): Promise<Account | null> {
  const row = await db
    .insertInto('accounts')
    .values({
      username: account.username,
      role: account.role,
      partner_ids: account.partnerIds ? [...account.partnerIds] : null,
      password_hash: account.passwordHash,
      created_at: sqlTime(account.createdAt),
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning(['id', 'username', 'role'])
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
    .select(['id', 'username', 'role', 'password_hash as passwordHash'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Also ends all the account's sessions, to lock out anyone who knew the old password. Returns false for an unknown
 * id. @param now epoch milliseconds
 */
export async function setPassword(
  db: Database,
  accountId: number,
  passwordHash: string,
  now: number,
): Promise<boolean> {
  return db
    .transaction()
    .execute(async (tx) => (await changePassword(tx, accountId, { passwordHash, now })) !== null);
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
 * As `setPassword`, inside a transaction.
 * @returns the hashes of the sessions that it ended; null if there is no such account, or its password has changed
 */
export async function changePassword(
  tx: Transaction,
  accountId: number,
  { passwordHash, checkedHash, keptSession, now }: PasswordChange,
): Promise<Buffer[] | null> {
  const row = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, password_changed_at: sqlTime(now) })
    .where('id', '=', accountId)
    .$if(checkedHash !== undefined, (query) => query.where('password_hash', '=', checkedHash ?? ''))
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return null;
  // Later than the update, which waits for logins in progress: their sessions end too.
  return deleteSessionsOf(tx, accountId, keptSession);
}

/** What an account's owner sees of it. Times in epoch milliseconds. */
export interface Profile {
  readonly username: string;
  /** Empty if none is set. */
  readonly name: string;
  readonly role: Role;
  readonly createdAt: number;
  /** Null: never since the account was created. */
  readonly passwordChangedAt: number | null;
}

/** @throws if there is no such account */
export async function readProfile(db: Database, accountId: number): Promise<Profile> {
  return db
    .selectFrom('accounts')
    .select([
      'username',
      'name',
      'role',
      'created_at as createdAt',
      'password_changed_at as passwordChangedAt',
    ])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export async function renameAccount(db: Database, accountId: number, name: string): Promise<void> {
  await db.updateTable('accounts').set({ name }).where('id', '=', accountId).execute();
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

/** An account as administrators see it. */
export interface ListedAccount extends Account {
  readonly isDisabled: boolean;
  /** By name; null: all partners. */
  readonly partners: readonly string[] | null;
  /** The latest activity of its sessions, in epoch milliseconds; null if it has none. */
  readonly lastActiveAt: number | null;
}

/** All accounts, by name. */
export async function listAccounts(db: Database): Promise<ListedAccount[]> {
  const { rows } = await sql<ListedAccount>`
    select id, username, role, disabled_at is not null as "isDisabled",
      case when partner_ids is not null and role not in ('administrator', 'auditor') then
        array(select name from partners where id = any (partner_ids) order by lower(name)) end as partners,
      (select max(last_active_at) from sessions where account_id = accounts.id) as "lastActiveAt"
    from accounts order by lower(username)`.execute(db);
  return rows;
}

/** The new role or partners (null: all), or whether the account is disabled from `now` on; epoch milliseconds. */
export type AccountChange =
  | { readonly role: Role }
  | { readonly partnerIds: readonly number[] | null }
  | { readonly isDisabled: boolean; readonly now: number };

/**
 * Applies from the next call on; disabling also ends the account's sessions. The last enabled administrator stays one.
 * @returns null if there is no account of that name
 */
export async function changeAccount(
  db: Database,
  username: string,
  change: AccountChange,
): Promise<'changed' | 'last administrator' | null> {
  return db.transaction().execute(async (tx) => {
    // Locked, so that two administrators cannot demote each other at the same time.
    const administrators = await tx
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'administrator')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const account = await tx
      .selectFrom('accounts')
      .select('id')
      .where(sql`lower(username)`, '=', sql`lower(${username})`)
      .executeTakeFirst();
    if (account === undefined) return null;
    const isLast = administrators.length === 1 && administrators[0]?.id === account.id;
    if (isLast && !staysAdministrator(change)) return 'last administrator';
    await tx.updateTable('accounts').set(columnsOf(change)).where('id', '=', account.id).execute();
    // A stored answer may show more than the account may see now.
    await tx.deleteFrom('idempotency_keys').where('account_id', '=', account.id).execute();
    if ('isDisabled' in change && change.isDisabled) {
      await tx.deleteFrom('sessions').where('account_id', '=', account.id).execute();
    }
    return 'changed';
  });
}

function staysAdministrator(change: AccountChange): boolean {
  if ('role' in change) return change.role === 'administrator';
  return !('isDisabled' in change && change.isDisabled);
}

function columnsOf(change: AccountChange) {
  if ('role' in change) return { role: change.role };
  if ('partnerIds' in change) return { partner_ids: change.partnerIds && [...change.partnerIds] };
  return { disabled_at: change.isDisabled ? sqlTime(change.now) : null };
}
