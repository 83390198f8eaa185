/** Keeps the audit trail's chain up to date (AUDIT-2), and says in the log once a day how it stands. */
import { linkAuditRows, readChainHead } from '@textprobe/database/audit/audit-chain';
import { recordFailedLogins } from '@textprobe/database/audit/audit-log';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import type { FastifyBaseLogger } from 'fastify';

/** @returns run it every half second, in one process */
export function createAuditLinks({
  db,
  clock,
  log,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}): () => Promise<void> {
  let notedOn = '';

  return async () => {
    const now = clock.now();
    await recordFailedLogins(db, now);
    while ((await linkAuditRows(db)) > 0);
    const today = losAngelesDate(now);
    if (today === notedOn) return;
    const { seq, hash } = await readChainHead(db);
    log.info(
      { seq, hash: hash.toString('hex') },
      'the audit trail ends with this row: textprobe audit verify SEQ HASH proves that nothing up to it has changed',
    );
    notedOn = today;
  };
}
