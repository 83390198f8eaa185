/** What a test's messages have come to, counted in the database: a test may have 100,000 of them. */
import type { Evidence, MessageStatus } from '@textprobe/domain/message-status';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { Database } from '../connection.ts';

export interface OutcomeCount {
  readonly status: MessageStatus;
  readonly evidence: Evidence;
  readonly messages: number;
}

/** One entry for each pair of shown status and evidence that occurs; of one run only, where it is told. */
export async function countOutcomesOfTest(
  db: Database,
  testId: number,
  runId?: number,
): Promise<OutcomeCount[]> {
  let query = db
    .selectFrom('messages')
    .select((eb) => ['status', 'evidence', eb.fn.countAll<number>().as('messages')])
    .where('test_id', '=', testId);
  if (runId !== undefined) query = query.where('run_id', '=', runId);
  const rows = await query.groupBy(['status', 'evidence']).execute();
  return rows.map((row) => ({ ...row, status: messageStatusFromRank(row.status) }));
}
