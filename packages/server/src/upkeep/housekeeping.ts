/** Removes what has ended and is of no more use: sessions, failed logins, kept answers, old failures. To be run about hourly. */
import { sweepLoginAttempts } from '@textprobe/database/accounts/login-attempts';
import type { Database } from '@textprobe/database/core/connection';
import { sweepHandsetReports } from '@textprobe/database/handset-sources/handset-reports';
import { sweepKeptAnswers } from '@textprobe/database/idempotency/idempotency-keys';
import { sweepSessions } from '@textprobe/database/sessions/sessions';
import { sweepFailures } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { LOGIN_ATTEMPTS_KEPT_MS } from '../auth/login.ts';
import { SESSION_IDLE_MS } from '../auth/sessions.ts';
import { ANSWERS_KEPT_MS } from '../http/idempotency.ts';

/** An app that was never answered tries again for two days; what comes later than this is taken for something new. */
const HANDSET_REPORTS_KEPT_MS = 14 * 24 * 3_600_000;

/** What is still to be done is tried within seconds after its time has come; while no worker runs it need not be. */
const FAILURES_KEPT_MS = 24 * 3_600_000;

/** Answers how many rows went. Safe in many processes at once. */
export async function sweepEnded({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now();
  const sessions = await sweepSessions(db, { now, idleMs: SESSION_IDLE_MS });
  const attempts = await sweepLoginAttempts(db, now - LOGIN_ATTEMPTS_KEPT_MS);
  const reports = await sweepHandsetReports(db, now - HANDSET_REPORTS_KEPT_MS);
  const failures = await sweepFailures(db, now - FAILURES_KEPT_MS);
  return sessions + attempts + reports + failures + (await sweepKeptAnswers(db, now - ANSWERS_KEPT_MS));
}
