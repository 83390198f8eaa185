/**
 * The usual way of a message in one update: accepted in one part, perhaps with its receipt. No row is locked or read
 * first; the statement itself checks that nothing else has become known of the message since its claim.
 */
import { sql } from 'kysely';
import type { Transaction } from '../connection.ts';
import { rowsAsTable } from '../rows-as-table.ts';
import type { ClaimedMessage } from './message-claims.ts';
import { ACCEPTED, DELIVERED, NO_RECEIPT, WAITING } from './rank-literals.ts';
import { writeByPartition } from './write-by-partition.ts';

/** A claimed message and what became of it. Instants are epoch milliseconds. */
export interface DirectSettlement {
  readonly claimed: ClaimedMessage;
  readonly submittedAt: number;
  /** When the receipt said delivered; null: no receipt yet. */
  readonly deliveredAt: number | null;
  /** The rank of the status that follows. */
  readonly status: number;
  readonly settledAt: number | null;
}

/**
 * Settles those messages whose rows are still as they were claimed.
 * @returns their ids; all others are untouched and left to the careful way
 */
export async function settleDirectly(
  tx: Transaction,
  settlements: readonly DirectSettlement[],
): Promise<Set<number>> {
  return writeByPartition(
    settlements,
    ({ claimed }) => claimed.partition,
    (partition, rows) => settleIn(tx, partition, rows),
  );
}

/**
 * From key to row, and from row to place: PostgreSQL has one plan for either, whatever its statistics say. What else is asked of a
 * row stands in a `case`, of which they say nothing: where they know of no waiting message, it would begin with reading all
 * rows for the one it expects.
 */
async function settleIn(
  tx: Transaction,
  partition: string,
  settlements: readonly DirectSettlement[],
): Promise<number[]> {
  const leaf = sql.raw(partition);
  // In the order of ids, as everyone who locks messages: two batches that share some wait for each other.
  const next = rowsAsTable(
    's',
    settlements.toSorted((a, b) => a.claimed.id - b.claimed.id),
    {
      id: ['int8', ({ claimed }) => claimed.id],
      created_at: ['instant', ({ claimed }) => claimed.createdAt],
      attempt: ['int4', ({ claimed }) => claimed.attempt],
      claimed_at: ['instant', ({ claimed }) => claimed.claimedAt],
      worker: ['text', ({ claimed }) => claimed.workerId],
      submitted_at: ['instant', ({ submittedAt }) => submittedAt],
      delivered_at: ['instant', ({ deliveredAt }) => deliveredAt],
      status: ['int2', ({ status }) => status],
      settled_at: ['instant', ({ settledAt }) => settledAt],
    },
  );
  // Usually all of them: then no id comes back.
  const { rows } = await sql<{ moved: number; ids: number[] | null }>`
    with moved as (update ${leaf} m set
        submission_state = ${ACCEPTED}, submitted_at = k.submitted_at, claimed_at = k.claimed_at, claimed_by = k.worker,
        attempts = k.attempt,
        receipt_state = case when k.delivered_at is null then ${NO_RECEIPT} else ${DELIVERED} end,
        receipt_at = k.delivered_at, status = k.status, settled_at = k.settled_at,
        deadline_at = k.submitted_at + make_interval(secs => m.deadline_ms / 1000.0)
      from (
        select s.*, p.place from ${next} cross join lateral (
          select ctid as place from ${leaf} p where p.id = s.id and p.created_at = s.created_at offset 0) p) k
      where m.ctid = k.place and m.id = k.id
        and case when m.submission_state = ${WAITING} and m.attempts < k.attempt
          and m.receipt_state = ${NO_RECEIPT} and m.received_at is null and not m.deadline_passed then true end
      returning m.id)
    select count(*)::int4 as moved, case when count(*) <> ${settlements.length}::int8 then array_agg(id) end as ids
    from moved`.execute(tx);
  const [result] = rows;
  return (
    result?.ids ?? (result?.moved === settlements.length ? settlements.map(({ claimed }) => claimed.id) : [])
  );
}
