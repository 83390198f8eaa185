/**
 * Creates monthly partitions without blocking other sessions: one table at a time, each lock within 100 ms or not at
 * all, so that an open `pg_dump` costs only a retry. Rows without a month are in a default partition, and move to their
 * month when it is created.
 */
import { sql } from 'kysely';
import { type Database, sqlTime, type Transaction } from '../core/connection.ts';
import { type Fence, underFence } from '../leaders/fence.ts';

/** The partitioned tables, with the column that determines a row's month. */
const PARTITIONED = {
  messages: 'created_at',
  submission_parts: 'message_created_at',
  raw_receipts: 'received_at',
  receptions: 'received_at',
  message_events: 'message_created_at',
} as const;

/** For rows without a month. */
export const DEFAULT_PARTITIONS: readonly string[] = Object.keys(PARTITIONED).map(
  (table) => `${table}_default`,
);

interface MonthPartition {
  readonly parent: keyof typeof PARTITIONED;
  readonly name: string;
  /** Epoch milliseconds, end exclusive. */
  readonly from: number;
  readonly before: number;
}

/** Queries queue behind a waiting lock, so this also limits how long ours can block others. */
const LOCK_TIMEOUT = '100ms';
const TURN_TIMEOUT = '10s';
/** Rows moved per statement, about 0.5 s: far below the statement timeout, however many there are. */
const MOVED_AT_ONCE = 10_000;

/**
 * Another session holds the table, is changing a row to be moved, or has just added one. SQLSTATEs: lock_not_available,
 * deadlock_detected, query_canceled, check_violation.
 */
const TRY_LATER: readonly string[] = ['55P03', '40P01', '57014', '23514'];

/**
 * Creates missing partitions from the month before `nowMs` to three months after it. Safe in many processes at once;
 * whatever it returns, the default partition takes rows without a month.
 * @param options.strays `leave`: does not create a month with rows in the default partition, because moving them may
 *   take long
 * @param options.fence of the leader whose sweep this is
 * @returns the partitions that could not be created now; retry in a minute
 */
export async function ensurePartitions(
  db: Database,
  nowMs: number,
  options: { readonly strays: 'move' | 'leave'; readonly fence?: Fence | undefined } = { strays: 'move' },
): Promise<string[]> {
  const missing: string[] = [];
  for (const partition of await findMissing(db, nowMs)) {
    if (!(await tryToMake(db, partition, options))) missing.push(partition.name);
  }
  return missing;
}

/** Current months first. */
async function findMissing(db: Database, nowMs: number): Promise<MonthPartition[]> {
  const { rows } = await sql<MonthPartition>`
    select parent, name, month at time zone 'UTC' as "from", (month + interval '1 month') at time zone 'UTC' as before
    from generate_series(-1, 3) as ahead
    cross join lateral (
      select date_trunc('month', ${sqlTime(nowMs)} at time zone 'UTC') + make_interval(months => ahead) as month) m
    cross join unnest(${Object.keys(PARTITIONED)}::text[]) as parent
    cross join lateral (select parent || '_' || to_char(month, 'YYYY_MM') as name) n
    where to_regclass(name) is null
    order by ahead < 0, ahead, name`.execute(db);
  return rows;
}

