/** The rollups as readers see them: what is folded and what is not yet, in one statement and so of one instant. */
import { messageStatusRank } from '@textprobe/domain/message-status';
import { sql } from 'kysely';
import type { MessageType, TestType } from '../column-types.ts';
import type { Database } from '../connection.ts';
import { sqlTime } from '../connection.ts';
import type { RollupDelta } from './rollup-deltas.ts';

/** All that are given must hold. Instants are epoch milliseconds; messages without any time have the hour -Infinity. */
export interface RollupFilter {
  readonly from?: number;
  readonly before?: number;
  readonly carrier?: string;
  readonly messageType?: MessageType;
  readonly testType?: TestType;
  /** The status' rank. */
  readonly status?: number;
}

/** One key with what counts under it; keys with nothing are left out. Ordered by hour, then by the rest. */
export type Rollup = RollupDelta;

export async function readRollups(db: Database, filter: RollupFilter = {}): Promise<Rollup[]> {
  const { rows } = await sql<Rollup>`
    select hour, carrier, message_type as "messageType", test_type as "testType", status, received,
      sum(messages)::int8 as messages, sum(delay_ms)::int8 as "delayMs", sum(delayed)::int8 as delayed
    from (${counted}) counted
    where ${conditions(filter)}
    group by hour, carrier, message_type, test_type, status, received
    having sum(messages) <> 0 or sum(delay_ms) <> 0 or sum(delayed) <> 0
    order by hour, carrier, message_type, test_type, status, received`.execute(db);
  return rows;
}

/** What a filter adds up to. `known`: with an outcome, the denominator of every rate. Delays in milliseconds. */
export interface RollupTotals {
  readonly messages: number;
  readonly received: number;
  readonly known: number;
  readonly delayMs: number;
  readonly delayed: number;
}

export async function readTotals(db: Database, filter: RollupFilter = {}): Promise<RollupTotals> {
  const known = messageStatusRank('FAILED');
  const { rows } = await sql<RollupTotals>`
    select coalesce(sum(messages), 0)::int8 as messages,
      coalesce(sum(messages) filter (where received), 0)::int8 as received,
      coalesce(sum(messages) filter (where status >= ${known}::int2), 0)::int8 as known,
      coalesce(sum(delay_ms), 0)::int8 as "delayMs",
      coalesce(sum(delayed), 0)::int8 as delayed
    from (${counted}) counted where ${conditions(filter)}`.execute(db);
  return rows[0] as RollupTotals;
}

const counted = sql`
  select hour, carrier, message_type, test_type, status, received, messages, delay_ms, delayed from hourly_rollups
  union all
  select hour, carrier, message_type, test_type, status, received, messages, delay_ms, delayed from rollup_deltas`;

function conditions(filter: RollupFilter) {
  const all = [sql`true`];
  if (filter.from !== undefined) all.push(sql`hour >= ${sqlTime(filter.from)}`);
  if (filter.before !== undefined) all.push(sql`hour < ${sqlTime(filter.before)}`);
  if (filter.carrier !== undefined) all.push(sql`lower(carrier) = lower(${filter.carrier})`);
  if (filter.messageType !== undefined) all.push(sql`message_type = ${filter.messageType}`);
  if (filter.testType !== undefined) all.push(sql`test_type = ${filter.testType}`);
  if (filter.status !== undefined) all.push(sql`status = ${filter.status}::int2`);
  return sql.join(all, sql` and `);
}
