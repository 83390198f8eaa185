/** What a test's messages have come to, counted in the database: a test may have 100,000 of them. */
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { OutcomeCount } from '@textprobe/domain/report-rate';
import { sql } from 'kysely';
import type { Database } from '../connection.ts';
import { notSent } from '../messages/message-finding.ts';

/** One entry for each kind of outcome that occurs; of one run only, where it is told. */
export async function countOutcomesOfTest(
  db: Database,
  testId: number,
  runId?: number,
): Promise<OutcomeCount[]> {
  let query = db
    .selectFrom('messages')
    .select((eb) => [
      'status',
      'evidence',
      'handset_offline as handsetOffline',
      notSent().as('notSent'),
      sql<boolean>`settled_at is not null`.as('settled'),
      eb.fn.countAll<number>().as('messages'),
    ])
    .where('test_id', '=', testId);
  if (runId !== undefined) query = query.where('run_id', '=', runId);
  const rows = await query
    .groupBy(['status', 'evidence', 'handset_offline', notSent(), sql`settled_at is not null`])
    .execute();
  return rows.map((row) => ({ ...row, status: messageStatusFromRank(row.status) }));
}
