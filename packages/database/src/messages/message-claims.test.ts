/** Concurrent claims, and what a claim reads: its rows by key, whatever statistics PostgreSQL has. */
import { type RawNode, sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { sqlTime } from '../core/connection.ts';
import { placeTest } from '../testing/placed-messages.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { insertChunks } from './chunks.ts';
import { claimMessages, FIRST_PARTNER } from './message-claims.ts';
import { createMessageCodes } from './message-codes.ts';

const DAY_MS = 24 * 3_600_000;
const LIMIT = 500;
const codes = createMessageCodes(Buffer.alloc(32));
/** For each run, created at one instant; a claim must not read what waits beyond its limit. */
const WAITING = 6_000;
const SETTLED = 12_000;

let database: TestDatabase;
afterEach(() => database.drop());

/** On the third of a month a claim reads the month before, too. */
function thirdOfMonth(): number {
  const today = new Date();
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 3);
}

/** @param of.partner the first of the two partners of these messages */
async function insertMessages(of: {
  count: number;
  at: number;
  settled: boolean;
  partner: number;
}): Promise<void> {
  const { count, at, settled, partner } = of;
  await sql`
    insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, sender, recipient, deadline_ms, deadline_at, expires_at, submission_state, settled_at)
    select ${lastId}::int4 + n, ${sqlTime(at)} - case when ${settled} then n * interval '2 minutes' else '0' end, 1, t.id,
      ${partner}::int4 + n / (1 + ${count}::int4 / 2), 1, n, 1, 'SMS', 'IMMEDIATE', 'AT&T', 'handset', '+12025550100', '+12025550200', 900000, ${sqlTime(at + 7 * DAY_MS)},
      ${sqlTime(at + 7 * DAY_MS)}, case when ${settled} then 5 else 0 end, case when ${settled} then ${sqlTime(at)} end
    from generate_series(1, ${count}::int4) n cross join tests t`.execute(database.db);
  lastId += count;
  if (settled) return;
  await sql`
    insert into chunks (run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, due_at, first_id, count, next_id)
    select run_id, test_id, gateway_id, partner_id, created_at, deadline_ms, expires_at, created_at, min(id), count(*), min(id)
    from messages where id > ${lastId - count}::int8 group by 1, 2, 3, 4, 5, 6, 7`.execute(database.db);
}
let lastId = 0;

