/**
 * Console sessions. Only the hash of a session's secret is stored, so reading the table is not enough to log in. A
 * session ends at its absolute expiry or after the idle timeout, whichever comes first.
 */
import type { Role } from '@textprobe/domain/roles';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { type Scope, scopeOf } from '../scope/scope.ts';

export interface Session {
  readonly accountId: number;
  readonly username: string;
  readonly role: Role;
  readonly scope: Scope;
  /** Epoch milliseconds; written at most once a minute, so up to a minute old. */
  readonly lastActiveAt: number;
  /** When the session last gave the password or its owner logged in at the OpenID provider, epoch milliseconds. */
  readonly provedAt: number;
  /** The absolute expiry, epoch milliseconds. */
  readonly expiresAt: number;
  /** It began with single sign-on. */
  readonly isSignOn: boolean;
  /** The login to its account asks for a code. */
  readonly hasSecondFactor: boolean;
}

/** @returns false if the account's password or second factor has changed since they were checked, or the account is disabled */
export async function insertSession(
  db: Database,
  session: {
    idHash: Buffer;
    accountId: number;
    /** That of the account when its password was checked; null: none was. */
    credentialVersion: number | null;
    /** The browser of the request that logged in. */
    userAgent: string;
    address: string;
    createdAt: number;
    provedAt: number;
    isSignOn: boolean;
    expiresAt: number;
  },
): Promise<boolean> {
  const { idHash, accountId, credentialVersion, userAgent, address, createdAt, provedAt } = session;
  // The lock waits for a change of the account that is running; a later change ends this session.
  const { numAffectedRows } = await sql`
    insert into sessions
      (id_hash, account_id, user_agent, address, created_at, last_active_at, proved_at, is_sign_on, expires_at)
    select ${idHash}, id, ${userAgent}, ${address}, ${sqlTime(createdAt)}, ${sqlTime(createdAt)},
      ${sqlTime(provedAt)}, ${session.isSignOn}, ${sqlTime(session.expiresAt)} from accounts
    where id = ${accountId} and credential_version = coalesce(${credentialVersion}, credential_version)
      and disabled_at is null
    for share`.execute(db);
  return numAffectedRows === 1n;
}

/** Null if there is none, it has ended, or its account is disabled. */
export async function findSession(db: Database, idHash: Buffer, when: When): Promise<Session | null> {
  return readSession(db, idHash, when, sql``);
}

/**
 * The same, locked until the transaction ends: until then the session cannot end and its account cannot change. The
 * account comes first, as in changes of accounts: otherwise the two could deadlock.
 */
export async function holdSession(tx: Transaction, idHash: Buffer, when: When): Promise<Session | null> {
  return readSession(tx, idHash, when, sql`for share of a for key share of s`);
}

/** Epoch milliseconds, and milliseconds. */
interface When {
  readonly now: number;
  readonly idleMs: number;
}

/** Every call reads its session. Prepared: planning the join takes longer than running it. */
async function readSession(
  db: Database,
  idHash: Buffer,
  { now, idleMs }: When,
  lock: RawBuilder<unknown>,
): Promise<Session | null> {
  const { rows } = await sql<
    Omit<Session, 'scope'> & { readonly partnerIds: readonly number[] | null }
  >`${PREPARED}
    select a.id as "accountId", a.username, a.role, a.partner_ids as "partnerIds",
      s.last_active_at as "lastActiveAt", s.proved_at as "provedAt", s.expires_at as "expiresAt",
      s.is_sign_on as "isSignOn",
      exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null)
        as "hasSecondFactor"
    from sessions s join accounts a on a.id = s.account_id
    where s.id_hash = ${idHash} and a.disabled_at is null
      and s.expires_at > ${sqlTime(now)} and s.last_active_at > ${sqlTime(now - idleMs)} ${lock}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { partnerIds, ...session } = row;
  return { ...session, scope: scopeOf(partnerIds) };
}

/** The scopes of those that are still active, by hex of their hashes: one query for all open event streams. */
export async function findLiveSessions(
  db: Database,
  idHashes: readonly Buffer[],
  when: When,
): Promise<Map<string, Scope>> {
  if (idHashes.length === 0) return new Map();
  const rows = await liveSessions(db, when)
    .select('sessions.id_hash as idHash')
    .where('sessions.id_hash', 'in', idHashes)
    .execute();
  return new Map(rows.map((row) => [row.idHash.toString('hex'), scopeOf(row.partnerIds)]));
}

/** Never moves backwards: processes may report activity out of order. */
export async function touchSession(db: Database, idHash: Buffer, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_active_at: sqlTime(now) })
    .where('id_hash', '=', idHash)
    .where('last_active_at', '<', sqlTime(now))
    .execute();
}

/** Notes that the session has given the password, or its owner has logged in at the OpenID provider (ACCT-9). @param now epoch milliseconds */
export async function proveSession(db: Database, idHash: Buffer, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ proved_at: sqlTime(now) })
    .where('id_hash', '=', idHash)
    .execute();
}

export async function deleteSession(db: Database, idHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

/** A session as its account sees it. */
export interface ListedSession {
  readonly id: number;
  readonly idHash: Buffer;
  readonly userAgent: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly lastActiveAt: number;
}

/** The account's active sessions, the last active first. */
export async function listSessions(db: Database, accountId: number, when: When): Promise<ListedSession[]> {
  return liveSessions(db, when)
    .select([
      'sessions.id',
      'sessions.id_hash as idHash',
      'sessions.user_agent as userAgent',
      'sessions.address',
      'sessions.created_at as createdAt',
    ])
    .where('sessions.account_id', '=', accountId)
    .orderBy('sessions.last_active_at', 'desc')
    .orderBy('sessions.id', 'desc')
    .execute();
}

/** Deletes one session of the account; returns its hash, null if it has none of that id. */
export async function deleteSessionOf(db: Database, accountId: number, id: number): Promise<Buffer | null> {
  const row = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id_hash')
    .executeTakeFirst();
  return row?.id_hash ?? null;
}

/** Deletes the account's sessions, except the one of the hash `kept`; returns the hashes of those deleted. */
export async function deleteSessionsOf(
  db: Database,
  accountId: number,
  kept: Buffer | null = null,
): Promise<Buffer[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(kept !== null, (query) => query.where('id_hash', '!=', kept as Buffer))
    .returning('id_hash')
    .execute();
  return rows.map((row) => row.id_hash);
}

/** Deletes ended sessions; returns the count. */
export async function sweepSessions(db: Database, when: When): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', sqlTime(when.now)),
        eb('last_active_at', '<=', sqlTime(when.now - when.idleMs)),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function liveSessions(db: Database, when: When) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'accounts.role',
      'accounts.partner_ids as partnerIds',
      'sessions.last_active_at as lastActiveAt',
    ])
    .where('accounts.disabled_at', 'is', null)
    .where('sessions.expires_at', '>', sqlTime(when.now))
    .where('sessions.last_active_at', '>', sqlTime(when.now - when.idleMs));
}
