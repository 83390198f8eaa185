/** Accounts as administrators manage them. The last enabled administrator with a password stays one. */
import type { Role } from '@textprobe/domain/roles';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { byWords } from '../core/words.ts';
import type { Account } from './accounts.ts';
import { deleteSessionsOf } from './sessions.ts';

/** Instants in epoch milliseconds. */
export interface ManagedAccountRow extends Account {
  /** The person's name; may be empty. */
  readonly name: string;
  /** Where its links are mailed; may be empty. */
  readonly email: string;
  /** Null: all. */
  readonly partnerIds: readonly number[] | null;
  /** Messages on a day in Los Angeles; null: no limit. */
  readonly limitPerDay: number | null;
  /** `invited`: it has neither a password nor single sign-on yet. */
  readonly state: 'active' | 'invited' | 'disabled';
  /** Of a program: it has tokens, and never a password. */
  readonly isService: boolean;
  /** Its login asks for a code. */
  readonly hasSecondFactor: boolean;
  readonly lastLoginAt: number | null;
  readonly createdAt: number;
  /** The OpenID provider of its owner; null: it logs in with a password only. */
  readonly signOnIssuer: string | null;
  /** When its link expires; null if there is none. */
  readonly linkExpiresAt: number | null;
}

interface AccountsPage {
  /** Each word must occur in the username, the name, the email or the role. */
  readonly text?: string | undefined;
  readonly offset?: number;
  /** Default: none. */
  readonly limit?: number;
}

/** By username. @returns also the number of accounts on all pages */
export async function listAccounts(
  db: Database,
  { text = '', offset = 0, limit }: AccountsPage = {},
): Promise<{ readonly rows: ManagedAccountRow[]; readonly total: number }> {
  const isFound = byWords(sql`a.username, a.name, a.email, a.role`, text);
  const page = managed(db).where(isFound).orderBy(sql`lower(a.username)`).offset(offset);
  const rows = await (limit === undefined ? page : page.limit(limit)).execute();
  const { total } = await db
    .selectFrom('accounts as a')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(isFound)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** @param which its id, or its name, case-insensitive */
export async function findAccount(
  db: Database,
  which: { readonly id: number } | { readonly username: string },
): Promise<ManagedAccountRow | null> {
  const row = await managed(db)
    .where(
      'id' in which
        ? sql<boolean>`a.id = ${which.id}`
        : sql<boolean>`lower(a.username) = lower(${which.username})`,
    )
    .executeTakeFirst();
  return row ?? null;
}

function managed(db: Database) {
  return db
    .selectFrom('accounts as a')
    .leftJoin('account_links as link', 'link.account_id', 'a.id')
    .leftJoin('second_factors as factor', 'factor.account_id', 'a.id')
    .leftJoin('sign_ons as sign_on', 'sign_on.account_id', 'a.id')
    .select([
      'a.id',
      'a.username',
      'a.name',
      'a.email',
      'a.role',
      'a.partner_ids as partnerIds',
      'a.limit_per_day as limitPerDay',
      sql<ManagedAccountRow['state']>`case when a.disabled_at is not null then 'disabled'
        when a.password_hash is null and not a.is_service and sign_on.issuer is null then 'invited'
        else 'active' end`.as('state'),
      'a.is_service as isService',
      sql<boolean>`factor.confirmed_at is not null`.as('hasSecondFactor'),
      'a.last_login_at as lastLoginAt',
      'a.created_at as createdAt',
      'sign_on.issuer as signOnIssuer',
      'link.expires_at as linkExpiresAt',
    ]);
}

/** What is left out stays. */
export interface AccountChange {
  readonly name?: string;
  readonly email?: string | undefined;
  readonly role?: Role;
  readonly partnerIds?: readonly number[] | null;
  readonly limitPerDay?: number | null | undefined;
  /** Disabling also ends its sessions and its link. */
  readonly isDisabled?: boolean;
}

/**
 * Call this first in a transaction that changes accounts or their sessions on behalf of one of them, whose row it also
 * locks: two of these could deadlock. They are rare, so one runs at a time.
 */
export async function lockAccounts(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('textprobe accounts'))`.execute(tx);
}

/**
 * Applies from the account's next call on, and waits for changes that the account is making.
 * @param now epoch milliseconds
 * @returns null if there is no such account
 */
export async function changeAccount(
  tx: Transaction,
  id: number,
  change: AccountChange,
  now: number,
): Promise<'changed' | 'last administrator' | null> {
  // Also keeps two administrators from demoting each other at the same time.
  await lockAccounts(tx);
  const administrators = await tx
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .execute();
  const staysAdministrator = (change.role ?? 'administrator') === 'administrator' && !change.isDisabled;
  const isLast = administrators.length === 1 && administrators[0]?.id === id;
  if (isLast && !staysAdministrator) return 'last administrator';
  const { name, email, role, partnerIds, limitPerDay, isDisabled } = change;
  const row = await tx
    .updateTable('accounts')
    .set({
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(role !== undefined && { role }),
      ...(partnerIds !== undefined && { partner_ids: partnerIds as number[] | null }),
      ...(limitPerDay !== undefined && { limit_per_day: limitPerDay }),
      // Disabling it again keeps the time of the first.
      ...(isDisabled !== undefined && {
        disabled_at: isDisabled ? sql`coalesce(disabled_at, ${sqlTime(now)})` : null,
      }),
    })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) return null;
  // A stored response may show more than the account may see now.
  await tx.deleteFrom('idempotency_keys').where('account_id', '=', id).execute();
  if (isDisabled) {
    await deleteSessionsOf(tx, id);
    await tx.deleteFrom('account_links').where('account_id', '=', id).execute();
  }
  return 'changed';
}

/**
 * Deletes an account whose invitation was not accepted.
 * @returns false if it was, it is a service account, has single sign-on, or there is no such account
 */
export async function deleteInvitation(tx: Transaction, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('accounts')
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .where('is_service', '=', false)
    .where(sql<boolean>`not exists (select from sign_ons where account_id = accounts.id)`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
