/** Unusual events of messages: the part of the timeline that the message's row cannot store. */
import type { Fact } from '@textprobe/domain/message-lifecycle';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { Schema } from '../schema/schema.ts';
import type { MessageKey } from './message-row.ts';

export type MessageEventRow = Selectable<Schema['message_events']>;

/** Facts without any other record. */
export type KeptFact = Exclude<Fact, { kind: 'claimed' | 'receipt' | 'reception' | 'files' }>;

/** A claim that was given back. Instants are epoch milliseconds. */
export interface GivenBackClaim {
  readonly attempt: number;
  readonly claimedAt: number | null;
  readonly claimedBy: string | null;
  readonly nextAttemptAt: number;
  readonly reason: string;
}

export interface NewMessageEvent {
  readonly message: MessageKey;
  /** Epoch milliseconds by our clock. */
  readonly recordedAt: number;
  readonly fact: KeptFact;
  /** For `given-back` only. */
  readonly claim: GivenBackClaim | null;
}

/** @param events in the order in which they happened */
export async function insertMessageEvents(
  tx: Transaction,
  events: readonly NewMessageEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = rowsAsTable('n', events, {
    message_id: ['int8', ({ message }) => message.id],
    message_created_at: ['instant', ({ message }) => message.createdAt],
    recorded_at: ['instant', ({ recordedAt }) => recordedAt],
    kind: ['text', ({ fact }) => fact.kind],
    at: ['instant', ({ fact }) => ('at' in fact ? fact.at : null)],
    detail: ['text', ({ fact, claim }) => claim?.reason ?? ('error' in fact ? (fact.error ?? null) : null)],
    attempt: ['int4', ({ claim }) => claim?.attempt ?? null],
    claimed_at: ['instant', ({ claim }) => claim?.claimedAt ?? null],
    claimed_by: ['text', ({ claim }) => claim?.claimedBy ?? null],
    next_attempt_at: ['instant', ({ claim }) => claim?.nextAttemptAt ?? null],
    handset_offline: ['bool', ({ fact }) => fact.kind === 'deadline' && (fact.handsetOffline ?? false)],
    handset_heard_at: [
      'instant',
      ({ fact }) => (fact.kind === 'deadline' ? (fact.handsetHeardAt ?? null) : null),
    ],
  });
  await sql`
    insert into message_events (message_id, message_created_at, recorded_at, kind, at, detail, attempt, claimed_at,
      claimed_by, next_attempt_at, handset_offline, handset_heard_at)
    select * from ${rows}`.execute(tx);
}

/** The events of one message, in order. */
export function listMessageEvents(db: Database, message: MessageKey): Promise<MessageEventRow[]> {
  return db
    .selectFrom('message_events')
    .selectAll()
    .where('message_id', '=', message.id)
    .where('message_created_at', '=', sqlTime(message.createdAt))
    .orderBy('id')
    .execute();
}
