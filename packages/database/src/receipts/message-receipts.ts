/** One message's parts, and every receipt that was matched with it, as it came. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import type { MessageKey } from '../messages/message-row.ts';
import type { Schema } from '../schema/schema.ts';

type RawReceiptRow = Selectable<Schema['raw_receipts']>;
export type SubmissionPartRow = Selectable<Schema['submission_parts']>;

/** A clock that was set back may let a receipt come before its message. Older partitions are left out. */
const CLOCK_SET_BACK_MS = 24 * 3_600_000;

/** A receipt as it came, wherever it is kept. `state` is its rank, `received_at` epoch milliseconds by our clock. */
export type MessageReceipt = Pick<
  RawReceiptRow,
  'received_at' | 'gateway_id' | 'provider_id' | 'id_variants' | 'state' | 'error' | 'raw'
>;

/** All receipts of a message, the earliest first. */
export async function listReceiptsOf(db: Database, message: MessageKey): Promise<MessageReceipt[]> {
  const raw: MessageReceipt[] = await db
    .selectFrom('raw_receipts')
    .selectAll()
    .where(sql<boolean>`message_id = ${message.id}::int8`)
    .where('received_at', '>=', sqlTime(message.createdAt - CLOCK_SET_BACK_MS))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  const inParts = (await listPartsOf(db, message)).flatMap(receiptInPart);
  return [...inParts, ...raw].sort((a, b) => a.received_at - b.received_at);
}

function receiptInPart(part: SubmissionPartRow): MessageReceipt[] {
  const { receipt_raw: raw, receipt_at: receivedAt, provider_id: providerId } = part;
  if (raw === null || receivedAt === null) return [];
  return [
    {
      received_at: receivedAt,
      gateway_id: part.gateway_id,
      provider_id: part.receipt_provider_id ?? providerId,
      id_variants: [providerId],
      state: part.receipt_state,
      error: part.receipt_error,
      raw,
    },
  ];
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
