/** Removes what has ended and is of no more use: sessions, failed logins, kept answers. To be run about hourly. */
import { sweepLoginAttempts } from '@textprobe/database/accounts/login-attempts';
import type { Database } from '@textprobe/database/connection';
import { sweepKeptAnswers } from '@textprobe/database/idempotency/idempotency-keys';
import { sweepSessions } from '@textprobe/database/sessions/sessions';
import type { Clock } from '@textprobe/domain/clock';
import { ANSWERS_KEPT_MS } from './idempotency.ts';
import { LOGIN_ATTEMPTS_KEPT_MS } from './login.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

/** Answers how many rows went. Safe in many processes at once. */
export async function sweepEnded({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now();
  const sessions = await sweepSessions(db, { now, idleMs: SESSION_IDLE_MS });
  const attempts = await sweepLoginAttempts(db, now - LOGIN_ATTEMPTS_KEPT_MS);
  return sessions + attempts + (await sweepKeptAnswers(db, now - ANSWERS_KEPT_MS));
}
