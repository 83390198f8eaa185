/** Compared files of MMS: which reports wait for a comparison, and the results. */
import type { FileFinding, FileOutcome } from '@textprobe/domain/file-classes';
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import type { MessageKey } from '../messages/message-row.ts';
import { isNotSetAside } from '../set-aside/set-aside.ts';

/** One file, as sent, as received, or both; media ids. `difference` is how different the pictures look, 0 to 1. */
export interface FileComparison {
  /** Null: it is missing, was never sent, or `outcome` describes both sides. */
  readonly sent: string | null;
  readonly received: string | null;
  readonly outcome: FileOutcome;
  readonly difference: number | null;
}

/** A report of an MMS whose files have not been compared. */
export interface ReceptionToCompare {
  readonly id: number;
  /** Epoch milliseconds; part of its key. */
  readonly receivedAt: number;
  readonly testId: number;
  readonly message: MessageKey;
  /** Media ids in order of arrival. */
  readonly media: readonly string[];
}

/**
 * Oldest first, up to `limit`; then up to as many that were set aside and are due for a retry.
 * @param of.since epoch milliseconds: older reports are listed only if they were set aside, so that the partitions of
 *   earlier months are not read
 */
export async function listReceptionsToCompare(
  db: Database,
  { limit, now, since }: { limit: number; now: number; since: number },
): Promise<ReceptionToCompare[]> {
  const columns = sql`r.id, r.received_at as "receivedAt", m.test_id as "testId", r.media,
    m.id as "messageId", m.created_at as "createdAt"`;
  const messages = sql`join messages m on m.id = r.message_id and m.created_at = r.message_created_at`;
  const { rows } = await sql<Omit<ReceptionToCompare, 'message'> & { messageId: number; createdAt: number }>`
    (select ${columns} from receptions r ${messages}
      where r.files_to_compare and r.received_at >= ${sqlTime(since)} and ${isNotSetAside('files', sql`r.id`, now)}
      order by r.received_at limit ${sql.lit(limit)})
    union all
    (select ${columns} from set_aside a join receptions r on r.id = a.item::int8 ${messages}
      where a.kind = 'files' and a.next_try_at <= ${sqlTime(now)} and not r.files_to_compare
      order by a.next_try_at limit ${sql.lit(limit)})`.execute(db);
  return rows.map(({ messageId: id, createdAt, ...row }) => ({ ...row, message: { id, createdAt } }));
}

/** Stores the result. Idempotent. */
export async function keepFileComparison(
  tx: Transaction,
  reception: Pick<ReceptionToCompare, 'id' | 'receivedAt'>,
  files: readonly FileComparison[],
  finding: FileFinding,
): Promise<void> {
  await tx
    .updateTable('receptions')
    .set({ files_to_compare: false, file_comparison: JSON.stringify(files), file_finding: finding })
    .where('id', '=', reception.id)
    .where('received_at', '=', sqlTime(reception.receivedAt))
    .execute();
}
