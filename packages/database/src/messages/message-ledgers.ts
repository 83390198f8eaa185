/**
 * Locks messages and writes their ledgers back in batches: the only statements that change a claimed message, except
 * the fast paths (`fast-path.ts`, `direct-receptions.ts`).
 */
import { readComparison } from '@textprobe/domain/comparison-classes';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { claimOfMessage } from './held-messages.ts';
import { CLAIMED, type LedgerColumns, type MessageKey, type MessageRow } from './message-row.ts';
import { type JudgedColumns, verdictMark } from './message-verdict.ts';

/**
 * What the engine needs to update a message: everything but its texts. A message held by a claim reads as claimed,
 * whatever its row says.
 */
export type LockedMessage = LedgerColumns &
  Pick<
    MessageRow,
    | 'id'
    | 'created_at'
    | 'run_id'
    | 'test_id'
    | 'office_id'
    | 'carrier'
    | 'message_type'
    | 'test_type'
    | 'evidence'
    | 'sender'
    | 'recipient'
    | 'gateway_id'
    | 'partner_id'
    | 'attempts'
    | 'expires_at'
    | 'deadline_ms'
    | 'status'
    | 'settled_at'
  > & {
    /** Location of its row: the partition as SQL and a `tid`. Valid while the row is locked and unwritten. */
    readonly partition: string;
    readonly place: string;
    /**
     * The transaction that wrote this row version. The location alone does not identify it, because a later version may
     * reuse it.
     */
    readonly writtenBy: string;
  };

/**
 * Whether row `m` is still where it was found, checked again on the row version that an update waited for: PostgreSQL
 * minor versions before November 2025 do not recheck the ctid themselves.
 */
