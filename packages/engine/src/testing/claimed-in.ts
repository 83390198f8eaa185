/** Counts the messages that a statement's result says were claimed, for tests that watch a database; 0 for any other result. */
import type { QueryResult } from 'kysely';

export function countClaimedIn({ rows }: Pick<QueryResult<unknown>, 'rows'>): number {
  return rows.reduce<number>((sum, row) => {
    const isClaim = typeof row === 'object' && row !== null && 'claimId' in row && 'messages' in row;
    return isClaim && Array.isArray(row.messages) ? sum + row.messages.length : sum;
  }, 0);
}
