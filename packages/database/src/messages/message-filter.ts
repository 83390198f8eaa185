/** The filters of lists of messages, as SQL: the meaning of the domain's `matchesAnalyticsFilter` (ANALYTICS-6). */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { sqlTime } from '../connection.ts';

const DAY_MS = 24 * 3_600_000;
/** A message is sent before its deadline, minutes after its creation; a handset may report one that was not, later. */
const LATEST_ARRIVAL_DAYS = 60;
/** How far the clocks of two of our machines may be apart. */
const CLOCK_SLACK_DAYS = 1;

/** When a message was sent, else when it counts as having arrived. */
const sentOrReceived = sql`coalesce(messages.submitted_at, messages.received_at,
  case when messages.evidence = 'receipt' and messages.receipt_state = ${sql.lit(receiptStateRank('delivered'))}
    then messages.receipt_at end)`;

/** What `messages` must fulfil. */
export function messageConditions(filter: AnalyticsFilter): RawBuilder<boolean> {
  const all = [sql`true`];
  // The bounds of the creation say little new: they let the planner leave out partitions and end a scan.
  if (filter.from !== undefined) {
    const created = sqlTime(filter.from - LATEST_ARRIVAL_DAYS * DAY_MS);
    all.push(sql`${sentOrReceived} >= ${sqlTime(filter.from)} and messages.created_at >= ${created}`);
  }
  if (filter.before !== undefined) {
    const created = sqlTime(filter.before + CLOCK_SLACK_DAYS * DAY_MS);
    all.push(sql`${sentOrReceived} < ${sqlTime(filter.before)} and messages.created_at < ${created}`);
  }
  if (filter.status !== undefined) all.push(sql`messages.status = ${messageStatusRank(filter.status)}::int2`);
  if (filter.carrier !== undefined) all.push(sql`lower(messages.carrier) = lower(${filter.carrier})`);
  if (filter.messageType !== undefined) all.push(sql`messages.message_type = ${filter.messageType}`);
  if (filter.testType !== undefined) all.push(sql`messages.test_type = ${filter.testType}`);
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}
