/**
 * The rollup tables, their columns, and the lock of their writers. Tables over all messages contain the dimensions;
 * tables by scope, with millions of rows, contain their number in `rollup_kinds` instead.
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
  'files',
  'unaltered',
  'verdict',
  'receipt',
];

/** The dimensions of messages except time and scope: the columns of `rollup_kinds` without the id. */
export const kind = sql.raw(KIND_COLUMNS.join(', '));

/** Whether two rows, by alias, have the same {@link kind}. */
export function sameKind(one: string, other: string): RawBuilder<boolean> {
  return sql.raw(KIND_COLUMNS.map((column) => `${one}.${column} = ${other}.${column}`).join(' and '));
}

/** The summed columns. */
export const amounts = sql`messages, delay_ms, delayed`;
export const summedAmounts = sql`sum(messages)::int8 as messages, sum(delay_ms)::int8 as delay_ms, sum(delayed)::int8 as delayed`;
/** After a group by: whether anything remains after additions and removals cancel. */
export const countsSomething = sql<boolean>`(sum(messages) <> 0 or sum(delay_ms) <> 0 or sum(delayed) <> 0)`;

/**
 * The Los Angeles day of an `hour`. From instant to wall clock there is only one answer, so SQL may compute it; the
 * inverse needs the domain's rules.
 */
export const dayOfHour = sql`(hour at time zone 'America/Los_Angeles')::date`;

/** The period that one sum covers. */
export type Period = 'hourly' | 'daily' | 'overall';

/** A rollup table. */
export interface SumTable {
  readonly table: string;
  /** Its sums as a table expression: the key and amounts. */
  readonly rows: RawBuilder<unknown>;
  /** The key columns. */
  readonly keyColumns: RawBuilder<unknown>;
  /** The key as an expression of an `hour`, the ids, and a kind. */
  readonly keyValues: RawBuilder<unknown>;
}

/** @param columns of the primary key, in order */
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

/** The sums by partner, and by gateway too: a scope may have both. */
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

/** The dimensions of tests. */
export const testKey = sql`test_type, message_type, execution_status, status_reason`;

/**
 * Sums rows by the key of a rollup table.
 * @param rows a table expression: amounts, and the columns of the key's expressions
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
 * Adds to a rollup table. The caller holds the lock of the rollups.
 * @param summed a query as built by {@link summedFor}
 */
export function addTo({ table, keyColumns }: SumTable, summed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(table)} as r (${keyColumns}, ${amounts}) ${summed}
    on conflict (${keyColumns}) do update set messages = r.messages + excluded.messages,
      delay_ms = r.delay_ms + excluded.delay_ms, delayed = r.delayed + excluded.delayed`;
}

/** Lock of the writers: the fold and the rebuild command. */
const ROLLUP_LOCK = sql`hashtext('textprobe rollups')`;

/** Takes the lock until the transaction ends. @returns false if another process holds it */
export async function tryRollupLock(tx: Transaction): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROLLUP_LOCK}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/**
 * Counts messages and replaces sums in one transaction with one snapshot. Writers continue in the meantime: what they
 * commit after the snapshot is in deltas that the transaction does not see, and is folded after it. So the work counts
 * the messages that it sees and deletes the deltas that it sees, and nothing is counted twice or missed.
 *
 * The session takes the lock before the transaction starts: inside the transaction it would wait with a snapshot older
 * than what the lock's holder then commits. The lock ends with the session, so a killed process leaves none behind.
 */
export async function withRollupLock<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.connection().execute(async (session) => {
    // Counting ten million messages takes longer than the statement timeout of a running program.
    await sql`set statement_timeout = 0`.execute(session);
    try {
      await sql`select pg_advisory_lock(${ROLLUP_LOCK})`.execute(session);
      return await session.transaction().setIsolationLevel('repeatable read').execute(work);
    } finally {
      // A lost session needs neither undone.
      await sql`select pg_advisory_unlock(${ROLLUP_LOCK})`.execute(session).catch(() => undefined);
      await sql`reset statement_timeout`.execute(session).catch(() => undefined);
    }
  });
}
