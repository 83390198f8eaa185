/** The set-aside items of a message, for its report. */
import { submissionStateRank } from '@textprobe/domain/ledger-states';
import { sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import { withClaims } from '../messages/held-messages.ts';
import type { MessageLogRow } from '../messages/message-row.ts';
import { isWritten } from '../receipts/number-endings.ts';
import { CLOCK_SET_BACK_MS } from '../receipts/raw-receipts.ts';
import type { SetAsideKind } from '../set-aside/set-aside.ts';
import { isSetAside, type SetAsideItem, setAsideColumns } from '../set-aside/set-aside-list.ts';

type KindOfMessage = Extract<SetAsideKind, 'deadline' | 'lease' | 'receipt' | 'reception' | 'closing'>;

/** Its deadline, its lease, its run’s closing, a receipt or report that seems to be about it. */
export async function listSetAsideOf(
  db: Database,
  row: MessageLogRow,
): Promise<SetAsideItem<KindOfMessage>[]> {
  const since = sqlTime(row.created_at - CLOCK_SET_BACK_MS);
  const recipient = sql<string>`${row.recipient}::text`;
  const own: KindOfMessage[] = [];
  if (row.settled_at === null) own.push('deadline');
  const [asClaimed] = await withClaims(db, [row]);
  if (asClaimed?.submission_state === submissionStateRank('claimed')) own.push('lease');
  const { rows } = await sql<SetAsideItem<KindOfMessage>>`
    select ${setAsideColumns} from set_aside a
    where ${isSetAside} and case a.kind
      when 'closing' then a.item = ${String(row.run_id)}
      when 'receipt' then exists (
        select from raw_receipts r
        join submission_parts p on p.gateway_id = r.gateway_id and p.provider_id = any (r.id_variants)
        where r.id = a.item::int8 and r.received_at >= ${since} and r.message_id is null
          and (r.recipient is null or ${isWritten(recipient, sql`r.recipient`)} or ${isWritten(recipient, sql`r.destination`)})
          and p.message_id = ${row.id} and p.message_created_at = ${sqlTime(row.created_at)})
      when 'reception' then exists (
        select from receptions r
        where r.id = a.item::int8 and r.received_at >= ${since} and r.message_id is null and r.code = ${row.code})
      else a.kind = any (${own}::text[]) and a.item = ${String(row.id)} end
    order by a.last_try_at`.execute(db);
  return rows;
}
