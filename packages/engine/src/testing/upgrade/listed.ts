/** The lists that markers serve, as the older version read them and as this one does. */
import type { Database } from '@textprobe/database/connection';
import { messageConditions } from '@textprobe/database/messages/message-filter';
import { streamMessages } from '@textprobe/database/messages/message-log';
import type { MessageCodes } from '@textprobe/database/messages/permuted-codes';
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { sql } from 'kysely';

export const MARKED_LISTS: readonly AnalyticsFilter[] = [
  { status: 'UNKNOWN' },
  { status: 'FAILED' },
  { finding: 'text not told' },
  { finding: 'altered' },
  { finding: 'truncated' },
  { finding: 're-encoded' },
  { finding: 'joined wrongly' },
  { finding: 'equivalent' },
  { finding: 'sender changed' },
  { finding: 'not sent' },
];

const PAGE = 100;

/** The ids of the newest messages of a list up to `lastId`, by the columns that decide the markers. */
export async function listUnmarked(db: Database, filter: AnalyticsFilter, lastId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where ${messageConditions(filter, false)} and id <= ${lastId}::int8
    order by created_at desc, id desc limit ${sql.lit(PAGE)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The same as this version reads it. */
export async function list(
  db: Database,
  codes: MessageCodes,
  filter: AnalyticsFilter,
  lastId: number,
): Promise<number[]> {
  const found: number[] = [];
  for await (const batch of streamMessages(db, codes, filter, PAGE)) {
    found.push(...batch.map(({ id }) => id).filter((id) => id <= lastId));
    if (found.length >= PAGE) break;
  }
  return found.slice(0, PAGE);
}
