/**
 * Inserts messages directly into the table for a test, with everything that their writers would have written elsewhere.
 */
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { chunkOf } from '../messages/chunks.ts';
import { verdictColumn } from '../messages/message-verdict.ts';

const UNKNOWN = messageStatusRank('UNKNOWN');
const FAILED = messageStatusRank('FAILED');
const DELIVERED = receiptStateRank('delivered');

/** An immediate SMS test with that id, for messages inserted directly. */
export async function placeTest(db: Database, id: number, body = 'Hello'): Promise<void> {
  await sql`
    insert into tests (id, test_type, message_type, body, partner_ids, client_ids, office_ids, phone_ids, created_at, updated_at)
    values (${id}, 'IMMEDIATE', 'SMS', ${body}, '{}', '{}', '{}', '{}', now(), now())`.execute(db);
}

/** The columns of a new message without any evidence, created at this instant, epoch milliseconds. */
export function placedMessage(createdAt: number) {
  const at = sqlTime(createdAt);
  return {
    created_at: at,
    deadline_at: at,
    expires_at: at,
    deadline_ms: 1_000,
    run_id: 1,
    test_id: 1,
    office_id: 1,
    partner_id: 1,
    phone_id: 1,
    gateway_id: 1,
    sender: '+1',
    recipient: '+1',
    message_type: 'SMS',
    test_type: 'IMMEDIATE',
    carrier: 'AT&T',
    evidence: 'handset',
  } as const;
}

/** `markersOf` in SQL. */
const markers = {
  mark_status: sql`case when status in (${sql.lit(UNKNOWN)}, ${sql.lit(FAILED)}) then status end`,
  mark_comparison: sql`case when comparison <> 'identical' then comparison end`,
  mark_sender_changed: sql`case when sender_comparison = 'altered' then true end`,
  mark_file_finding: sql`nullif(file_finding, 'identical')`,
  mark_verdict: sql`case when ${verdictColumn} not in ('waiting', 'in transit', 'confirmed', 'carrier confirmed')
    then ${verdictColumn} end`,
  mark_unsent_arrival: sql`case when submitted_at is null and (received_at is not null
    or (evidence = 'receipt' and receipt_state = ${sql.lit(DELIVERED)})) then true end`,
};

/**
 * Inserts chunks for all messages, so that they can be found. Waiting ones can be claimed. The array is complete before
 * the first row is inserted: otherwise each lookup would skip over the index entries that this statement has just made.
 */
export async function chunkPlacedMessages(db: Database): Promise<void> {
  await sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
      next_id, attempts, waiting)
    select run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, deadline_at, created_at, id, 1,
      id + (not waits)::int4, attempts, waits
    from (select *, submission_state = 0 and status < 2 as waits from messages) m
    where id = any (array(select id from messages m where not exists (select from ${chunkOf(sql`m.id`)} c)))`.execute(
    db,
  );
}

/** Like {@link chunkPlacedMessages}; also sets the markers and inserts claims for messages that have not ended. */
export async function completePlacedMessages(db: Database): Promise<void> {
  const set = Object.entries(markers).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update messages set ${sql.join(set)}`.execute(db);
  await chunkPlacedMessages(db);
  await sql`
    insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, deadline_at)
    select id, 1, attempts, created_at, gateway_id, 'a test', created_at, deadline_at
    from messages where submission_state > 0 and status < 2
    on conflict do nothing`.execute(db);
}
