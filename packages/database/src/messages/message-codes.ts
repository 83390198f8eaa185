/** Finds messages by the codes that handsets return. */
import { sql } from 'kysely';
import type { MessageType } from '../column-types.ts';
import { sqlTime, type Transaction } from '../connection.ts';
import { rowsAsTable } from '../rows-as-table.ts';
import type { MessageKey } from './message-row.ts';

/** A code that an arrival may mean. `arrival` and `preference` come back as they are; instants are epoch milliseconds. */
export interface CodeCandidate {
  readonly arrival: number;
  readonly preference: number;
  readonly code: string;
  /** The month that the code names: it leads to one partition. */
  readonly createdFrom: number;
  readonly createdBefore: number;
  /** Only this phone's messages; null: any phone's. */
  readonly phoneId: number | null;
}

/** A message that bears a candidate's code. `body` has its placeholders filled and is without the code. */
export interface CodeMatch extends MessageKey {
  readonly arrival: number;
  readonly preference: number;
  readonly code: string;
  readonly body: string;
  /** The number it was sent from. */
  readonly sender: string;
  readonly messageType: MessageType;
}

/** For each arrival the message of its likeliest code that exists; arrivals without any are left out. */
export async function findMessagesByCode(
  tx: Transaction,
  candidates: readonly CodeCandidate[],
): Promise<CodeMatch[]> {
  if (candidates.length === 0) return [];
  const wanted = rowsAsTable('c', candidates, {
    arrival: ['int4', (candidate) => candidate.arrival],
    preference: ['int4', (candidate) => candidate.preference],
    code: ['text', (candidate) => candidate.code],
    created_from: ['instant', (candidate) => candidate.createdFrom],
    created_before: ['instant', (candidate) => candidate.createdBefore],
    phone_id: ['int4', (candidate) => candidate.phoneId],
  });
  const { rows } = await sql<CodeMatch>`
    select distinct on (c.arrival) c.arrival, c.preference, c.code, m.id, m.created_at as "createdAt",
      coalesce(m.filled_body, t.body) as body, m.sender, m.message_type as "messageType"
    from ${wanted}
    join messages m on m.code = c.code and m.created_at >= c.created_from and m.created_at < c.created_before
      and ${withinMonths(candidates)}
      and (c.phone_id is null or m.phone_id = c.phone_id)
    join tests t on t.id = m.test_id
    order by c.arrival, c.preference, m.created_at desc`.execute(tx);
  return rows;
}

/** All their months, told apart from the join: the planner leaves out other partitions, which is half of what it costs. */
function withinMonths(candidates: readonly CodeCandidate[]) {
  let from = Infinity;
  let before = -Infinity;
  for (const { createdFrom, createdBefore } of candidates) {
    if (createdFrom < from) from = createdFrom;
    if (createdBefore > before) before = createdBefore;
  }
  return sql<boolean>`m.created_at >= ${sqlTime(from)} and m.created_at < ${sqlTime(before)}`;
}
