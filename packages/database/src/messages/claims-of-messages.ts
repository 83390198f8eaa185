/** Rows of messages as they stand while a claim holds them: the row itself is written at the end only. */
import { submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { claimOfMessage } from './held-messages.ts';
import type { MessageRow } from './message-row.ts';

const WAITING = submissionStateRank('waiting');
const CLAIMED = submissionStateRank('claimed');

type ClaimColumns = Pick<
  MessageRow,
  'id' | 'created_at' | 'submission_state' | 'attempts' | 'claimed_at' | 'claimed_by' | 'claim_expires_at'
>;

/** The same rows, in their order; those that a claim holds are claimed, by whom and until when. */
export async function withClaims<Row extends ClaimColumns>(
  db: Database,
  rows: readonly Row[],
): Promise<Row[]> {
  const waiting = rows.filter((row) => row.submission_state === WAITING);
  if (waiting.length === 0) return [...rows];
  const asked = rowsAsTable('m', waiting, {
    id: ['int8', (row) => row.id],
    created_at: ['instant', (row) => row.created_at],
    submission_state: ['int2', (row) => row.submission_state],
    attempts: ['int4', (row) => row.attempts],
  });
  const { rows: held } = await sql<Omit<ClaimColumns, 'created_at' | 'submission_state'>>`
    select m.id, c.attempt as attempts, c.claimed_at, c.worker as claimed_by, c.lease_until as claim_expires_at
    from ${asked} cross join lateral ${claimOfMessage} c`.execute(db);
  const claims = new Map(held.map((claim) => [claim.id, { ...claim, submission_state: CLAIMED }]));
  return rows.map((row) => ({ ...row, ...claims.get(row.id) }));
}
