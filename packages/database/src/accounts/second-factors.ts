/**
 * Second factors (ACCT-6): the secret of an authenticator app, sealed, and the hashes of recovery codes. Every code works
 * once, also when two requests use it at the same time.
 */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { deleteSessionsOf } from './sessions.ts';

/** The context that a secret is sealed with, so that it opens for no other account. */
export function aboutSecondFactor(accountId: number): string {
  return `second factor of account ${accountId}`;
}

export interface SecondFactor {
  /** Sealed. */
  readonly secret: Buffer;
  /** The login asks for a code. */
  readonly isConfirmed: boolean;
}

export async function findSecondFactor(db: Database, accountId: number): Promise<SecondFactor | null> {
  const row = await db
    .selectFrom('second_factors')
    .select((eb) => ['secret', eb('confirmed_at', 'is not', null).$castTo<boolean>().as('isConfirmed')])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** What the account's owner sees of it. */
export async function readSecondFactorState(
  db: Database,
  accountId: number,
): Promise<{ readonly isOn: boolean; readonly recoveryCodesLeft: number }> {
  const found = await findSecondFactor(db, accountId);
  if (found?.isConfirmed !== true) return { isOn: false, recoveryCodesLeft: 0 };
  const { left } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { isOn: true, recoveryCodesLeft: left };
}

/** Replaces one that is not confirmed. @param secret sealed @returns false if one is confirmed */
export async function startSecondFactor(db: Database, accountId: number, secret: Buffer): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ account_id: accountId, secret })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ secret }).where('second_factors.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if `secret` is no longer the one to confirm */
export async function confirmSecondFactor(
  tx: Transaction,
  accountId: number,
  confirmed: {
    /** Sealed: the one that the code was checked with. */
    readonly secret: Buffer;
    /** The time step of the code. The code cannot be used again. */
    readonly step: number;
    readonly codeHashes: readonly Buffer[];
    /** Epoch milliseconds. */
    readonly now: number;
  },
): Promise<boolean> {
  await raiseCredentialVersion(tx, accountId);
  const row = await tx
    .updateTable('second_factors')
    .set({ confirmed_at: sqlTime(confirmed.now), last_step: confirmed.step })
    .where('account_id', '=', accountId)
    .where('secret', '=', confirmed.secret)
    .where('confirmed_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  const codes = confirmed.codeHashes.map((hash) => ({ account_id: accountId, code_hash: hash }));
  await tx.insertInto('recovery_codes').values(codes).execute();
  return true;
}

/** Also one that is not confirmed, and the recovery codes. */
export async function removeSecondFactor(tx: Transaction, accountId: number): Promise<void> {
  await raiseCredentialVersion(tx, accountId);
  await tx.deleteFrom('second_factors').where('account_id', '=', accountId).execute();
}

/** Also ends the account's sessions: for owners who lost their app. */
export async function resetSecondFactor(tx: Transaction, accountId: number): Promise<void> {
  await removeSecondFactor(tx, accountId);
  await deleteSessionsOf(tx, accountId);
}

/** Uses up the code of a time step. @returns false if that one or a later one was already used */
export async function useTimeStep(db: Database, accountId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up a recovery code. @returns false if there is no such one left */
export async function useRecoveryCode(db: Database, accountId: number, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** First, since changes lock the account before what belongs to it: logins in progress fail. */
async function raiseCredentialVersion(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ credential_version: sql`credential_version + 1` })
    .where('id', '=', accountId)
    .execute();
}
