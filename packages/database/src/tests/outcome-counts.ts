/** What a test's messages have come to, counted in the database: a test may have 100,000 of them. */
import type { Evidence, MessageStatus } from '@textprobe/domain/message-status';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { Database } from '../connection.ts';

export interface OutcomeCount {
  readonly status: MessageStatus;
  readonly evidence: Evidence;
  readonly handsetOffline: boolean;
  readonly messages: number;
}

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
      eb.fn.countAll<number>().as('messages'),
    ])
    .where('test_id', '=', testId);
  if (runId !== undefined) query = query.where('run_id', '=', runId);
  const rows = await query.groupBy(['status', 'evidence', 'handset_offline']).execute();
  return rows.map((row) => ({ ...row, status: messageStatusFromRank(row.status) }));
}
