/**
 * The tokens of programs (TOKEN). Only their hashes are stored. What a token may do and see is read with its account on each
 * call, so that it shrinks or ends together with it.
 */
import { lesserRole, type Role } from '@textprobe/domain/roles';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { byWords } from '../core/words.ts';
import { intersection, type Scope, scopeOf } from '../scope/scope.ts';

/** A valid token, as far as its account allows. */
export interface TokenRights {
  readonly accountId: number;
  readonly username: string;
  readonly token: { readonly id: number; readonly name: string };
  readonly role: Role;
  readonly scope: Scope;
  readonly hasProof: boolean;
  /** Epoch milliseconds; written at most once a minute. Null: never. */
  readonly lastUsedAt: number | null;
}

/**
 * Null if there is none, it has expired, its account is disabled, or sees none of the token's partners any more.
 * @param now epoch milliseconds
 */
export async function findToken(db: Database, tokenHash: Buffer, now: number): Promise<TokenRights | null> {
  return readToken(db, tokenHash, now, sql``);
}

/** The same, locked until the transaction ends: until then neither the token nor its account can change. */
export async function holdToken(
  tx: Transaction,
  tokenHash: Buffer,
  now: number,
): Promise<TokenRights | null> {
  return readToken(tx, tokenHash, now, sql`for share of a for key share of t`);
}

interface Limits {
  readonly role: Role;
  readonly accountRole: Role;
  readonly partnerIds: readonly number[] | null;
  readonly accountPartnerIds: readonly number[] | null;
}

async function readToken(
  db: Database,
  tokenHash: Buffer,
  now: number,
  lock: RawBuilder<unknown>,
): Promise<TokenRights | null> {
  const { rows } = await sql<Limits & Omit<TokenRights, 'role' | 'scope'>>`${PREPARED}
    select a.id as "accountId", a.username, json_build_object('id', t.id, 'name', t.name) as token, a.role as "accountRole", a.partner_ids as "accountPartnerIds", t.role,
      t.partner_ids as "partnerIds", t.has_proof as "hasProof", t.last_used_at as "lastUsedAt"
    from api_tokens t join accounts a on a.id = t.account_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${sqlTime(now)} and a.disabled_at is null ${lock}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { accountId, username, token, hasProof, lastUsedAt } = row;
  const scope = scopeIn(row);
  const role = lesserRole(row.accountRole, row.role);
  return scope && { accountId, username, token, role, scope, hasProof, lastUsedAt };
}

/** Null if nothing is left of it. */
function scopeIn({ partnerIds, accountPartnerIds }: Pick<Limits, 'partnerIds' | 'accountPartnerIds'>) {
  const scope = intersection(scopeOf(accountPartnerIds), scopeOf(partnerIds));
  return scope.partnerIds?.length === 0 ? null : scope;
}

/** The scopes of those that are still valid, by hex of their hashes. */
export async function findLiveTokens(
  db: Database,
  hashes: readonly Buffer[],
  now: number,
): Promise<Map<string, Scope>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_tokens as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['t.token_hash as hash', 't.partner_ids as partnerIds', 'a.partner_ids as accountPartnerIds'])
    .where('t.token_hash', 'in', hashes)
    .where('t.expires_at', '>', sqlTime(now))
    .where('a.disabled_at', 'is', null)
    .execute();
  const live = rows.map((row) => [row.hash.toString('hex'), scopeIn(row)] as const);
  return new Map(live.filter((one): one is [string, Scope] => one[1] !== null));
}

/** Notes a use. Never moves backwards. @param use.now epoch milliseconds */
export async function touchToken(
  db: Database,
  tokenHash: Buffer,
  use: { readonly now: number; readonly address: string },
): Promise<void> {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: sqlTime(use.now), last_used_address: use.address })
    .where('token_hash', '=', tokenHash)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sqlTime(use.now))]))
    .execute();
}

/** A token in a list. Times in epoch milliseconds. */
export interface ApiTokenRow {
  readonly id: number;
  readonly accountId: number;
  readonly prefix: string;
  readonly name: string;
  readonly role: Role;
  /** Null: what its account sees. */
  readonly partnerIds: readonly number[] | null;
  readonly hasProof: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly lastUsedAddress: string | null;
}

export interface NewApiToken extends Omit<ApiTokenRow, 'id' | 'lastUsedAt' | 'lastUsedAddress'> {
  readonly tokenHash: Buffer;
}

/** @returns its id */
export async function insertToken(tx: Transaction, token: NewApiToken): Promise<number> {
  const row = await tx
    .insertInto('api_tokens')
    .values({
      token_hash: token.tokenHash,
      account_id: token.accountId,
      prefix: token.prefix,
      name: token.name,
      role: token.role,
      partner_ids: token.partnerIds && [...token.partnerIds],
      has_proof: token.hasProof,
      created_at: sqlTime(token.createdAt),
      expires_at: sqlTime(token.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Those of an account, newest first, with those that have expired lately. @returns also their number on all pages */
export async function listTokens(
  db: Database,
  accountId: number,
  {
    text = '',
    offset,
    limit,
  }: {
    /** Each word must occur in the name or the first characters. */
    readonly text?: string | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ readonly rows: ApiTokenRow[]; readonly total: number }> {
  const found = db
    .selectFrom('api_tokens as t')
    .where('t.account_id', '=', accountId)
    .where(byWords(sql`t.name, t.prefix`, text));
  const rows = await found
    .select([
      't.id',
      't.account_id as accountId',
      't.prefix',
      't.name',
      't.role',
      't.partner_ids as partnerIds',
      't.has_proof as hasProof',
      't.created_at as createdAt',
      't.expires_at as expiresAt',
      't.last_used_at as lastUsedAt',
      't.last_used_address as lastUsedAddress',
    ])
    .orderBy('t.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** @param owner only if it belongs to this account; null: any @returns false if there is no such token */
export async function deleteToken(
  tx: Transaction,
  id: number,
  owner: number | null,
): Promise<{ readonly name: string } | null> {
  const row = await tx
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .$if(owner !== null, (query) => query.where('account_id', '=', owner))
    .returning('name')
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes those that expired before then; returns the count. @param before epoch milliseconds */
export async function sweepTokens(db: Database, before: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<=', sqlTime(before))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Those that expire soon, each of them only once, whichever process asks.
 * @param when epoch milliseconds
 */
export async function noteEndingTokens(
  db: Database,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<{ name: string; username: string; expiresAt: number }[]> {
  return db
    .updateTable('api_tokens as t')
    .from('accounts as a')
    .set({ is_end_noted: true })
    .whereRef('a.id', '=', 't.account_id')
    .where('a.disabled_at', 'is', null)
    .where('t.is_end_noted', '=', false)
    .where('t.expires_at', '>', sqlTime(now))
    .where('t.expires_at', '<=', sqlTime(until))
    .returning(['t.name', 'a.username', 't.expires_at as expiresAt'])
    .execute();
}
