/** One-time links with which the owner of an account chooses a password. Only the hash of a token is stored. */
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { changePassword } from './accounts.ts';

export interface LinkRow {
  readonly accountId: number;
  readonly username: string;
  /** The person's name; may be empty. */
  readonly name: string;
  /** Whether the account has no login yet. */
  readonly isInvitation: boolean;
}

/** Replaces the account's link: the old one no longer works. @param link.expiresAt epoch milliseconds */
export async function replaceLink(
  db: Database,
  link: { readonly accountId: number; readonly tokenHash: Buffer; readonly expiresAt: number },
): Promise<void> {
  const columns = { token_hash: link.tokenHash, expires_at: sqlTime(link.expiresAt) };
  await db
    .insertInto('account_links')
    .values({ account_id: link.accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
}

/** Null if the link is wrong, used or expired, or its account is disabled. @param now epoch milliseconds */
export async function findLink(db: Database, tokenHash: Buffer, now: number): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('account_links as link')
    .innerJoin('accounts as a', 'a.id', 'link.account_id')
    .select((eb) => [
      'a.id as accountId',
      'a.username',
      'a.name',
      eb
        .and([
          eb('a.password_hash', 'is', null),
          eb.not(eb.exists(eb.selectFrom('sign_ons').whereRef('account_id', '=', 'a.id'))),
        ])
        .$castTo<boolean>()
        .as('isInvitation'),
    ])
    .where('link.token_hash', '=', tokenHash)
    .where('link.expires_at', '>', sqlTime(now))
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses the link up, sets the password and ends the account's sessions. @returns false if the link no longer works */
export async function acceptLink(
  tx: Transaction,
  link: { readonly accountId: number; readonly tokenHash: Buffer; readonly now: number },
  passwordHash: string,
): Promise<boolean> {
  // Locks the account first, as its changes do: otherwise the two could deadlock.
  const account = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', link.accountId)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) return false;
  const used = await tx
    .deleteFrom('account_links')
    .where('account_id', '=', link.accountId)
    .where('token_hash', '=', link.tokenHash)
    .where('expires_at', '>', sqlTime(link.now))
    .returning('account_id')
    .executeTakeFirst();
  if (used === undefined) return false;
  await changePassword(tx, link.accountId, { passwordHash, now: link.now });
  return true;
}