export const isStillAt = (place: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`case when m.ctid = ${place} then true end`;

/**
 * The columns of `LockedMessage`, from `m` with its `partition`, `place` and `written_by` and from the claim `c` that
 * holds it.
 */
export const lockedColumns = sql`m.id, m.created_at, m.run_id, m.test_id, m.carrier, m.message_type, m.test_type,
  m.evidence, m.sender, m.recipient, m.gateway_id, m.partner_id, m.office_id, m.expires_at, m.deadline_ms, m.status,
  m.settled_at, m.submitted_at, m.submission_error, m.receipt_state, m.receipt_at, m.receipt_error, m.received_at, m.comparison,
  m.sender_comparison, m.file_finding, m.deadline_at, m.deadline_passed, m.handset_offline, m.handset_heard_at, m.partition, m.place, m.written_by as "writtenBy",
  case when c.first_id is null then m.submission_state else ${CLAIMED} end as submission_state,
  coalesce(c.attempt, m.attempts) as attempts, coalesce(c.claimed_at, m.claimed_at) as claimed_at,
  coalesce(c.worker, m.claimed_by) as claimed_by, coalesce(c.lease_until, c.claimed_at, m.claim_expires_at) as claim_expires_at`;

/** Where a message's row is, and which transaction wrote it. */
export const withPlace = sql`m.*, m.tableoid::regclass::text as partition, m.ctid::text as place, m.xmin::text as written_by`;

/**
 * Locks messages in the order of their ids, so that overlapping batches wait for each other. A transaction that locks
 * messages twice can still deadlock with one that waits: decision 0006 says who may wait. Unknown keys are left out.
 * @param of.wait whether to wait for locked messages; otherwise they are left out too
 */
export async function lockMessages(
  tx: Transaction,
  keys: readonly MessageKey[],
  { wait = true }: { wait?: boolean } = {},
): Promise<LockedMessage[]> {
  if (keys.length === 0) return [];
  const wanted = rowsAsTable(
    'k',
    keys.toSorted((a, b) => a.id - b.id),
    { id: ['int8', (key) => key.id], created_at: ['instant', (key) => key.createdAt] },
  );
  // One by one, in order: for a new run, whose messages were all created at one instant, PostgreSQL has no useful
  // statistics yet and would scan all of it for a few.
  const { rows } = await sql<LockedMessage>`
    select ${lockedColumns}
    from ${wanted} cross join lateral (
      select ${withPlace} from messages m
      where m.id = k.id and m.created_at = k.created_at and ${withinKeys(keys)}
      for no key update ${wait ? sql`` : sql`skip locked`}) m
    left join lateral ${claimOfMessage} c on true`.execute(tx);
  return rows;
}

/** A message with updated ledgers. */
export type MovedMessage = LedgerColumns &
  Pick<
    LockedMessage,
    'id' | 'created_at' | 'evidence' | 'partition' | 'place' | 'attempts' | 'status' | 'settled_at'
  >;

/**
 * Writes the ledgers of messages that this transaction has locked. The statement itself refuses every step backwards
 * (except claimed → waiting, and undoing an ended lease): whatever a caller computed from a stale row, the table only
 * moves forward.
 * @throws Error if a row was refused; the transaction must then be rolled back
 */
export async function writeLedgers(tx: Transaction, moved: readonly MovedMessage[]): Promise<void> {
  const written = await writeByPartition(
    moved,
    ({ partition }) => partition,
    (partition, rows) => writeInto(tx, partition, rows),
  );
  const refused = moved.length - written.size;
  if (refused === 0) return;
  // integrity_constraint_violation: a retry would be refused again, but other messages would not.
  throw Object.assign(new Error(`${refused} messages would have moved backwards`), { code: '23000' });
}

/**
 * By ctid, in the partition itself, which leaves PostgreSQL no other plan. By key it might scan all of a new run for a
 * few of its messages, because it has no statistics for it yet.
 */
async function writeInto(
  tx: Transaction,
  partition: string,
  moved: readonly MovedMessage[],
): Promise<readonly number[]> {
  // In the order of ids, like all code that locks messages: overlapping batches wait for each other.
  const marked = moved.map((row) => ({ ...row, ...markersOf(row) })).toSorted((a, b) => a.id - b.id);
  const next = rowsAsTable('k', marked, {
    id: ['int8', (row) => row.id],
    place: ['text', (row) => row.place],
    submission_state: ['int2', (row) => row.submission_state],
    submitted_at: ['instant', (row) => row.submitted_at],
    submission_error: ['text', (row) => row.submission_error],
    claimed_at: ['instant', (row) => row.claimed_at],
    claimed_by: ['text', (row) => row.claimed_by],
    claim_expires_at: ['instant', (row) => row.claim_expires_at],
    attempts: ['int4', (row) => row.attempts],
    receipt_state: ['int2', (row) => row.receipt_state],
    receipt_at: ['instant', (row) => row.receipt_at],
    receipt_error: ['text', (row) => row.receipt_error],
    received_at: ['instant', (row) => row.received_at],
    comparison: ['text', (row) => row.comparison],
    sender_comparison: ['text', (row) => row.sender_comparison],
    file_finding: ['text', (row) => row.file_finding],
    deadline_at: ['instant', (row) => row.deadline_at],
    deadline_passed: ['bool', (row) => row.deadline_passed],
    handset_offline: ['bool', (row) => row.handset_offline],
    handset_heard_at: ['instant', (row) => row.handset_heard_at],
    status: ['int2', (row) => row.status],
    settled_at: ['instant', (row) => row.settled_at],
    mark_status: ['int2', (row) => row.mark_status],
    mark_comparison: ['text', (row) => row.mark_comparison],
    mark_sender_changed: ['bool', (row) => row.mark_sender_changed],
    mark_file_finding: ['text', (row) => row.mark_file_finding],
    mark_verdict: ['text', (row) => row.mark_verdict],
    mark_unsent_arrival: ['bool', (row) => row.mark_unsent_arrival],
  });
  // Usually all rows are written; then no ids are returned.
  const { rows } = await sql<{ count: number; ids: number[] | null }>`
    with moved as (update ${sql.raw(partition)} m set
      submission_state = k.submission_state, submitted_at = k.submitted_at, submission_error = k.submission_error,
      claimed_at = k.claimed_at, claimed_by = k.claimed_by, claim_expires_at = k.claim_expires_at, attempts = k.attempts,
      receipt_state = k.receipt_state, receipt_at = k.receipt_at, receipt_error = k.receipt_error,
      received_at = k.received_at, comparison = k.comparison, sender_comparison = k.sender_comparison,
      file_finding = k.file_finding, deadline_at = k.deadline_at, deadline_passed = k.deadline_passed,
      handset_offline = k.handset_offline, handset_heard_at = k.handset_heard_at,
      status = k.status, settled_at = k.settled_at, mark_status = k.mark_status, mark_comparison = k.mark_comparison,
      mark_sender_changed = k.mark_sender_changed, mark_file_finding = k.mark_file_finding, mark_verdict = k.mark_verdict,
      mark_unsent_arrival = k.mark_unsent_arrival
    from ${next}
    where m.ctid = k.place::tid and m.id = k.id and ${isStillAt(sql`k.place::tid`)}
      and m.attempts <= k.attempts
      and (m.submission_state <= k.submission_state or (m.submission_state = 1 and k.submission_state = 0)
        or (m.submission_state = 3 and k.submission_state in (0, 2) and m.claim_expires_at is not null))
      and m.receipt_state <= k.receipt_state
      and (m.received_at is null or k.received_at <= m.received_at)
      and m.deadline_passed <= k.deadline_passed
    returning m.id)
    select count(*)::int4 as count, case when count(*) <> ${moved.length}::int8 then array_agg(id) end as ids
    from moved`.execute(tx);
  const [result] = rows;
  return result?.count === moved.length ? moved.map(({ id }) => id) : (result?.ids ?? []);
}

/** The partitions involved, outside the join, so that the planner excludes all others. */
function withinKeys(keys: readonly MessageKey[]) {
  const instants = keys.map(({ createdAt }) => createdAt);
  const earliest = instants.reduce((a, b) => Math.min(a, b));
  const latest = instants.reduce((a, b) => Math.max(a, b));
  return sql<boolean>`m.created_at between ${sqlTime(earliest)} and ${sqlTime(latest)}`;
}

/**
 * Marker columns that stay null for ordinary messages; the indexes are on them. With indexes on status, times and
 * comparison, each final update would write every index instead of only the row.
 */
type MarkerColumns = Pick<
  MessageRow,
  | 'mark_status'
  | 'mark_comparison'
  | 'mark_sender_changed'
  | 'mark_file_finding'
  | 'mark_verdict'
  | 'mark_unsent_arrival'
>;

/** The columns that determine the markers. */
type MarkedColumns = JudgedColumns & Pick<MessageRow, 'sender_comparison' | 'submitted_at'>;

const UNKNOWN = messageStatusRank('UNKNOWN');
const FAILED = messageStatusRank('FAILED');
const DELIVERED = receiptStateRank('delivered');

function markersOf(row: MarkedColumns): MarkerColumns {
  const comparison = readComparison(row.comparison);
  const arrived = row.received_at !== null || (row.evidence === 'receipt' && row.receipt_state === DELIVERED);
  return {
    mark_status: row.status === UNKNOWN || row.status === FAILED ? row.status : null,
    mark_comparison: comparison === 'identical' ? null : comparison,
    mark_sender_changed: row.sender_comparison === 'altered' ? true : null,
    mark_file_finding: row.file_finding === 'identical' ? null : row.file_finding,
    mark_verdict: verdictMark(row),
    mark_unsent_arrival: row.submitted_at === null && arrived ? true : null,
  };
}

/**
 * Calls `write` once per partition, in sequence: updates name the partition, so a batch that spans two months needs two
 * statements.
 * @param partitionOf a partition of `messages`, as SQL
 * @param write returns the ids of the messages that it has written
 * @returns the ids of all of them
 */
export async function writeByPartition<T>(
  rows: readonly T[],
  partitionOf: (row: T) => string,
  write: (partition: string, rows: readonly T[]) => Promise<readonly number[]>,
): Promise<Set<number>> {
  const written = new Set<number>();
  for (const [partition, ofPartition] of Map.groupBy(rows, partitionOf)) {
    for (const id of await write(partition, ofPartition)) written.add(id);
  }
  return written;
}
