/**
 * Failed logins, counted by key (account and network, browser, account) and shared by all processes: each further guess
 * waits longer.
 */
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';

export interface SlowingPolicy {
  /** Failures without a delay. */
  readonly free: number;
  /** Delay after the first failure beyond those, in milliseconds; doubles with each further one. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After this long without a failure the count restarts. Milliseconds. */
  readonly forgottenAfterMs: number;
}

/** The failures of one key. Instants in epoch milliseconds. */
export interface LoginAttempts {
  readonly failures: number;
  readonly lastFailureAt: number;
  readonly blockedUntil: number;
}

/** By key; unknown keys are missing. */
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
 * Counts one failure in a single statement, so that simultaneous failures in several processes all count.
 * @param when.now epoch milliseconds
 * @param when.leastDelayMs before the next attempt, in milliseconds; default: none
 * @returns the failures of the key so far
 */
export async function countFailure(
  db: Database,
  key: string,
  policy: SlowingPolicy,
  { now, leastDelayMs = 0 }: { readonly now: number; readonly leastDelayMs?: number },
): Promise<number> {
  const firstBlock = sqlTime(now + Math.max(leastDelayMs, delayAfter(1, policy)));
  const { rows } = await sql<{ failures: number }>`
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
          end) * interval '1 millisecond' end
    returning failures`.execute(db);
  return rows[0]?.failures ?? 0;
}

/** Delays the first attempt of an unknown key. Of two simultaneous calls the first wins. */
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

/** Whether these failures still count. */
export function isRemembered(
  attempts: LoginAttempts | undefined,
  policy: SlowingPolicy,
  now: number,
): attempts is LoginAttempts {
  return attempts !== undefined && attempts.lastFailureAt >= now - policy.forgottenAfterMs;
}

/** Clears the key's failures after a successful login. */
export async function forgetFailures(db: Database, key: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', key).execute();
}

/** Deletes rows whose last failure is older than `before` (epoch milliseconds). Returns the count. */
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

/** Delay before the next attempt after this many failures, in milliseconds. */
export function delayAfter(failures: number, policy: SlowingPolicy): number {
  if (failures <= policy.free) return 0;
  return Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (failures - policy.free - 1));
}
