/**
 * Console sessions. Only the hash of a session's secret is stored: who reads the table cannot log in with it. A session
 * ends at its absolute expiry or when nobody did anything for the idle time, whichever comes first.
 */
import { type Database, sqlTime } from '../core/connection.ts';

export interface Session {
  readonly accountId: number;
  readonly username: string;
  /** Epoch ms; written at most once a minute, so it may lag by as much. */
  readonly lastActiveAt: number;
  /** The absolute end, epoch ms. */
  readonly expiresAt: number;
}

export async function insertSession(
  db: Database,
  session: { idHash: Buffer; accountId: number; createdAt: number; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id_hash: session.idHash,
      account_id: session.accountId,
      created_at: sqlTime(session.createdAt),
      last_active_at: sqlTime(session.createdAt),
      expires_at: sqlTime(session.expiresAt),
    })
    .execute();
}

/** Null when there is none, when it has ended, or when its account is disabled. */
export async function findSession(
  db: Database,
  idHash: Buffer,
  when: { now: number; idleMs: number },
): Promise<Session | null> {
  const row = await liveSessions(db, when).where('sessions.id_hash', '=', idHash).executeTakeFirst();
  return row ?? null;
}

/** Which of these have not ended, as hex of their hashes: one query for all open event streams. */
export async function findLiveSessions(
  db: Database,
  idHashes: readonly Buffer[],
  when: { now: number; idleMs: number },
): Promise<Set<string>> {
  if (idHashes.length === 0) return new Set();
  const rows = await liveSessions(db, when)
    .select('sessions.id_hash as idHash')
    .where('sessions.id_hash', 'in', idHashes)
    .execute();
  return new Set(rows.map((row) => row.idHash.toString('hex')));
}

/** Never moves backwards: two processes may tell their activity out of order. */
export async function touchSession(db: Database, idHash: Buffer, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_active_at: sqlTime(now) })
    .where('id_hash', '=', idHash)
    .where('last_active_at', '<', sqlTime(now))
    .execute();
}

export async function deleteSession(db: Database, idHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

/** Removes the rows of ended sessions; answers how many. */
export async function sweepSessions(db: Database, when: { now: number; idleMs: number }): Promise<number> {
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

function liveSessions(db: Database, when: { now: number; idleMs: number }) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'accounts.id as accountId',
      'accounts.username',
      'sessions.last_active_at as lastActiveAt',
      'sessions.expires_at as expiresAt',
    ])
    .where('accounts.disabled_at', 'is', null)
    .where('sessions.expires_at', '>', sqlTime(when.now))
    .where('sessions.last_active_at', '>', sqlTime(when.now - when.idleMs));
}
