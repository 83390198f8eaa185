/**
 * Failed logins, counted for each account name and each address, so that guessing gets slower the longer it goes on
 * and every process knows of it.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../connection.ts';

export interface SlowingPolicy {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Wait after the first failure beyond those, doubled with each further one. Milliseconds. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After this long without a failure the count begins anew. Milliseconds. */
  readonly forgottenAfterMs: number;
}

/** Until when (epoch ms) none of these keys may try; null when all may now. */
export async function findBlock(db: Database, keys: readonly string[], now: number): Promise<number | null> {
  const row = await db
    .selectFrom('login_attempts')
    .select((eb) => eb.fn.max('blocked_until').as('until'))
    .where('key', 'in', keys)
    .where('blocked_until', '>', sqlTime(now))
    .executeTakeFirst();
  return row?.until ?? null;
}

/** Counts one failure in one statement: failures told at the same moment by several processes all count. */
export async function recordFailure(
  db: Database,
  key: string,
  policy: SlowingPolicy,
  now: number,
): Promise<void> {
  await sql`
    insert into login_attempts as known (key, failures, last_failure_at, blocked_until)
    values (${key}, 1, ${sqlTime(now)}, ${sqlTime(now + delayAfter(1, policy))})
    on conflict (key) do update set
      last_failure_at = excluded.last_failure_at,
      failures = case when ${forgotten(now, policy)} then 1 else known.failures + 1 end,
      blocked_until = case when ${forgotten(now, policy)} then excluded.blocked_until else
        ${sqlTime(now)} + case when known.failures + 1 <= ${policy.free} then interval '0' else
          least(${policy.longestDelayMs}::double precision,
                ${policy.firstDelayMs}::double precision * power(2, least(known.failures - ${policy.free}, 30)))
          * interval '1 millisecond' end end`.execute(db);
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

function delayAfter(failures: number, policy: SlowingPolicy): number {
  if (failures <= policy.free) return 0;
  return Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (failures - policy.free - 1));
}
