/**
 * Takes messages under lock and writes their ledgers back, a batch at a time: the only statements by which a message,
 * once claimed, ever changes, save those of the usual way (`fast-path.ts`, `direct-receptions.ts`).
 */
import { readComparison } from '@textprobe/domain/comparison-classes';
import { receiptStateRank, submissionStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { claimOfMessage } from './held-messages.ts';
import { CLAIMED, type LedgerColumns, type MessageKey, type MessageRow } from './message-row.ts';

/** What the engine needs of a message in order to move it: everything but its texts. One that a claim holds is claimed, whatever its row says. */
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
    | 'recipient'
    | 'gateway_id'
    | 'partner_id'
    | 'attempts'
    | 'expires_at'
    | 'deadline_ms'
    | 'status'
    | 'settled_at'
  > & {
    /** Where its row lies, the partition as SQL and a `tid`: good for as long as it is locked, and not written to. */
    readonly partition: string;
    readonly place: string;
    /** The transaction that wrote it so. A place alone does not tell a version of a row: a later one may lie there again. */
    readonly writtenBy: string;
  };

/**
 * Whether a row `m` still lies where it was found, asked once more of the version that an update has waited for: minor
 * versions of PostgreSQL from before November 2025 do not compare its place again by themselves.
 */
export const isStillAt = (place: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`case when m.ctid = ${place} then true end`;

/** The columns of `LockedMessage`, of `m` with its `partition`, `place` and `written_by` and of the claim `c` that holds it. */
export const lockedColumns = sql`m.id, m.created_at, m.run_id, m.test_id, m.carrier, m.message_type, m.test_type,
  m.evidence, m.recipient, m.gateway_id, m.partner_id, m.office_id, m.expires_at, m.deadline_ms, m.status,
  m.settled_at, m.submitted_at, m.submission_error, m.receipt_state, m.receipt_at, m.receipt_error, m.received_at, m.comparison,
  m.sender_comparison, m.deadline_at, m.deadline_passed, m.handset_offline, m.handset_heard_at, m.partition, m.place, m.written_by as "writtenBy",
  case when c.first_id is null then m.submission_state else ${CLAIMED} end as submission_state,
  coalesce(c.attempt, m.attempts) as attempts, coalesce(c.claimed_at, m.claimed_at) as claimed_at,
  coalesce(c.worker, m.claimed_by) as claimed_by, coalesce(c.lease_until, c.claimed_at, m.claim_expires_at) as claim_expires_at`;

/** Where the row of a message lies, and who wrote it. */
export const withPlace = sql`m.*, m.tableoid::regclass::text as partition, m.ctid::text as place, m.xmin::text as written_by`;

/**
 * Locks the messages in the order of their ids, so that two batches which share some wait for each other. A transaction that
 * locks messages twice can still deadlock with one that waits: see decision 0006 for who may wait.
 * Keys that do not exist are left out.
 * @param of.wait whether to wait for messages that others have locked; else they are left out too
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
  // Each by its key, in their order: of a run just made, whose messages were all created at one instant, PostgreSQL knows too
  // little yet, and would read all of it for a few.
  const { rows } = await sql<LockedMessage>`
    select ${lockedColumns}
    from ${wanted} cross join lateral (
      select ${withPlace} from messages m
      where m.id = k.id and m.created_at = k.created_at and ${withinKeys(keys)}
      for no key update ${wait ? sql`` : sql`skip locked`}) m
    left join lateral ${claimOfMessage} c on true`.execute(tx);
  return rows;
}

/** A message with its ledgers moved on. */
export type MovedMessage = LedgerColumns &
  Pick<
    LockedMessage,
    'id' | 'created_at' | 'evidence' | 'partition' | 'place' | 'attempts' | 'status' | 'settled_at'
  >;

/**
 * Writes the ledgers of messages that this transaction has locked. The statement itself refuses every step backwards
 * (save claimed → waiting, and the same of a claim whose lease alone ended it): whatever a caller computed from a stale row, the table only moves on.
 * @throws Error when a row was refused; nothing of the transaction may then be kept
 */
export async function writeLedgers(tx: Transaction, moved: readonly MovedMessage[]): Promise<void> {
  const written = await writeByPartition(
    moved,
    ({ partition }) => partition,
    (partition, rows) => writeInto(tx, partition, rows),
  );
  const refused = moved.length - written.size;
  if (refused === 0) return;
  // integrity_constraint_violation: the same again would be refused again, and its neighbours would not.
  throw Object.assign(new Error(`${refused} messages would have moved backwards`), { code: '23000' });
}

/**
 * By the places of the rows, in the partition itself: there is nothing else that PostgreSQL could go by. By the key it
 * may read all of a run for a few of its messages, since it knows too little yet of one that was just made.
 */
async function writeInto(
  tx: Transaction,
  partition: string,
  moved: readonly MovedMessage[],
): Promise<readonly number[]> {
  // In the order of ids, as everyone who locks messages: two batches that share some wait for each other.
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
    deadline_at: ['instant', (row) => row.deadline_at],
    deadline_passed: ['bool', (row) => row.deadline_passed],
    handset_offline: ['bool', (row) => row.handset_offline],
    handset_heard_at: ['instant', (row) => row.handset_heard_at],
    status: ['int2', (row) => row.status],
    settled_at: ['instant', (row) => row.settled_at],
    mark_status: ['int2', (row) => row.mark_status],
    mark_comparison: ['text', (row) => row.mark_comparison],
    mark_sender_changed: ['bool', (row) => row.mark_sender_changed],
    mark_not_sent: ['bool', (row) => row.mark_not_sent],
    mark_unsent_arrival: ['bool', (row) => row.mark_unsent_arrival],
  });
  // Usually all of them: then no id comes back.
  const { rows } = await sql<{ count: number; ids: number[] | null }>`
    with moved as (update ${sql.raw(partition)} m set
      submission_state = k.submission_state, submitted_at = k.submitted_at, submission_error = k.submission_error,
      claimed_at = k.claimed_at, claimed_by = k.claimed_by, claim_expires_at = k.claim_expires_at, attempts = k.attempts,
      receipt_state = k.receipt_state, receipt_at = k.receipt_at, receipt_error = k.receipt_error,
      received_at = k.received_at, comparison = k.comparison, sender_comparison = k.sender_comparison,
      deadline_at = k.deadline_at, deadline_passed = k.deadline_passed,
      handset_offline = k.handset_offline, handset_heard_at = k.handset_heard_at,
      status = k.status, settled_at = k.settled_at, mark_status = k.mark_status, mark_comparison = k.mark_comparison,
      mark_sender_changed = k.mark_sender_changed, mark_not_sent = k.mark_not_sent,
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

/** The months concerned, told apart from the join, so that the planner leaves out all other partitions. */
function withinKeys(keys: readonly MessageKey[]) {
  const instants = keys.map(({ createdAt }) => createdAt);
  const earliest = instants.reduce((a, b) => Math.min(a, b));
  const latest = instants.reduce((a, b) => Math.max(a, b));
  return sql<boolean>`m.created_at between ${sqlTime(earliest)} and ${sqlTime(latest)}`;
}

/**
 * Columns that stay null for messages that take the usual way; the indexes of all others are on them. With indexes on
 * status, times and comparison themselves, each final update would write every index instead of the row alone.
 */
type MarkerColumns = Pick<
  MessageRow,
  'mark_status' | 'mark_comparison' | 'mark_sender_changed' | 'mark_not_sent' | 'mark_unsent_arrival'
>;

/** What the markers rest on. */
type MarkedColumns = Pick<
  MessageRow,
  'status' | 'evidence' | 'submission_state' | 'receipt_state' | 'comparison' | 'sender_comparison'
> & { readonly submitted_at: number | null; readonly received_at: number | null };

const UNKNOWN = messageStatusRank('UNKNOWN');
const FAILED = messageStatusRank('FAILED');
const EXPIRED = submissionStateRank('expired');
const DELIVERED = receiptStateRank('delivered');

/** Every writer of a message sets these. */
function markersOf(row: MarkedColumns): MarkerColumns {
  const comparison = readComparison(row.comparison);
  const arrived = row.received_at !== null || (row.evidence === 'receipt' && row.receipt_state === DELIVERED);
  return {
    mark_status: row.status === UNKNOWN || row.status === FAILED ? row.status : null,
    mark_comparison: comparison === 'identical' ? null : comparison,
    mark_sender_changed: row.sender_comparison === 'altered' ? true : null,
    mark_not_sent: row.submission_state === EXPIRED ? true : null,
    mark_unsent_arrival: row.submitted_at === null && arrived ? true : null,
  };
}

/**
 * Calls `write` once for each partition, one after another: updates of messages name the partition, so a batch that spans two
 * months is written in two statements.
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
