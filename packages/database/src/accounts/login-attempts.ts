/**
 * Failed logins, counted by key (account and network, browser, account), so that guessing gets slower the longer it goes on
 * and every process knows of it.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';

export interface SlowingPolicy {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Wait after the first failure beyond those, doubled with each further one. Milliseconds. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After this long without a failure the count begins anew. Milliseconds. */
  readonly forgottenAfterMs: number;
}

/** What is remembered of one key. Instants in epoch milliseconds. */
export interface LoginAttempts {
  readonly failures: number;
  readonly lastFailureAt: number;
  readonly blockedUntil: number;
}

/** By key; one that was never heard of is not among them. */
export async function findLoginAttempts(
  db: Database,
  keys: readonly string[],
): Promise<Map<string, LoginAttempts>> {
  const rows = await db
    .selectFrom('login_attempts')
    .select(['key', 'failures', 'last_failure_at as lastFailureAt', 'blocked_until as blockedUntil'])
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map(({ key, ...attempts }) => [key, attempts]));
}

/**
 * Counts one failure in one statement: failures told at the same moment by several processes all count.
 * @param leastDelayMs the wait is at least so long
 */
export async function recordFailure(
  db: Database,
  key: string,
  policy: SlowingPolicy,
  now: number,
  leastDelayMs: number = 0,
): Promise<void> {
  const firstBlock = sqlTime(now + Math.max(leastDelayMs, delayAfter(1, policy)));
  await sql`
    insert into login_attempts as known (key, failures, last_failure_at, blocked_until)
    values (${key}, 1, ${sqlTime(now)}, ${firstBlock})
    on conflict (key) do update set
      last_failure_at = excluded.last_failure_at,
      failures = case when ${forgotten(now, policy)} then 1 else known.failures + 1 end,
      blocked_until = case when ${forgotten(now, policy)} then excluded.blocked_until else
        ${sqlTime(now)} + greatest(${leastDelayMs}::double precision,
          case when known.failures + 1 <= ${policy.free} then 0 else
            least(${policy.longestDelayMs}::double precision,
                  ${policy.firstDelayMs}::double precision * power(2, least(known.failures - ${policy.free}, 30)))
          end) * interval '1 millisecond' end`.execute(db);
}

/** Has a key that is not remembered wait before its first attempt. Of two at once, the first counts. */
export async function recordArrival(
  db: Database,
  key: string,
  policy: SlowingPolicy,
  when: { readonly now: number; readonly until: number },
): Promise<void> {
  const { now, until } = when;
  await sql`
    insert into login_attempts as known (key, failures, last_failure_at, blocked_until)
    values (${key}, 0, ${sqlTime(now)}, ${sqlTime(until)})
    on conflict (key) do update set
      failures = 0, last_failure_at = excluded.last_failure_at, blocked_until = excluded.blocked_until
    where ${forgotten(now, policy)}`.execute(db);
}

/** Whether what is remembered still counts. */
export function isRemembered(
  attempts: LoginAttempts | undefined,
  policy: SlowingPolicy,
  now: number,
): attempts is LoginAttempts {
  return attempts !== undefined && attempts.lastFailureAt >= now - policy.forgottenAfterMs;
}

/** A success: the key's failures are forgotten. */
export async function forgetFailures(db: Database, key: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', key).execute();
}

/** Removes rows whose last failure is older than `before` (epoch ms). Answers how many. */
export async function sweepLoginAttempts(db: Database, before: number): Promise<number> {
  const result = await db
    .deleteFrom('login_attempts')
    .where('last_failure_at', '<', sqlTime(before))
    .where('blocked_until', '<', sqlTime(before))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function forgotten(now: number, policy: SlowingPolicy) {
  return sql`known.last_failure_at < ${sqlTime(now - policy.forgottenAfterMs)}`;
}

/** How long the next attempt must wait after so many failures. Milliseconds. */
export function delayAfter(failures: number, policy: SlowingPolicy): number {
  if (failures <= policy.free) return 0;
  return Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (failures - policy.free - 1));
}