/** In a separate transaction. @returns false if it could not be created now */
async function tryToMake(
  db: Database,
  partition: MonthPartition,
  { strays, fence }: { readonly strays: 'move' | 'leave'; readonly fence?: Fence | undefined },
): Promise<boolean> {
  async function work(tx: Transaction): Promise<boolean> {
    // Wait longer for this lock: only processes that create partitions take it, so nothing else queues behind it.
    await sql.raw(`set local lock_timeout = '${TURN_TIMEOUT}'`).execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('textprobe partitions'))`.execute(tx);
    await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(tx);
    // Query the table itself: the session's cache may be older than the lock for which it has just waited.
    const known = await sql`select 1 from pg_class where oid = to_regclass(${partition.name})`.execute(tx);
    if (known.rows.length > 0) return true;
    const hasStrays = await findStray(tx, partition);
    if (hasStrays && strays === 'leave') return false;
    await make(tx, partition, hasStrays);
    return true;
  }

  try {
    return await db
      .transaction()
      .execute((tx) => (fence === undefined ? work(tx) : underFence(tx, fence, () => work(tx))));
  } catch (error) {
    if (TRY_LATER.includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

async function findStray(tx: Transaction, { parent, from, before }: MonthPartition): Promise<boolean> {
  const key = sql.ref(PARTITIONED[parent]);
  const { rows } = await sql`select 1 from ${sql.table(`${parent}_default`)}
    where ${key} >= ${sqlTime(from)} and ${key} < ${sqlTime(before)} limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Created detached from its parent first, because creating it in place would block all readers of the parent. Attaching
 * it then blocks only readers of the default partition, unless rows have moved: a query planned before would look for
 * them in the default partition and find none.
 */
async function make(tx: Transaction, partition: MonthPartition, hasStrays: boolean): Promise<void> {
  const { parent, name, from, before } = partition;
  // Without the identity: a partition inherits its parent's.
  await sql`create table ${sql.table(name)} (like ${sql.table(parent)} including all excluding identity)`.execute(
    tx,
  );
  if (parent === 'messages') {
    // Free space in each page for the final updates of its messages: with 44% all of them are in place.
    await sql`alter table ${sql.table(name)} set (fillfactor = 44)`.execute(tx);
  }
  await keepLeanStatistics(tx, name);
  if (hasStrays) {
    await moveStrays(tx, partition);
    // Only now, with milliseconds of work left: while rows move, only changes of those rows wait. A session that waits
    // for such a row holds this lock, so after 100 ms this is rolled back and that session proceeds.
    await sql`lock table only ${sql.table(parent)} in access exclusive mode`.execute(tx);
  }
  const [lower, upper] = [from, before].map((at) => sql`to_timestamp(${sql.lit(at / 1000)})`);
  await sql`alter table ${sql.table(parent)} attach partition ${sql.table(name)}
    for values from (${lower}) to (${upper})`.execute(tx);
}

async function moveStrays(tx: Transaction, { parent, name, from, before }: MonthPartition): Promise<void> {
  const key = sql.ref(PARTITIONED[parent]);
  const stray = sql.table(`${parent}_default`);
  for (let moved = MOVED_AT_ONCE; moved === MOVED_AT_ONCE; ) {
    const { numAffectedRows } = await sql`
      with moved as (
        delete from ${stray} where ctid = any (array(
          select ctid from ${stray} where ${key} >= ${sqlTime(from)} and ${key} < ${sqlTime(before)}
          limit ${sql.lit(MOVED_AT_ONCE)}))
        returning *)
      insert into ${sql.table(name)} select * from moved`.execute(tx);
    moved = Number(numAffectedRows);
  }
}

const STATISTICS_STEPS = 20;

/**
 * Makes ANALYZE sample less of a monthly table. Its plans use keys and times, for which a histogram of twenty steps
 * suffices. With PostgreSQL's default of a hundred it reads 30,000 rows, every 15 seconds while messages flow: 220 ms
 * for a table of messages, 35 ms with these.
 * @param table in SQL syntax
 */
export async function keepLeanStatistics(db: Database, table: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db);
  const changes = rows.map(
    ({ name }) => sql`alter column ${sql.ref(name)} set statistics ${sql.lit(STATISTICS_STEPS)}`,
  );
  await sql`alter table ${sql.table(table)} ${sql.join(changes)}`.execute(db);
}

/** The names of default partitions that contain rows: normally none. */
export async function listFilledDefaultPartitions(db: Database): Promise<string[]> {
  const filled = DEFAULT_PARTITIONS.map(
    (name) => sql`select ${name}::text as name where exists (select 1 from ${sql.table(name)})`,
  );
  const { rows } = await sql<{ name: string }>`${sql.join(filled, sql` union all `)} order by name`.execute(
    db,
  );
  return rows.map((row) => row.name);
}
