/**
 * Daily limits of partners and accounts (ACCT-11): counts the messages that are requested on each day in Los Angeles,
 * in the transaction that inserts their run. The account is the one that last saved the test. Messages of a test that is
 * deleted or stopped stay counted.
 */
import { addDays } from '@textprobe/domain/los-angeles-calendar';
import { losAngelesDate } from '@textprobe/domain/los-angeles-time';
import { sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';
import { PREPARED } from '../core/named-statements.ts';
import { rowsAsTable } from '../core/rows-as-table.ts';
import { isInScope, type Scope } from '../scope/scope.ts';

/** Why a test may not send now. */
export interface LimitReached {
  readonly kind: 'account' | 'partner';
  readonly id: number;
  /** The name of the partner, or the username. */
  readonly name: string;
  readonly limitPerDay: number;
  /** How many of today's messages are left. */
  readonly left: number;
  /** How many of the test's messages count against this limit. */
  readonly messages: number;
}

/** What one test requests of a partner or account. */
interface Demand {
  readonly testId: number;
  readonly kind: LimitReached['kind'];
  readonly id: number;
  readonly name: string;
  readonly limitPerDay: number | null;
  readonly messages: number;
  readonly part: number;
  /** Of today, including all tests of this statement. */
  readonly counted: number;
}

/**
 * Counts one run of each of these tests, except for those over a limit. With a limit the row stays locked until the
 * transaction ends, so two tests together never exceed it.
 * @param testIds each once; earlier ones first
 * @param now epoch milliseconds
 * @returns the tests over a limit, which must not send
 */
export async function countMessages(
  tx: Transaction,
  testIds: readonly number[],
  now: number,
): Promise<Map<number, LimitReached>> {
  if (testIds.length === 0) return new Map();
  const day = losAngelesDate(now);
  const demands = Map.groupBy(await addDemands(tx, testIds, day), ({ testId }) => testId);
  const before = new Map<string, number>();
  for (const demand of [...demands.values()].flat())
    before.set(keyOf(demand), (before.get(keyOf(demand)) ?? demand.counted) - demand.messages);

  const refused = new Map<number, LimitReached>();
  for (const testId of testIds) {
    const own = demands.get(testId) ?? [];
    const reached = own.map((demand) => limitReached(demand, before)).find((one) => one !== null);
    if (reached) refused.set(testId, reached);
    else
      for (const demand of own) before.set(keyOf(demand), (before.get(keyOf(demand)) ?? 0) + demand.messages);
  }
  if (refused.size > 0)
    await takeBack(
      tx,
      [...refused.keys()].flatMap((testId) => demands.get(testId) ?? []),
      day,
    );
  return refused;
}

function keyOf({ kind, id }: Demand): string {
  return `${kind} ${id}`;
}

/** @param counted today's messages by {@link keyOf}, without this test */
function limitReached(demand: Demand, counted: ReadonlyMap<string, number>): LimitReached | null {
  const { kind, id, name, limitPerDay, messages } = demand;
  if (limitPerDay === null) return null;
  const left = Math.max(0, limitPerDay - (counted.get(keyOf(demand)) ?? 0));
  return messages > left ? { kind, id, name, limitPerDay, left, messages } : null;
}

/** Adds all demands, in the order of the key: two transactions cannot deadlock. */
async function addDemands(tx: Transaction, testIds: readonly number[], day: string): Promise<Demand[]> {
  const { rows } = await sql<Demand>`${PREPARED}
    with t as materialized (
      select id, saved_by, partner_ids, office_ids, phone_ids, pairs, messages_per_run
      from tests where id = any (${testIds}::int4[])),
    demand as materialized (
      select id as test_id, 'account' as kind, saved_by as id, messages_per_run::int8 as messages
      from t where saved_by is not null
      union all
      select id, 'partner', partner_ids[1], messages_per_run from t where cardinality(partner_ids) = 1
      union all
      select t.id, 'partner', clients.partner_id, sum(sent.messages)
      from t cross join lateral (
        select office_id, cardinality(t.phone_ids) as messages from unnest(t.office_ids) as u (office_id)
        where t.pairs is null
        union all
        select (pair ->> 0)::int4, 1 from jsonb_array_elements(t.pairs) as e (pair)) as sent
      join offices on offices.id = sent.office_id join clients on clients.id = offices.client_id
      where cardinality(t.partner_ids) > 1
      group by t.id, clients.partner_id),
    subject as materialized (
      select d.kind, d.id, sum(d.messages)::int8 as messages, coalesce(p.name, a.username) as name,
        coalesce(p.limit_per_day, a.limit_per_day) as limit_per_day
      from demand d
      left join partners p on d.kind = 'partner' and p.id = d.id
      left join accounts a on d.kind = 'account' and a.id = d.id
      group by d.kind, d.id, p.id, a.id),
    counted as (
      insert into daily_messages as m (kind, id, day, part, messages)
      select kind, id, ${day}::date, case when limit_per_day is null then 1 + pg_backend_pid() % 16 else 0 end, messages
      from subject order by kind, id
      on conflict (kind, id, day, part) do update set messages = m.messages + excluded.messages
      returning kind, id, part, messages)
    select d.test_id as "testId", d.kind, d.id, s.name, s.limit_per_day as "limitPerDay", d.messages, c.part,
      c.messages + coalesce((select sum(o.messages)::int8 from daily_messages o
        where o.kind = c.kind and o.id = c.id and o.day = ${day}::date and o.part <> c.part), 0) as counted
    from demand d join subject s using (kind, id) join counted c using (kind, id)
    order by d.kind, d.id`.execute(tx);
  return rows;
}

async function takeBack(tx: Transaction, demands: readonly Demand[], day: string): Promise<void> {
  const refused = rowsAsTable('r', demands, {
    kind: ['text', (demand) => demand.kind],
    id: ['int4', (demand) => demand.id],
    part: ['int2', (demand) => demand.part],
    messages: ['int8', (demand) => demand.messages],
  });
  await sql`update daily_messages m set messages = m.messages - b.messages
    from (select kind, id, part, sum(messages)::int8 as messages from ${refused} group by kind, id, part) b
    where m.kind = b.kind and m.id = b.id and m.part = b.part and m.day = ${day}::date`.execute(tx);
}

/** What is left of a limit today. */
export interface LimitLeft {
  readonly limitPerDay: number;
  readonly left: number;
}

export interface LimitsLeft {
  /** Null: no limit. */
  readonly account: LimitLeft | null;
  /** Only partners with a limit. */
  readonly partners: readonly (LimitLeft & { readonly partnerId: number })[];
}

/** The limits of an account and of the partners in its scope. @param of.now epoch milliseconds */
export async function readLimits(
  db: Database,
  scope: Scope,
  { accountId, now }: { readonly accountId: number; readonly now: number },
): Promise<LimitsLeft> {
  const { rows } = await sql<LimitLeft & Pick<LimitReached, 'kind' | 'id'>>`
    select l.kind, l.id, l.limit_per_day as "limitPerDay", greatest(0, l.limit_per_day - coalesce((
      select sum(m.messages) from daily_messages m
      where m.kind = l.kind and m.id = l.id and m.day = ${losAngelesDate(now)}::date), 0))::int4 as left
    from (
      select 'account' as kind, id, limit_per_day from accounts where id = ${accountId}
      union all
      select 'partner', id, limit_per_day from partners where ${isInScope(scope, sql`id`)}) l
    where l.limit_per_day is not null order by l.kind, l.id`.execute(db);
  const account = rows.find(({ kind }) => kind === 'account');
  return {
    account: account === undefined ? null : { limitPerDay: account.limitPerDay, left: account.left },
    partners: rows
      .filter(({ kind }) => kind === 'partner')
      .map(({ id, limitPerDay, left }) => ({ partnerId: id, limitPerDay, left })),
  };
}

/** Deletes the counts of days before yesterday. @param now epoch milliseconds @returns the number of rows */
export async function sweepDailyMessages(db: Database, now: number): Promise<number> {
  const before = addDays(losAngelesDate(now), -1);
  const { numDeletedRows } = await db
    .deleteFrom('daily_messages')
    .where(sql<boolean>`day < ${before}::date`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
