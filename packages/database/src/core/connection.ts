/**
 * The connection pool to PostgreSQL, typed by the schema. Ids and counts are numbers, instants epoch milliseconds; a
 * database failure costs only the queries in flight.
 */
import type { Clock } from '@textprobe/domain/clock';
import { Kysely, type Transaction as KyselyTransaction, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import type { SqlTime } from '../schema/column-types.ts';
import type { Schema } from '../schema/schema.ts';
import type { Log } from './log.ts';
import { nameStatements } from './named-statements.ts';
import { sessionTimeouts, watchSilence } from './silence.ts';
import { parseInstant } from './timestamps.ts';

/** Where queries run. A transaction is one too, so every query function takes this as its first argument. */
export type Database = Kysely<Schema>;

/** For functions that must run inside a transaction. */
export type Transaction = KyselyTransaction<Schema>;

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`, or `…?host=/folder/of/the/socket`. */
  readonly url: string;
  readonly log: Log;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Pool size; 10 by default. */
  readonly maxConnections?: number;
  /**
   * For the few statements that run thousands of times a minute and address rows by key: each connection prepares them
   * once and uses only index scans and ctids, so that a plan made for a small table stays good when the table has grown.
   */
  readonly indexOnly?: boolean;
  /** Statement timeout on the server, in milliseconds; 60,000 by default, 0 for none. */
  readonly statementTimeoutMs?: number;
  /**
   * Gives up connections that do not respond for `limitMs`, and cancels statements somewhat earlier. Without it, a query
   * over a dead connection waits for the system's TCP timeout, a quarter of an hour.
   */
  readonly silence?: { readonly clock: Clock; readonly limitMs: number };
}

/** Pool usage in connections; `waiting` counts queries without a free connection. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

const pools = new WeakMap<Database, pg.Pool>();

/** For a database opened by `openDatabase`. */
export function readPoolUse(db: Database): PoolUse {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('openDatabase did not open this database');
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/** Opens the pool. Connects on first use: call `checkConnection` first to report problems early. */
export function openDatabase(options: DatabaseOptions): Database {
  const { silence } = options;
  const pool = new pg.Pool({
    ...connectionSettings(options.url, options.applicationName, options.indexOnly ? INDEX_ONLY : ''),
    Client: nameStatements(
      silence ? watchSilence({ ...silence, log: options.log }) : pg.Client,
      options.indexOnly ? 'all' : 'marked',
    ),
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    // A process that stalls inside a transaction must not hold its locks forever.
    ...sessionTimeouts(silence?.limitMs ?? 75_000),
    ...(options.statementTimeoutMs !== undefined && { statement_timeout: options.statementTimeoutMs }),
  });
  // Without a listener, losing an idle connection would crash the process. The pool replaces it by itself, unless it is
  // closing: its connections may still be open when the cluster stops.
  pool.on('error', (error) => {
    if (!pool.ending) options.log.warn({ err: error }, 'lost an idle database connection');
  });
  // The pool listens to a client only while it is idle; if a client in use is lost, its query fails.
  pool.on('connect', (client) => client.on('error', ignore));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/** Closes the pool once queries in flight are done. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.destroy();
}

/**
 * Converts epoch milliseconds to SQL: `.values({ created_at: sqlTime(clock.now()) })`, `.where('due_at', '<=',
 * sqlTime(now))`.
 */
export function sqlTime(ms: number): RawBuilder<SqlTime>;
export function sqlTime(ms: number | null): RawBuilder<SqlTime | null>;
export function sqlTime(ms: number | null): RawBuilder<SqlTime | null> {
  return sql<SqlTime | null>`to_timestamp(${ms}::double precision / 1000)`;
}

/**
 * Settings shared by all our connections, including those for LISTEN and cluster supervision.
 * @param more session settings as command line options of the server
 */
export function connectionSettings(url: string, applicationName: string, more = ''): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    types: { getTypeParser },
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Part of the startup packet, so it costs no round trip.
    options: `-c DateStyle=ISO -c TimeZone=UTC${more}`,
  };
}

const INDEX_ONLY =
  ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;

// Separate from pg's global type parsers: other libraries in the process must not be affected.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.TIMESTAMPTZ, parseInstant],
  // A date or a wall-clock time is not an instant: kept as text.
  [builtins.DATE, String],
  [builtins.TIMESTAMP, String],
  [INT8_ARRAY, (text) => parseFlatArray(text, Number)],
  [TIMESTAMPTZ_ARRAY, (text) => parseFlatArray(text, parseInstant)],
]);

/** `{1,NULL,"2026-11-21 10:00:00+00"}`: one dimension, with items that contain neither commas nor quotes. */
function parseFlatArray<T>(text: string, parseItem: (item: string) => T): (T | null)[] {
  if (text === '{}') return [];
  const items = text.slice(1, -1).replaceAll('"', '').split(',');
  return items.map((item) => (item === 'NULL' ? null : parseItem(item)));
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
  const own = format === 'binary' ? undefined : parsers.get(oid);
  return own ?? pg.types.getTypeParser(oid, format as 'text');
}

function ignore(): void {}

/**
 * Whether the server accepts writes; a standby answers queries just as well. Read-only, so it may run every few seconds.
 * Rejects if the database cannot be reached.
 */
export async function databaseIsWritable(db: Database): Promise<boolean> {
  const { rows } = await sql<{ readonly: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as readonly`.execute(db);
  return rows[0]?.readonly === false;
}
