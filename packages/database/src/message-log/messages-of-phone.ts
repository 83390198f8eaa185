/**
 * Messages to one phone (DIR-5). No index of messages begins with a phone, so they are found by the chunks of the tests that name it. A test
 * that was changed to other phones no longer leads to its messages.
 */
import { messageStatusFromRank } from '@textprobe/domain/message-status';
import type { OutcomeCount } from '@textprobe/domain/report-rate';
import { type RawBuilder, sql } from 'kysely';
import { type Database, sqlTime } from '../core/connection.ts';
import type { IdRange } from '../messages/chunks.ts';
import { isInRange } from '../messages/held-messages.ts';
import type { MessageCodes } from '../messages/message-codes.ts';
import { notSent } from '../messages/message-finding.ts';
import type { MessageLogRow } from '../messages/message-row.ts';
import { withinMonths } from '../messages/messages-of-test.ts';
import { isInScope, type Scope } from '../scope/scope.ts';
import { readRanges } from './message-pages.ts';

/** Older chunks are not searched: a phone that many tests name, but whose pairs leave out, would take seconds. */
const CHUNKS_SEARCHED = 100;
/** Read at once: usually enough. */
const CHUNKS_READ = 10;

/** The chunks `c` of partners in scope. */
function ofPhone(scope: Scope, phoneId: number): RawBuilder<boolean> {
  return sql<boolean>`(c.origin and ${isInScope(scope, sql`c.partner_id`)}
    and c.test_id in (select id from tests where phone_ids @> array[${phoneId}::int4]))`;
}

/** The newest first. */
export async function listNewestOfPhone(
  { db, codes }: { readonly db: Database; readonly codes: MessageCodes },
  scope: Scope,
  phoneId: number,
  limit: number,
): Promise<MessageLogRow[]> {
  const { rows: ranges } = await sql<IdRange>`
    select c.created_at as "createdAt", c.first_id as "firstId", c.first_id + c.count as "endId"
    from chunks c where ${ofPhone(scope, phoneId)}
    order by c.created_at desc, c.first_id desc limit ${CHUNKS_SEARCHED}`.execute(db);
  const found: MessageLogRow[] = [];
  for (let at = 0; at < ranges.length && found.length < limit; at += CHUNKS_READ) {
    const where = sql<boolean>`messages.phone_id = ${phoneId}`;
    const page = { where, limit: limit - found.length };
    found.push(...(await readRanges({ db, codes }, scope, ranges.slice(at, at + CHUNKS_READ), page)));
  }
  return found;
}

/** Outcomes by day of creation in Los Angeles, `2026-11-21`. */
export type DayOutcomes = OutcomeCount & { readonly day: string };

/** @param span of creation, epoch milliseconds, end exclusive */
export async function countDaysOfPhone(
  db: Database,
  scope: Scope,
  phoneId: number,
  span: { readonly from: number; readonly before: number },
): Promise<DayOutcomes[]> {
  const { from, before } = span;
  const { rows } = await sql<Omit<DayOutcomes, 'status'> & { status: number }>`
    select to_char(m.created_at at time zone 'America/Los_Angeles', 'YYYY-MM-DD') as day, status, evidence,
      handset_offline as "handsetOffline", ${notSent()} as "notSent", settled_at is not null as settled,
      null as unaltered, count(*) as messages
    from chunks c cross join lateral (
      select * from messages m where ${isInRange} and ${withinMonths({ first: from, last: before })} offset 0) m
    where ${ofPhone(scope, phoneId)} and c.created_at >= ${sqlTime(from)} and c.created_at < ${sqlTime(before)}
      and m.phone_id = ${phoneId}
    group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows.map((row) => ({ ...row, status: messageStatusFromRank(row.status) }));
}
