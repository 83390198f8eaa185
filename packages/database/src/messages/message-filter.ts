/** The filters of lists of messages, as SQL: the meaning of the domain's `matchesAnalyticsFilter` (ANALYTICS-6). */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';
import { messageStatusRank } from '@textprobe/domain/message-status';
import { type RawBuilder, sql } from 'kysely';
import { sqlTime } from '../core/connection.ts';
import { findingCondition } from './message-finding.ts';

/** When a message was sent, else when it counts as having arrived. */
const sentOrReceived = sql`coalesce(messages.submitted_at, messages.received_at,
  case when messages.evidence = 'receipt' and messages.receipt_state = ${sql.lit(receiptStateRank('delivered'))}
    then messages.receipt_at end)`;

/** The filter of analytics, and what only rows themselves can tell: the rollups know no tests. */
export interface MessageFilter extends AnalyticsFilter {
  readonly testId?: number | undefined;
}

/** What `messages` must fulfil. */
export function messageConditions(filter: MessageFilter): RawBuilder<boolean> {
  const { from, before, status, finding, testId } = filter;
  const all = [kindConditions(filter, sql`messages.`)];
  if (testId !== undefined) all.push(sql<boolean>`messages.test_id = ${testId}`);
  if (from !== undefined) all.push(sql<boolean>`${sentOrReceived} >= ${sqlTime(from)}`);
  if (before !== undefined) all.push(sql<boolean>`${sentOrReceived} < ${sqlTime(before)}`);
  if (finding !== undefined) all.push(findingCondition(finding));
  if (status !== undefined) {
    const rank = sql.lit(messageStatusRank(status));
    // The marker says the same, and has an index.
    const isMarked = status === 'UNKNOWN' || status === 'FAILED';
    all.push(
      isMarked ? sql<boolean>`messages.mark_status = ${rank}` : sql<boolean>`messages.status = ${rank}`,
    );
  }
  return sql<boolean>`(${sql.join(all, sql` and `)})`;
}

/** What stands from a message's creation on: of `messages`, or of a table of days or sums that has the same columns. */
export function kindConditions(
  filter: AnalyticsFilter,
  of: RawBuilder<unknown> = sql``,
): RawBuilder<boolean> {
  const all = [sql`true`];
  if (filter.carrier !== undefined) all.push(sql`lower(${of}carrier) = lower(${filter.carrier})`);
  if (filter.messageType !== undefined) all.push(sql`${of}message_type = ${filter.messageType}`);
  if (filter.testType !== undefined) all.push(sql`${of}test_type = ${filter.testType}`);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}
