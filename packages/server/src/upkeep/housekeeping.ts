/**
 * Deletes expired rows: sessions, tokens, login and sign-up attempts, stored responses, handset reports, failures, counts of past days. Run it
 * about hourly.
 */
import { sweepTokens } from '@textprobe/database/accounts/api-tokens';
import { sweepLoginAttempts } from '@textprobe/database/accounts/login-attempts';
import { sweepSessions } from '@textprobe/database/accounts/sessions';
import { sweepSignupAttempts } from '@textprobe/database/accounts/signup-requests';
import type { Database } from '@textprobe/database/core/connection';
import { sweepHandsetReports } from '@textprobe/database/handsets/handset-reports';
import { sweepStoredResponses } from '@textprobe/database/idempotency/idempotency-keys';
import { sweepDailyMessages } from '@textprobe/database/limits/daily-messages';
import { sweepFailures } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import { LOGIN_ATTEMPTS_KEPT_MS } from '../auth/login.ts';
import { SESSION_IDLE_MS } from '../auth/sessions.ts';
import { SIGNUP_WINDOW_MS } from '../features/accounts/signup-request-routes.ts';
import { RESPONSE_RETENTION_MS } from '../http/idempotency.ts';

/** A duplicate after these 14 days would count as a new report; apps retry an unanswered one for two days. */
const HANDSET_REPORTS_KEPT_MS = 14 * 24 * 3_600_000;

/** Due retries run within seconds, so an older failure is obsolete. */
const FAILURES_KEPT_MS = 24 * 3_600_000;

/** Until then its account sees that it has expired. */
const EXPIRED_TOKENS_KEPT_MS = 30 * 24 * 3_600_000;

/** Safe to run in several processes at once. @returns the number of deleted rows */
export async function sweepEnded({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const now = clock.now();
  const sessions = await sweepSessions(db, { now, idleMs: SESSION_IDLE_MS });
  const tokens = await sweepTokens(db, now - EXPIRED_TOKENS_KEPT_MS);
  const attempts = await sweepLoginAttempts(db, now - LOGIN_ATTEMPTS_KEPT_MS);
  const signups = await sweepSignupAttempts(db, now - SIGNUP_WINDOW_MS);
  const reports = await sweepHandsetReports(db, now - HANDSET_REPORTS_KEPT_MS);
  const failures = await sweepFailures(db, now - FAILURES_KEPT_MS);
  const days = await sweepDailyMessages(db, now);
  const responses = await sweepStoredResponses(db, now - RESPONSE_RETENTION_MS);
  return sessions + tokens + attempts + signups + reports + failures + days + responses;
}
