/** Requests for an account (ACCT-8). A request is no account: nothing but these queries reads it. */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';

export interface NewSignupRequest {
  readonly username: string;
  readonly email: string;
  readonly passwordHash: string;
  /** See `networkOf`. */
  readonly network: string;
  readonly address: string;
  readonly userAgent: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

export interface SignupLimits {
  /** Requests that wait for a decision. */
  readonly open: number;
  /** Requests from one network within `windowMs`, decided or not. */
  readonly perNetwork: number;
  readonly windowMs: number;
}

/**
 * Stores nothing beyond the limits, or if an account or a request has the username. The caller learns neither: a taken
 * username also counts against the network, so that few can be tried.
 */
export async function addSignupRequest(
  tx: Transaction,
  request: NewSignupRequest,
  { open, perNetwork, windowMs }: SignupLimits,
): Promise<void> {
  const { username, email, passwordHash, network, address, userAgent, createdAt } = request;
  // One at a time, so that the limits hold.
  await sql`select pg_advisory_xact_lock(hashtext('textprobe signup requests'))`.execute(tx);
  const attempt = await sql`
    insert into signup_attempts (network, created_at)
    select ${network}, ${sqlTime(createdAt)}
    where (select count(*) from signup_attempts
           where network = ${network} and created_at > ${sqlTime(createdAt - windowMs)}) < ${perNetwork}`.execute(
    tx,
  );
  if (attempt.numAffectedRows === 0n) return;
  await sql`
    insert into signup_requests (username, email, password_hash, address, user_agent, created_at)
    select ${username}, ${email}, ${passwordHash}, ${address}, ${userAgent}, ${sqlTime(createdAt)}
    where (select count(*) from signup_requests) < ${open}
      and not exists (select from accounts where lower(username) = lower(${username}))
    on conflict do nothing`.execute(tx);
}

export interface SignupRequestRow {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly address: string;
  readonly userAgent: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly isUsernameTaken: boolean;
}

/** The oldest first. */
export async function listSignupRequests(db: Database): Promise<SignupRequestRow[]> {
  return db
    .selectFrom('signup_requests as r')
    .select([
      'r.id',
      'r.username',
      'r.email',
      'r.address',
      'r.user_agent as userAgent',
      'r.created_at as createdAt',
      sql<boolean>`exists (select from accounts a where lower(a.username) = lower(r.username))`.as(
        'isUsernameTaken',
      ),
    ])
    .orderBy('r.id')
    .execute();
}

/** Null if there is no such request, such as after another decision. */
export async function takeSignupRequest(
  tx: Transaction,
  id: number,
): Promise<Pick<NewSignupRequest, 'username' | 'email' | 'passwordHash'> | null> {
  const row = await tx
    .deleteFrom('signup_requests')
    .where('id', '=', id)
    .returning(['username', 'email', 'password_hash as passwordHash'])
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes counts from before `before` (epoch milliseconds). Returns how many. */
export async function sweepSignupAttempts(db: Database, before: number): Promise<number> {
  const result = await db
    .deleteFrom('signup_attempts')
    .where('created_at', '<=', sqlTime(before))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
