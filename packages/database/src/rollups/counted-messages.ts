/** How messages count in the rollups, in SQL: the same rule as `rollup-changes.ts`. */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { sqlTime } from '../core/connection.ts';
import {
  fileFindingColumn,
  findingColumn,
  senderChangedColumn,
  unalteredColumn,
} from '../messages/message-finding.ts';
import { receiptColumn, verdictColumn } from '../messages/message-verdict.ts';
import { kind } from './rollup-tables.ts';

const DELIVERED = sql.lit(messageStatusRank('DELIVERED'));
const RECEIVED = sql.lit(messageStatusRank('RECEIVED'));

/** By creation of the messages, epoch milliseconds; `before` is exclusive. */
export interface CreatedWithin {
  readonly from: number;
  readonly before: number;
}

/**
 * One row per message, as a table expression: `office_id`, `partner_id` and `gateway_id`, an `hour`, the kind, and
 * amounts.
 */
export function countedMessages(span?: CreatedWithin): RawBuilder<unknown> {
  const created =
    span === undefined
      ? sql`true`
      : sql`created_at >= ${sqlTime(span.from)} and created_at < ${sqlTime(span.before)}`;
  return sql`(
    select office_id, partner_id, gateway_id,
      coalesce(date_trunc('hour', coalesce(submitted_at, arrived_at), 'UTC'), '-infinity') as hour,
      ${kind}, 1 as messages, case when received then coalesce(delay, 0) else 0 end as delay_ms,
      (received and delay is not null)::int4 as delayed
    from (
      select *, status = ${RECEIVED} or (status = ${DELIVERED} and evidence = 'receipt') as received,
        ${findingColumn} as finding, ${senderChangedColumn} as sender_changed,
        ${fileFindingColumn} as files, ${unalteredColumn} as unaltered, ${verdictColumn} as verdict, ${receiptColumn} as receipt,
        -- greatest() ignores nulls: without this condition, a message that was never sent would count with a delay of 0.
        case when arrived_at is not null and submitted_at is not null
          then greatest(0, round(extract(epoch from arrived_at - submitted_at) * 1000))::int8 end as delay
      from (
        select *, coalesce(received_at, case when evidence = 'receipt' and receipt_state = 3 then receipt_at end)
          as arrived_at
        from messages where ${created}) timed) m) counted`;
}
