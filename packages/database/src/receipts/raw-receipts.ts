/** Every receipt as received, matched or unmatched: the evidence behind the ledgers, immutable except for its match. */
import type { ReceiptCover } from '@textprobe/domain/receipt-facts';
import { type Selectable, sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import type { MessageKey } from '../messages/message-row.ts';
import type { Schema } from '../schema/schema.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';
import { listPartsOf, type SubmissionPartRow } from './submission-parts.ts';
import { lockUnmatched, type UnmatchedQuery, unmatchedIn } from './unmatched-spans.ts';

/** A receipt; `state` is its rank, `at` epoch milliseconds by our clock. */
export interface RawReceipt {
  readonly gatewayId: number;
  readonly providerId: string;
  /** Every spelling of the id, likeliest first. */
  readonly idVariants: readonly string[];
  /** As written: in E.164, or digits with or without the country. */
  readonly recipient: string | null;
  /** The recipient as well, if the carrier does not swap the addresses. */
  readonly destination?: string | null;
  readonly state: number;
  /** By default its part. */
  readonly covers?: ReceiptCover;
  readonly error: string | null;
  readonly at: number;
  readonly raw: string;
}

/** A receipt and its message; null: unmatched. */
export interface MatchedReceipt {
  readonly receipt: RawReceipt;
  readonly message: MessageKey | null;
}

/** Separator of a list in one text: ids contain no control characters. */
const SEPARATOR = '\u001f';

export async function insertRawReceipts(tx: Transaction, receipts: readonly MatchedReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const rows = rowsAsTable('n', receipts, {
    received_at: ['instant', ({ receipt }) => receipt.at],
    gateway_id: ['int4', ({ receipt }) => receipt.gatewayId],
    provider_id: ['text', ({ receipt }) => receipt.providerId],
    id_variants: ['text', ({ receipt }) => receipt.idVariants.join(SEPARATOR)],
    recipient: ['text', ({ receipt }) => receipt.recipient],
    destination: ['text', ({ receipt }) => receipt.destination ?? null],
    state: ['int2', ({ receipt }) => receipt.state],
    covers: ['text', ({ receipt }) => receipt.covers ?? 'part'],
    error: ['text', ({ receipt }) => receipt.error],
    raw: ['text', ({ receipt }) => receipt.raw],
    message_id: ['int8', ({ message }) => message?.id ?? null],
    message_created_at: ['instant', ({ message }) => message?.createdAt ?? null],
  });
  await sql`
    insert into raw_receipts (received_at, gateway_id, provider_id, id_variants, recipient, destination, state,
      covers, error, raw, message_id, message_created_at)
    select received_at, gateway_id, provider_id, string_to_array(id_variants, ${SEPARATOR}), recipient, destination, state,
      covers, error, raw, message_id, message_created_at
    from ${rows}`.execute(tx);
}

/** A receipt that waits for its message. */
export interface UnmatchedReceipt extends RawReceipt {
  readonly id: number;
}

/** Unmatched receipts, newest first. Read without locks, because a lock writes to the row and most of them match nothing. */
export async function readUnmatchedReceipts(
  tx: Transaction,
  of: UnmatchedQuery,
): Promise<UnmatchedReceipt[]> {
  const { rows } = await sql<UnmatchedReceipt>`
    select id, gateway_id as "gatewayId", provider_id as "providerId", id_variants as "idVariants", recipient, destination,
      state, covers, error, received_at as at, raw
    from ${unmatchedIn('raw_receipts', of, isNotSetAside('receipt', sql`u.id`, of.now))} u
    order by received_at desc`.execute(tx);
  return rows;
}

/** Locks receipts that are still unmatched. @returns their ids; those locked by other processes are left out */
export function lockUnmatchedReceipts(
  tx: Transaction,
  receipts: readonly UnmatchedReceipt[],
): Promise<Set<number>> {
  return lockUnmatched(tx, 'raw_receipts', receipts, ({ at }) => at);
}

/** Stores the messages of receipts that have been matched, and what the receipts speak for. */
export async function markReceiptsMatched(
  tx: Transaction,
  matched: readonly { receipt: UnmatchedReceipt; message: MessageKey; covers: ReceiptCover }[],
): Promise<void> {
  if (matched.length === 0) return;
  const rows = rowsAsTable('k', matched, {
    id: ['int8', ({ receipt }) => receipt.id],
    received_at: ['instant', ({ receipt }) => receipt.at],
    message_id: ['int8', ({ message }) => message.id],
    message_created_at: ['instant', ({ message }) => message.createdAt],
    covers: ['text', ({ covers }) => covers],
  });
  await sql`
    update raw_receipts r
    set message_id = k.message_id, message_created_at = k.message_created_at, covers = k.covers
    from ${rows} where r.id = k.id and r.received_at = k.received_at`.execute(tx);
}

type RawReceiptRow = Selectable<Schema['raw_receipts']>;

/** If the clock was set back, evidence may be this much older than its message. Older partitions are left out. */
export const CLOCK_SET_BACK_MS = 24 * 3_600_000;

/** A receipt as received, wherever it is stored. `state` is its rank, `received_at` epoch milliseconds by our clock. */
export type MessageReceipt = Pick<
  RawReceiptRow,
  'received_at' | 'gateway_id' | 'provider_id' | 'id_variants' | 'state' | 'covers' | 'error' | 'raw'
>;

/** All receipts matched to a message, as received, earliest first. */
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
      covers: 'part',
      error: part.receipt_error,
      raw,
    },
  ];
}
