/** What a test's messages have come to, counted in the database: a test may have 100,000 of them. */
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { OutcomeCount } from '@textprobe/domain/report-rate';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { notSent } from '../messages/message-finding.ts';
import { allOfTest } from '../messages/messages-of-test.ts';

/** One entry for each kind of outcome that occurs; of one run only, where it is told. */
export async function countOutcomesOfTest(
  db: Database,
  testId: number,
  runId?: number,
): Promise<OutcomeCount[]> {
  const messages = await allOfTest(db, { testId, runIds: runId === undefined ? undefined : [runId] });
  const { rows } = await sql<Omit<OutcomeCount, 'status'> & { status: number }>`
    select status, evidence, handset_offline as "handsetOffline", ${notSent()} as "notSent",
      settled_at is not null as settled, count(*) as messages
    from ${messages} m group by 1, 2, 3, 4, 5`.execute(db);
  return rows.map((row) => ({ ...row, status: messageStatusFromRank(row.status) }));
}
