/** Lists of what is in progress: each message once and in order, despite overlapping ranges, at the cost of a page. */
import type { AnalyticsFilter } from '@textprobe/domain/analytics-filter';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { listMessages, messageCursor, parseMessageCursor } from '../message-log/message-log.ts';
import { rebuildRollups } from '../rollups/rollup-rebuild.ts';
import { ALL_PARTNERS } from '../scope/scope.ts';
import { recordPlans } from '../testing/explain-plans.ts';
import { placeTest } from '../testing/placed-messages.ts';
import { realClock } from '../testing/real-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { createMessageCodes } from './message-codes.ts';

const codes = createMessageCodes(Buffer.alloc(32));
const NOW = realClock.now() - 60_000;
const PAGE = 50;

let database: TestDatabase;
afterEach(() => database.drop());

/** Waiting messages in `chunks` chunks of consecutive ids: two instants, half of the chunks each. */
async function insertWaiting(of: { chunks: number; each: number }): Promise<void> {
  const { chunks, each } = of;
  database = await createTestDatabase();
  const { db } = database;
  await placeTest(db, 1);
  await sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count, next_id)
    select 1, 1, 1, 1, ${sqlTime(NOW)} + (n / (${chunks}::int4 / 2)) * interval '1 second', 900000, now() + interval '1 h', now(),
      1 + n * ${each}::int4, ${each}, 1 + n * ${each}::int4
    from generate_series(0, ${chunks - 1}::int4) n`.execute(db);
  await sql`
    insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, sender, recipient, deadline_ms, deadline_at, expires_at)
    select g, created_at, 1, 1, 1, 1, 1, 1, 'SMS', 'IMMEDIATE', 'AT&T', 'handset', '+12025550100', '+12025550200', 900000,
      expires_at, expires_at
    from chunks cross join lateral generate_series(first_id, first_id + count - 1) g`.execute(db);
}

/** The oldest message is sent and has not ended. */
async function sendFirst(): Promise<void> {
  const { db } = database;
  await sql`update chunks set next_id = 2, waiting = count > 1 where first_id = 1`.execute(db);
  await sql`update messages set submission_state = 5, status = 1, attempts = 1, submitted_at = created_at where id = 1`.execute(
    db,
  );
  await sql`
    insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, lease_until, deadline_at)
    select 1, 1, 1, created_at, 1, 'w', now(), null, now() + interval '1 h' from chunks where first_id = 1`.execute(
    db,
  );
}

/** The ids of the messages of a filter, page by page. */
async function idsByPage(filter: AnalyticsFilter, pageSize: number): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor: string | null = null; ; ) {
    const key = cursor === null ? null : parseMessageCursor(cursor);
    const page = await listMessages(database.db, ALL_PARTNERS, codes, {
      filter,
      pageSize,
      ...(key && { cursor: key }),
    });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
    if (cursor === null) return ids;
    expect(cursor).toBe(messageCursor(page.rows.at(-1) as (typeof page.rows)[number]));
  }
}

test('pending and sent messages are listed once each, newest first, even if they were given back and claimed again', async () => {
  await insertWaiting({ chunks: 12, each: 10 });
  const { db } = database;
  // In the first two chunks of each instant all but three messages are claimed: one waits again, one is claimed again,
  // one was sent at the second try.
  for (const first of [1, 11, 61, 71]) {
    await sql`update chunks set next_id = first_id + count, waiting = false where first_id = ${first}`.execute(
      db,
    );
    await sql`
      insert into claims (first_id, count, attempt, created_at, gateway_id, worker, claimed_at, lease_until, deadline_at)
      select first_id + n, case n when 0 then 10 else 1 end, case n when 0 then 1 else 2 end, created_at, 1, 'w', now(),
        now() + interval '1 h', now() + interval '1 h'
      from chunks cross join unnest(array[0, 4, 6]) n where first_id = ${first}`.execute(db);
    await sql`
      insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count,
        next_id, attempts, origin)
      select 1, 1, 1, 1, created_at, 900000, expires_at, due_at, first_id + 2, 1, first_id + 2, 1, false
      from chunks where first_id = ${first} and origin`.execute(db);
    await sql`update messages set attempts = 1 where id in (${first + 2}, ${first + 4})`.execute(db);
    await sql`
      update messages set submission_state = 5, status = 1, submitted_at = created_at,
        attempts = case when id = ${first + 6} then 2 else 1 end
      where id in (${first + 6}, ${first + 7}, ${first + 8})`.execute(db);
  }
  await rebuildRollups(db);
  for (const [status, rank] of [
    ['PENDING', 0],
    ['SENT', 1],
  ] as const) {
    const { rows } = await sql<{ id: number }>`
      select id from messages where status = ${rank} order by created_at desc, id desc`.execute(db);
    const all = rows.map(({ id }) => id);
    expect(all).toHaveLength(status === 'SENT' ? 12 : 108);
    for (const pageSize of [1, 7, 200]) expect(await idsByPage({ status }, pageSize)).toEqual(all);
    const third = await listMessages(db, ALL_PARTNERS, codes, { filter: { status }, pageSize: 4, page: 3 });
    expect(third.rows.map(({ id }) => id)).toEqual(all.slice(8, 12));
  }
});

test.each([
  ['PENDING', { chunks: 40, each: 1_000 }],
  ['PENDING', { chunks: 4_000, each: 1 }],
  ['SENT', { chunks: 40, each: 1_000 }],
] as const)(
  'a page of %s messages reads no more than a page, whatever the backlog: %o',
  async (status, backlog) => {
    await insertWaiting(backlog);
    await sendFirst();
    await rebuildRollups(database.db);
    await sql`vacuum analyze`.execute(database.db);
    const recorder = recordPlans(database.db);
    const { rows } = await listMessages(recorder.db, ALL_PARTNERS, codes, {
      filter: { status },
      pageSize: PAGE,
    });
    expect(rows).toHaveLength(status === 'SENT' ? 1 : PAGE);
    const plans = await recorder.take('(analyze, timing off, costs off)');
    const read = plans
      .filter((line) => /Scan.* on (messages|chunks|claims)/u.test(line))
      .map((line) => {
        const [, count = 0, loops = 0] = /rows=([\d.]+) loops=(\d+)/u.exec(line) ?? [];
        return Number(count) * Number(loops);
      });
    expect(Math.max(0, ...read)).toBeLessThan(20 * PAGE);
  },
);
