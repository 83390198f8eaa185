/** Inserts messages: a chunk of a large run, or all messages of many small runs, in one statement. */
import type { EvidenceSource } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { MessageType, TestType } from '../schema/column-types.ts';

/** What all messages of a run share. Instants are epoch milliseconds. */
export interface MessageRun {
  readonly runId: number;
  readonly testId: number;
  readonly messageType: MessageType;
  readonly testType: TestType;
  readonly createdAt: number;
  /** When they expire if they are not submitted. */
  readonly expiresAt: number;
  /** Counts from the submission. */
  readonly deadlineMs: number;
}

export interface NewMessage {
  readonly id: number;
  readonly runId: number;
  /** The office's partner, for the round robin at the gateway. */
  readonly partnerId: number;
  readonly officeId: number;
  readonly phoneId: number;
  readonly gatewayId: number;
  readonly carrier: string;
  readonly evidence: EvidenceSource;
  /** E.164. */
  readonly sender: string;
  /** E.164. */
  readonly recipient: string;
  /** Null if filling changed nothing: then the test's body is not stored again. */
  readonly filledBody: string | null;
}

/** Their codes follow from their ids: see `message-codes.ts`. */
export async function insertMessages(
  tx: Transaction,
  runs: readonly MessageRun[],
  messages: readonly NewMessage[],
): Promise<void> {
  const of = rowsAsTable('r', runs, {
    id: ['int8', (run) => run.runId],
    test_id: ['int4', (run) => run.testId],
    message_type: ['text', (run) => run.messageType],
    test_type: ['text', (run) => run.testType],
    created_at: ['instant', (run) => run.createdAt],
    deadline_ms: ['int4', (run) => run.deadlineMs],
    expires_at: ['instant', (run) => run.expiresAt],
  });
  const created = rowsAsTable('n', messages, {
    id: ['int8', (message) => message.id],
    run_id: ['int8', (message) => message.runId],
    partner_id: ['int4', (message) => message.partnerId],
    office_id: ['int4', (message) => message.officeId],
    phone_id: ['int4', (message) => message.phoneId],
    gateway_id: ['int4', (message) => message.gatewayId],
    carrier: ['text', (message) => message.carrier],
    evidence: ['text', (message) => message.evidence],
    sender: ['text', (message) => message.sender],
    recipient: ['text', (message) => message.recipient],
    filled_body: ['text', (message) => message.filledBody],
  });
  await sql`${PREPARED}
    insert into messages (id, created_at, run_id, test_id, message_type, test_type, deadline_ms, expires_at, deadline_at,
      partner_id, office_id, phone_id, gateway_id, carrier, evidence, sender, recipient, filled_body)
    select n.id, r.created_at, r.id, r.test_id, r.message_type, r.test_type, r.deadline_ms, r.expires_at, r.expires_at,
      n.partner_id, n.office_id, n.phone_id, n.gateway_id, n.carrier, n.evidence, n.sender, n.recipient, n.filled_body
    from ${created} join ${of} on r.id = n.run_id`.execute(tx);
}
