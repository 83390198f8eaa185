/** One message's parts, and every receipt that was matched with it, as it came. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import type { MessageKey } from '../messages/message-row.ts';
import type { Schema } from '../schema.ts';

export type RawReceiptRow = Selectable<Schema['raw_receipts']>;
export type SubmissionPartRow = Selectable<Schema['submission_parts']>;

/** A clock that was set back may let a receipt come before its message. Older partitions are left out. */
const CLOCK_SET_BACK_MS = 24 * 3_600_000;

/** The earliest first. */
export function listReceiptsOf(db: Database, message: MessageKey): Promise<RawReceiptRow[]> {
  return db
    .selectFrom('raw_receipts')
    .selectAll()
    .where(sql<boolean>`message_id = ${message.id}::int8`)
    .where('received_at', '>=', sqlTime(message.createdAt - CLOCK_SET_BACK_MS))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}

/** In their order. */
export function listPartsOf(db: Database, message: MessageKey): Promise<SubmissionPartRow[]> {
  return db
    .selectFrom('submission_parts')
    .selectAll()
    .where('message_id', '=', message.id)
    .where('message_created_at', '=', sqlTime(message.createdAt))
    .orderBy('part')
    .execute();
}
