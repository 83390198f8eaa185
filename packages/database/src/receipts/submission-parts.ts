/** The submitted parts of messages, each with the carrier's id and the state of its receipts. */
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { sqlTime } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { rowsAsTable, type TableColumns } from '../core/rows-as-table.ts';
import type { MessageKey } from '../messages/message-row.ts';
import type { Schema } from '../schema/schema.ts';

export type SubmissionPartRow = Selectable<Schema['submission_parts']>;

/** One part; `part` counts from 1. The receipt's state is a rank, its instant epoch milliseconds. */
export interface SubmissionPart {
  readonly message: MessageKey;
  readonly part: number;
  readonly parts: number;
  readonly gatewayId: number;
  /** In canonical spelling. */
  readonly providerId: string;
  readonly receiptState: number;
  readonly receiptAt: number | null;
  readonly receiptError: string | null;
}

/** The receipt of one part. */
export type PartReceipt = Pick<
  SubmissionPart,
  'message' | 'part' | 'receiptState' | 'receiptAt' | 'receiptError'
>;

const RECEIPT_COLUMNS: TableColumns<PartReceipt> = {
  message_id: ['int8', (part) => part.message.id],
  message_created_at: ['instant', (part) => part.message.createdAt],
  part: ['int2', (part) => part.part],
  receipt_state: ['int2', (part) => part.receiptState],
  receipt_at: ['instant', (part) => part.receiptAt],
  receipt_error: ['text', (part) => part.receiptError],
};

const COLUMNS: TableColumns<SubmissionPart> = {
  ...RECEIPT_COLUMNS,
  parts: ['int2', (part) => part.parts],
  gateway_id: ['int4', (part) => part.gatewayId],
  provider_id: ['text', (part) => part.providerId],
};

/** Inserts parts. An existing part keeps the stronger receipt: an answer may be reported twice. */
export async function insertParts(tx: Transaction, parts: readonly SubmissionPart[]): Promise<void> {
  if (parts.length === 0) return;
  const rows = rowsAsTable('n', parts, COLUMNS);
  await sql`
    insert into submission_parts as p (message_id, message_created_at, part, receipt_state, receipt_at, receipt_error,
      parts, gateway_id, provider_id)
    select * from ${rows}
    on conflict (message_id, part, message_created_at) do update set
      receipt_state = excluded.receipt_state, receipt_at = excluded.receipt_at, receipt_error = excluded.receipt_error
    where excluded.receipt_state > p.receipt_state
      or (excluded.receipt_state = p.receipt_state and excluded.receipt_at < p.receipt_at)`.execute(tx);
}

/** A part stored together with its receipt as received. */
export interface ReportedPart extends SubmissionPart {
  readonly receiptRaw: string | null;
  /** The receipt's spelling of the id; null if it equals `providerId`. */
  readonly receiptProviderId: string | null;
}

/** Inserts parts of messages that have none yet. */
export async function insertReportedParts(tx: Transaction, parts: readonly ReportedPart[]): Promise<void> {
  if (parts.length === 0) return;
  const rows = rowsAsTable('n', parts, {
    ...COLUMNS,
    receipt_raw: ['text', (part) => part.receiptRaw],
    receipt_provider_id: ['text', (part) => part.receiptProviderId],
  });
  await sql`${PREPARED}
    insert into submission_parts (message_id, message_created_at, part, receipt_state, receipt_at, receipt_error,
      parts, gateway_id, provider_id, receipt_raw, receipt_provider_id)
    select * from ${rows}`.execute(tx);
}

/**
 * Updates parts, with at most one receipt for each; a receipt weaker than the current one changes nothing. A receipt
 * stored in the part moves to `raw_receipts` before another replaces it.
 */
