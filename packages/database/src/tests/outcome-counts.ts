/** What a test's messages have come to, counted in the database: a test may have 100,000 of them. */
import type { Evidence, MessageStatus } from '@textprobe/domain/message-status';
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { Database } from '../connection.ts';

export interface OutcomeCount {
  readonly status: MessageStatus;
  readonly evidence: Evidence;
  readonly messages: number;
}

/** One entry for each pair of shown status and evidence that occurs. */
export async function countOutcomesOfTest(db: Database, testId: number): Promise<OutcomeCount[]> {
  const rows = await db
    .selectFrom('messages')
    .select((eb) => ['status', 'evidence', eb.fn.countAll<number>().as('messages')])
    .where('test_id', '=', testId)
    .groupBy(['status', 'evidence'])
    .execute();
  return rows.map((row) => ({ ...row, status: messageStatusFromRank(row.status) }));
}
