/** Says in the log which tokens of programs end within a week (TOKEN-3). */
import { noteEndingTokens } from '@textprobe/database/accounts/api-tokens';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import type { FastifyBaseLogger } from 'fastify';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Each token is named once. Safe to run in several processes at once. */
export async function warnOfEndingTokens({
  db,
  clock,
  log,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}): Promise<void> {
  const now = clock.now();
  for (const { name, username, expiresAt } of await noteEndingTokens(db, { now, until: now + WEEK_MS }))
    log.warn(
      { account: username, token: name, expiresAt: formatLosAngeles(expiresAt) },
      `the token ${JSON.stringify(name)} of ${username} ends within a week: its program will be refused. Create another one`,
    );
}
