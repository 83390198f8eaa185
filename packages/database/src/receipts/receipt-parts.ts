/** Parts of receipts that a carrier sends in several messages, stored until the last one arrives at any worker of the gateway. */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';

/** Identifies a receipt among those of its gateway. */
export interface ReceiptKey {
  /** The addresses as on the wire. */
  readonly source: string;
  readonly destination: string;
  readonly reference: number;
  readonly parts: number;
}

/** `at`: epoch milliseconds. */
export interface ReceiptPartRow extends ReceiptKey {
  readonly part: number;
  readonly at: number;
  readonly content: string;
}

/** A receipt of which a part is missing. `at`: when its newest part arrived, epoch milliseconds. */
export interface LateReceipt {
  readonly gatewayId: number;
  readonly gateway: string;
  readonly source: string;
  readonly at: number;
}

/** A carrier sends the parts together, and resends what was refused within minutes. */
const LATE_AFTER_MS = 10 * 60_000;
/** A missing part may arrive for as long as unmatched receipts are rematched. */
const KEPT_MS = 24 * 3_600_000;

/**
 * Stores a part. If another text has its place, the reference is used again, and all older parts are dropped.
 * @returns the contents of all parts in order once none is missing, else null; and whether older parts were dropped uncounted
 */
export async function keepReceiptPart(
  db: Database,
  gatewayId: number,
  part: ReceiptPartRow,
): Promise<{ readonly contents: string[] | null; readonly hasReplaced: boolean }> {
  const { rows: replaced } = await sql<{ isCounted: boolean }>`
    with old as (
      delete from gateway_receipt_parts o where ${isOf(gatewayId, part)} and part <> ${part.part} and exists (
        select from gateway_receipt_parts n where (n.gateway_id, n.source, n.destination, n.reference, n.parts)
            = (o.gateway_id, o.source, o.destination, o.reference, o.parts)
          and n.part = ${part.part} and n.content <> ${part.content})
      returning is_counted),
    kept as (
      insert into gateway_receipt_parts (gateway_id, source, destination, reference, parts, part, received_at, content)
      values (${gatewayId}, ${part.source}, ${part.destination}, ${part.reference}, ${part.parts}, ${part.part},
        ${sqlTime(part.at)}, ${part.content})
      on conflict (gateway_id, source, destination, reference, parts, part) do update
        set received_at = excluded.received_at, content = excluded.content)
    select is_counted as "isCounted" from old`.execute(db);
  // Read after the commit: of two parts stored at the same time by two workers, at least the later one finds both.
  const { rows } = await sql<{ content: string }>`
    select content from gateway_receipt_parts where ${isOf(gatewayId, part)} order by part`.execute(db);
  return {
    contents: rows.length === part.parts ? rows.map(({ content }) => content) : null,
    hasReplaced: replaced.some(({ isCounted }) => !isCounted),
  };
}

/** Drops all parts of a receipt. */
export async function dropReceiptParts(db: Database, gatewayId: number, key: ReceiptKey): Promise<void> {
  await sql`delete from gateway_receipt_parts where ${isOf(gatewayId, key)}`.execute(db);
}

/** The receipts whose other parts have not arrived in time: each is returned once. Drops those of a day ago. @param now epoch milliseconds */
export async function takeLateReceipts(tx: Transaction, now: number): Promise<LateReceipt[]> {
  const { rows } = await sql<LateReceipt>`
    with late as (
      update gateway_receipt_parts set is_counted = true
      where not is_counted and received_at <= ${sqlTime(now - LATE_AFTER_MS)}
      returning gateway_id, source, destination, reference, parts, received_at)
    select gateway_id as "gatewayId", g.name as gateway, l.source, max(received_at) as at
    from late l join gateways g on g.id = gateway_id
    where not exists (select from gateway_receipt_parts c where is_counted
      and (c.gateway_id, c.source, c.destination, c.reference, c.parts) = (l.gateway_id, l.source, l.destination, l.reference, l.parts))
    group by gateway_id, g.name, l.source, destination, reference, parts order by at`.execute(tx);
  await sql`delete from gateway_receipt_parts where received_at <= ${sqlTime(now - KEPT_MS)}`.execute(tx);
  return rows;
}

function isOf(gatewayId: number, { source, destination, reference, parts }: ReceiptKey) {
  return sql`gateway_id = ${gatewayId} and source = ${source} and destination = ${destination}
    and reference = ${reference} and parts = ${parts}`;
}
