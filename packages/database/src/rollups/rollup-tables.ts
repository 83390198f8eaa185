/**
 * The tables of sums, their columns, and the lock of whoever writes them. Those over all messages name what they count by;
 * those by scope, which have millions of rows, hold its number in `rollup_kinds` instead.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../core/connection.ts';

const KIND_COLUMNS = [
  'carrier',
  'message_type',
  'test_type',
  'status',
  'received',
  'finding',
  'sender_changed',
];

/** What messages are counted by besides their time and whose they are: the columns of `rollup_kinds` but for the id. */
export const kind = sql.raw(KIND_COLUMNS.join(', '));

/** Whether two rows, by their aliases, have the same {@link kind}. */
export function sameKind(one: string, other: string): RawBuilder<boolean> {
  return sql.raw(KIND_COLUMNS.map((column) => `${one}.${column} = ${other}.${column}`).join(' and '));
}

/** What is summed. */
export const amounts = sql`messages, delay_ms, delayed`;
export const summedAmounts = sql`sum(messages)::int8 as messages, sum(delay_ms)::int8 as delay_ms, sum(delayed)::int8 as delayed`;
/** After a group by: whether anything is left of what came and went. */
export const countsSomething = sql<boolean>`(sum(messages) <> 0 or sum(delay_ms) <> 0 or sum(delayed) <> 0)`;

/**
 * The day in Los Angeles of an `hour`. From an instant to a wall clock there is but one way, so that SQL may go it; the
 * way back is the one that needs the domain's rules.
 */
export const dayOfHour = sql`(hour at time zone 'America/Los_Angeles')::date`;

/** How long the time is that one sum covers. */
export type Period = 'hourly' | 'daily' | 'overall';

/** A table of sums. */
export interface SumTable {
  readonly table: string;
  /** Its sums as a table expression: the key and amounts. */
  readonly rows: RawBuilder<unknown>;
  /** What a sum is kept by. */
  readonly keyColumns: RawBuilder<unknown>;
  /** How that is told from an `hour`, the ids, and a kind. */
  readonly keyValues: RawBuilder<unknown>;
}

/** @param columns of the primary key, in its order */
function sumTable(table: string, ...columns: readonly string[]): SumTable {
  const values = columns.map((column) => (column === 'day' ? sql`${dayOfHour} as day` : sql.ref(column)));
  return {
    table,
    rows: sql.table(table),
    keyColumns: sql.raw(columns.join(', ')),
    keyValues: sql.join(values),
  };
}

/** The sums over all messages. */
export const SUMS: Readonly<Record<Period, SumTable>> = {
  hourly: sumTable('hourly_rollups', 'hour', ...KIND_COLUMNS),
  daily: sumTable('daily_rollups', 'day', ...KIND_COLUMNS),
  overall: sumTable('overall_rollups', ...KIND_COLUMNS),
};

/** The sums by partner. By gateway besides: a scope may name both. */
export const PARTNER_SUMS: Readonly<Record<Period, SumTable>> = {
  hourly: sumTable('hourly_partner_rollups', 'partner_id', 'hour', 'gateway_id', 'kind_id'),
  daily: sumTable('daily_partner_rollups', 'partner_id', 'day', 'gateway_id', 'kind_id'),
  overall: sumTable('overall_partner_rollups', 'partner_id', 'gateway_id', 'kind_id'),
};

/** The sums by gateway. Those by office are in `office-sums.ts`. */
export const GATEWAY_SUMS: Readonly<Record<Period, SumTable>> = {
  hourly: sumTable('hourly_gateway_rollups', 'gateway_id', 'hour', 'kind_id'),
  daily: sumTable('daily_gateway_rollups', 'gateway_id', 'day', 'kind_id'),
  overall: sumTable('overall_gateway_rollups', 'gateway_id', 'kind_id'),
};

/** What tests are counted by. */
export const testKey = sql`test_type, message_type, execution_status, status_reason`;

/**
 * What rows add up to in a table of sums.
 * @param rows a table expression: amounts, and what the key is told from
 */
export function summedFor(
  { keyColumns, keyValues }: SumTable,
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select ${keyColumns}, ${summedAmounts} from (select ${keyValues}, ${amounts} from ${rows}) rows
    group by ${keyColumns} having ${countsSomething} order by ${keyColumns}`;
}

/**
 * Adds to a table of sums. For whoever holds the lock of the rollups.
 * @param summed a query as {@link summedFor} makes it
 */
export function addTo({ table, keyColumns }: SumTable, summed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(table)} as r (${keyColumns}, ${amounts}) ${summed}
    on conflict (${keyColumns}) do update set messages = r.messages + excluded.messages,
      delay_ms = r.delay_ms + excluded.delay_ms, delayed = r.delayed + excluded.delayed`;
}

/** Of whoever writes the sums: the fold and the rebuild command. */
const ROLLUP_LOCK = sql`hashtext('textprobe rollups')`;

/** Takes the lock until the transaction ends. @returns false where another has it */
export async function tryRollupLock(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/**
 * Counts messages and puts sums in place in one transaction that sees one instant. Writers go on meanwhile: what they
 * commit after that instant lies in deltas that the transaction does not see, and is folded when it has ended. So the
 * work counts what it sees of the messages, deletes what it sees of the deltas, and nothing is counted twice or missed.
 *
 * The lock is had before the transaction begins, by the session: taken within, it would be waited for with an instant
 * that is older than what its holder then commits. It ends with the session, so a killed process leaves none behind.
 */
export async function withRollupLock<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.connection().execute(async (session) => {
    // Counting ten million messages takes longer than any statement of a running program should.
    await sql`set statement_timeout = 0`.execute(session);
    try {
      await sql`select pg_advisory_lock(${ROLLUP_LOCK})`.execute(session);
      return await session.transaction().setIsolationLevel('repeatable read').execute(work);
    } finally {
      // Of a session that was lost neither is left to undo.
      await sql`select pg_advisory_unlock(${ROLLUP_LOCK})`.execute(session).catch(() => undefined);
      await sql`reset statement_timeout`.execute(session).catch(() => undefined);
    }
  });
}
