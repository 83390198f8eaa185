/** Removes what has ended and is of no more use: sessions, and failed logins long past. To be run about hourly. */
import { sweepLoginAttempts } from '@textprobe/database/accounts/login-attempts';
import type { Database } from '@textprobe/database/connection';
import { sweepSessions } from '@textprobe/database/sessions/sessions';
import type { Clock } from '@textprobe/domain/clock';
import { LOGIN_ATTEMPTS_KEPT_MS } from './login.ts';
import { SESSION_IDLE_MS } from './sessions.ts';

/** Answers how many rows went. Safe in many processes at once. */
export async function sweepEndedSessions({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now();
  const sessions = await sweepSessions(db, { now, idleMs: SESSION_IDLE_MS });
  return sessions + (await sweepLoginAttempts(db, now - LOGIN_ATTEMPTS_KEPT_MS));
}