export async function updateParts(tx: Transaction, receipts: readonly PartReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const rows = rowsAsTable('k', receipts, RECEIPT_COLUMNS);
  const isStronger = sql`p.message_id = k.message_id and p.part = k.part and p.message_created_at = k.message_created_at
    and (p.receipt_state < k.receipt_state or (p.receipt_state = k.receipt_state and p.receipt_at > k.receipt_at))`;
  await sql`
    with replaced as (
      insert into raw_receipts (received_at, gateway_id, provider_id, id_variants, state, error, raw, message_id,
        message_created_at)
      select p.receipt_at, p.gateway_id, coalesce(p.receipt_provider_id, p.provider_id), array[p.provider_id],
        p.receipt_state, p.receipt_error, p.receipt_raw, p.message_id, p.message_created_at
      from submission_parts p join ${rows} on ${isStronger} where p.receipt_raw is not null)
    update submission_parts p set
      receipt_state = k.receipt_state, receipt_at = k.receipt_at, receipt_error = k.receipt_error,
      receipt_raw = null, receipt_provider_id = null
    from ${rows} where ${isStronger}`.execute(tx);
}

/** A message whose parts are all delivered. */
export interface PartsDelivered extends MessageKey {
  /** When the last part was delivered, epoch milliseconds. */
  readonly at: number;
}

/** The messages with all parts present and delivered. */
export async function findWhollyDelivered(
  tx: Transaction,
  messages: readonly MessageKey[],
): Promise<PartsDelivered[]> {
  if (messages.length === 0) return [];
  const keys = rowsAsTable('k', messages, {
    id: ['int8', (key) => key.id],
    created_at: ['instant', (key) => key.createdAt],
  });
  const { rows } = await sql<PartsDelivered>`
    select k.id, k.created_at as "createdAt", max(p.receipt_at) as at
    from ${keys} join submission_parts p on p.message_id = k.id and p.message_created_at = k.created_at
    where p.receipt_state = ${receiptStateRank('delivered')}::int2
    group by k.id, k.created_at
    having count(*) = max(p.parts)`.execute(tx);
  return rows;
}

/** A possible id for a receipt. `receipt` and `preference` are returned unchanged. */
export interface PartCandidate {
  readonly receipt: number;
  readonly preference: number;
  readonly gatewayId: number;
  readonly providerId: string;
}

/** A part with a candidate's id. */
export interface PartMatch {
  readonly receipt: number;
  readonly preference: number;
  readonly message: MessageKey;
  readonly part: number;
  readonly parts: number;
  /** The rank of its receipts so far. */
  readonly receiptState: number;
  /** Whether another part of the message has the same id: its receipt is then about the whole message. */
  readonly sharesId?: boolean;
}

/** Maximum matches per provider id: ids wrap around, but not that often within the searched period. */
const MAX_MATCHES = 5;

/**
 * The parts that may match the receipts; for each receipt ordered by preference, then newest first.
 * @param since epoch milliseconds: older messages are not searched, because each further partition costs a lookup
 */
export async function findParts(
  tx: Transaction,
  candidates: readonly PartCandidate[],
  since: number,
): Promise<PartMatch[]> {
  if (candidates.length === 0) return [];
  const wanted = rowsAsTable('c', candidates, {
    receipt: ['int4', (candidate) => candidate.receipt],
    preference: ['int4', (candidate) => candidate.preference],
    gateway_id: ['int4', (candidate) => candidate.gatewayId],
    provider_id: ['text', (candidate) => candidate.providerId],
  });
  const { rows } = await sql<Omit<PartMatch, 'message'> & MessageKey>`
    select c.receipt, c.preference, p.message_id as id, p.message_created_at as "createdAt", p.part, p.parts,
      p.receipt_state as "receiptState"
    from ${wanted} cross join lateral (
      select * from submission_parts p
      where p.gateway_id = c.gateway_id and p.provider_id = c.provider_id and p.message_created_at > ${sqlTime(since)}
      order by p.message_created_at desc limit ${sql.lit(MAX_MATCHES)}) p
    order by c.receipt, c.preference, p.message_created_at desc, p.message_id desc`.execute(tx);
  return rows.map(({ id, createdAt, ...match }) => ({ ...match, message: { id, createdAt } }));
}

/** The parts of a message, in order. */
export function listPartsOf(db: Database, message: MessageKey): Promise<SubmissionPartRow[]> {
  return db
    .selectFrom('submission_parts')
    .selectAll()
    .where('message_id', '=', message.id)
    .where('message_created_at', '=', sqlTime(message.createdAt))
    .orderBy('part')
    .execute();
}
