/** Single sign-on: accounts of people at an OpenID provider, found by issuer and subject alone (ACCT-7). */
import type { Role } from '@textprobe/domain/roles';
import { sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { changeAccount, findAccount, lockAccounts, type ManagedAccountRow } from './account-management.ts';
import { createAccount } from './accounts.ts';

export interface SignOnId {
  readonly issuer: string;
  readonly subject: string;
}

/** What the provider says of a person. */
export interface SignOnPerson extends SignOnId {
  /** Of a new account. */
  readonly username: string;
  /** Undefined: the account keeps its own. */
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly role: Role;
  /** Null: all. */
  readonly partnerIds: readonly number[] | null;
}

type Rights = Pick<ManagedAccountRow, 'name' | 'email' | 'role' | 'partnerIds'>;

export type SignOnOutcome =
  | {
      readonly kind: 'account';
      readonly id: number;
      readonly username: string;
      /** Null: the account is new. */
      readonly before: Rights | null;
      readonly after: Rights;
      /** It stays an administrator, since it is the last enabled one with a password. */
      readonly isKeptAdministrator: boolean;
    }
  /** `taken`: another account has this username or email. */
  | { readonly kind: 'taken' | 'disabled' };

/**
 * Finds the person's account and updates it, or creates it. @param now epoch milliseconds
 */
export async function signOnAccount(
  tx: Transaction,
  person: SignOnPerson,
  now: number,
): Promise<SignOnOutcome> {
  await lockAccounts(tx);
  const id = await findSignOn(tx, person);
  if (id === null) return createSignOnAccount(tx, person, now);
  const account = await findAccount(tx, { id });
  if (account === null || account.state === 'disabled') return { kind: 'disabled' };
  const { name = account.name, email = account.email, role, partnerIds } = person;
  const wanted: Rights = { name, email, role, partnerIds };
  const before: Rights = {
    name: account.name,
    email: account.email,
    role: account.role,
    partnerIds: account.partnerIds,
  };
  const isSame = JSON.stringify(wanted) === JSON.stringify(before);
  // A change discards stored responses, so there is none without need.
  const outcome = isSame ? 'changed' : await changeAccount(tx, id, wanted, now);
  const isKeptAdministrator = outcome === 'last administrator';
  if (isKeptAdministrator) await changeAccount(tx, id, { name, email }, now);
  const after = isKeptAdministrator ? { ...before, name, email } : wanted;
  return { kind: 'account', id, username: account.username, before, after, isKeptAdministrator };
}

async function createSignOnAccount(
  tx: Transaction,
  { issuer, subject, ...person }: SignOnPerson,
  now: number,
): Promise<SignOnOutcome> {
  const { email = '' } = person;
  const owner = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', '!=', '')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
  if (owner !== undefined) return { kind: 'taken' };
  const made = await createAccount(tx, { ...person, passwordHash: null, createdAt: now });
  if (made === null) return { kind: 'taken' };
  await linkSignOn(tx, { issuer, subject }, made.id, now);
  const { name = '', role, partnerIds } = person;
  const after = { name, email, role, partnerIds };
  return { kind: 'account', ...made, before: null, after, isKeptAdministrator: false };
}

/** The id of the account; null if there is none. */
export async function findSignOn(tx: Transaction, { issuer, subject }: SignOnId): Promise<number | null> {
  const row = await tx
    .selectFrom('sign_ons')
    .select('account_id as accountId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.accountId ?? null;
}

/**
 * From now on the person logs in to this account; the person who did before no longer does. @param now epoch milliseconds
 * @throws if the person has another account
 */
export async function linkSignOn(
  tx: Transaction,
  { issuer, subject }: SignOnId,
  accountId: number,
  now: number,
): Promise<void> {
  const columns = { issuer, subject, created_at: sqlTime(now) };
  await tx
    .insertInto('sign_ons')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}