/** PostgreSQL gets only the statistics that the test triggers. */
async function stopAutovacuum(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'messages'::regclass`.execute(
    database.db,
  );
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(database.db);
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The plan of an executed claim. */
async function explainClaim(now: number): Promise<PlanNode> {
  let plan: PlanNode | undefined;
  const explaining = database.db.withPlugin({
    transformQuery({ node }) {
      const [first = '', ...others] = (node as RawNode).sqlFragments;
      return { ...node, sqlFragments: [`explain (analyze, format json) ${first}`, ...others] } as RawNode;
    },
    async transformResult({ result }) {
      plan = (result.rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan;
      return { ...result, rows: [] };
    },
  });
  await claim(explaining, now);
  if (plan === undefined) throw new Error('nothing was explained');
  return plan;
}

function claim(db: TestDatabase['db'], now: number) {
  return claimMessages(db, codes, { gatewayId: 1, limit: LIMIT, workerId: 'w', now, leaseMs: 30_000 });
}

/** The scans of messages with the rows that each read, including filtered ones. */
function readsOf(plan: PlanNode): { how: string; rows: number }[] {
  const { 'Node Type': how, 'Relation Name': table = '', 'Actual Rows': kept } = plan;
  const rows = (kept + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const own = table.startsWith('messages_') && how !== 'ModifyTable' ? [{ how, rows }] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(readsOf)];
}

test.each(['never', 'while it was empty', 'before the runs were created', 'just now'] as const)(
  'a claim reads no more messages than it takes, in two months, with the table analyzed %s',
  async (analyzed) => {
    database = await createTestDatabase();
    const analyzeWhen = async (moment: typeof analyzed) => {
      if (moment === analyzed) await sql`analyze messages`.execute(database.db);
    };
    const now = thirdOfMonth();
    await stopAutovacuum();
    await placeTest(database.db, 1);
    await analyzeWhen('while it was empty');
    await insertMessages({ count: SETTLED, at: now - 60_000, settled: true, partner: 1 });
    await analyzeWhen('before the runs were created');
    // Its partners take turns, so that a claim takes from both months.
    await insertMessages({ count: WAITING, at: now - 5 * DAY_MS, settled: false, partner: 1 });
    await insertMessages({ count: WAITING, at: now - 1_000, settled: false, partner: 3 });
    await analyzeWhen('just now');

    const reads = readsOf(await explainClaim(now));
    expect(reads.map(({ how }) => how)).not.toContain('Seq Scan');
    // Each once; the rows of neither month are written.
    expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(1.1 * LIMIT);
    const { rows } = await sql<{ claimed: number }>`
      select sum(count)::int4 as claimed from claims group by created_at order by created_at`.execute(
      database.db,
    );
    expect(rows).toEqual([{ claimed: LIMIT / 2 }, { claimed: LIMIT / 2 }]);
    const { messages } = await claim(database.db, now + 1);
    expect(messages).toHaveLength(LIMIT);
    expect(new Set(messages.map(({ body }) => body))).toEqual(new Set(['Hello']));
  },
);

test('workers claim from one queue at once, before each other’s claims are committed', async () => {
  database = await createTestDatabase();
  const { db } = database;
  const now = thirdOfMonth();
  await placeTest(database.db, 1);
  await insertRun({ gatewayId: 1, count: 4_000, now });
  await insertRun({ gatewayId: 2, count: 100, now });
  const claimOf = (gatewayId: number, tx = db) =>
    claimMessages(tx, codes, { gatewayId, limit: LIMIT, workerId: 'w', now, leaseMs: 30_000 });

  const claimed = await db.transaction().execute(async (first) => {
    const one = await claimOf(1, first);
    return db.transaction().execute(async (second) => {
      const others = [await claimOf(1, second), await claimOf(1), await claimOf(2)];
      return [one, ...others].map(({ messages }) => messages);
    });
  });
  expect(claimed.map((messages) => messages.length)).toEqual([LIMIT, LIMIT, LIMIT, 100]);
  expect(new Set(claimed.flat().map(({ id }) => id)).size).toBe(3 * LIMIT + 100);
});

test('a worker that finds everything locked learns that messages still wait, until all are claimed', async () => {
  database = await createTestDatabase();
  const { db } = database;
  const now = thirdOfMonth();
  await placeTest(database.db, 1);
  await insertRun({ gatewayId: 1, count: LIMIT, now });
  await db.transaction().execute(async (tx) => {
    expect((await claim(tx, now)).messages).toHaveLength(LIMIT);
    expect(await claim(db, now)).toMatchObject({ messages: [], next: FIRST_PARTNER });
  });
  expect(await claim(db, now)).toMatchObject({ messages: [], next: null });
});

/** New messages of one partner and run. */
async function insertRun(of: { gatewayId: number; count: number; now: number }): Promise<void> {
  const { gatewayId, count, now } = of;
  const [firstId, day] = [lastId + 1, DAY_MS];
  lastId += count;
  await sql`
    insert into messages (id, created_at, run_id, test_id, partner_id, office_id, phone_id, gateway_id, message_type, test_type,
      carrier, evidence, sender, recipient, deadline_ms, deadline_at, expires_at)
    select ${firstId}::int8 + n, ${sqlTime(now)}, 1, t.id, 1, 1, n, ${gatewayId}, 'SMS', 'IMMEDIATE', 'AT&T', 'handset',
      '+12025550100', '+12025550200', ${day}, ${sqlTime(now + day)}, ${sqlTime(now + day)}
    from generate_series(0, ${count - 1}::int4) n cross join tests t`.execute(database.db);
  const { id: testId } = await database.db.selectFrom('tests').select('id').executeTakeFirstOrThrow();
  const chunk = {
    runId: 1,
    testId,
    gatewayId,
    partnerId: 1,
    createdAt: now,
    deadlineMs: day,
    expiresAt: now + day,
  };
  await database.db
    .transaction()
    .execute((tx) =>
      insertChunks(tx, [{ ...chunk, dueAt: now, firstId, count, attempts: 0 }], { origin: true }),
    );
}
