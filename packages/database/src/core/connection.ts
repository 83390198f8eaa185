/**
 * The door to PostgreSQL: one pool for each process, typed by the schema. Ids and counts come as numbers, instants as
 * epoch milliseconds; a database that goes away costs the queries under way and nothing else.
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

/** Where queries go. A transaction is one too, so a query function takes this as its first argument. */
export type Database = Kysely<Schema>;

/** For what must be called within a transaction. */
export type Transaction = KyselyTransaction<Schema>;

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`, or `…?host=/folder/of/the/socket`. */
  readonly url: string;
  readonly log: Log;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Of the pool; 10 unless told. */
  readonly maxConnections?: number;
  /**
   * For the few statements of which thousands come in a minute, each about rows that it names: every one is kept by its
   * connection, and goes by indexes and places alone, so that a plan from when a table was small holds when it has grown.
   */
  readonly indexOnly?: boolean;
  /** A single statement longer than this is cancelled by the server. Milliseconds; 60,000 unless told, 0 for none. */
  readonly statementTimeoutMs?: number;
  /**
   * Connections that answer nothing for `limitMs` are given up, and statements cancelled somewhat earlier. Without it a
   * query over a wire that loses everything waits until the system gives up, a quarter of an hour later.
   */
  readonly silence?: { readonly clock: Clock; readonly limitMs: number };
}

/** How a pool is used just now, in connections; `waiting` counts queries that no connection is free for. */
export interface PoolUse {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

const pools = new WeakMap<Database, pg.Pool>();

/** Of a database that `openDatabase` opened. */
export function readPoolUse(db: Database): PoolUse {
  const pool = pools.get(db);
  if (pool === undefined) throw new Error('this database was opened elsewhere');
  return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/** Opens the pool. Connects on first use: call `checkConnection` before to learn early what is wrong. */
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
    // A process that stalls within a transaction must not hold its locks for ever.
    ...sessionTimeouts(silence?.limitMs ?? 75_000),
    ...(options.statementTimeoutMs !== undefined && { statement_timeout: options.statementTimeoutMs }),
  });
  // Without a listener the loss of an idle connection would end the process. The pool replaces it by itself.
  pool.on('error', (error) => options.log.warn({ err: error }, 'lost an idle database connection'));
  // The pool listens to a client only while it is idle; one lost while it is out is told by its query.
  pool.on('connect', (client) => client.on('error', ignore));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  pools.set(db, pool);
  return db;
}

/** Ends the pool once the queries under way are done. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.destroy();
}

/** Epoch milliseconds as SQL: `.values({ created_at: sqlTime(clock.now()) })`, `.where('due_at', '<=', sqlTime(now))`. */
export function sqlTime(ms: number): RawBuilder<SqlTime>;
export function sqlTime(ms: number | null): RawBuilder<SqlTime | null>;
export function sqlTime(ms: number | null): RawBuilder<SqlTime | null> {
  return sql<SqlTime | null>`to_timestamp(${ms}::double precision / 1000)`;
}

/**
 * What every connection of ours has in common, those for LISTEN and for the supervision of the cluster included.
 * @param more settings of its sessions, as command line options of the server
 */
export function connectionSettings(url: string, applicationName: string, more = ''): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    types: { getTypeParser },
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // In the start-up packet, so it costs no round trip.
    options: `-c DateStyle=ISO -c TimeZone=UTC${more}`,
  };
}

const INDEX_ONLY =
  ' -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;

// Kept apart from pg's global table: a library that shares the process must not see its own results change.
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.TIMESTAMPTZ, parseInstant],
  // A day or a wall-clock time is no instant: left as text.
  [builtins.DATE, String],
  [builtins.TIMESTAMP, String],
  [INT8_ARRAY, (text) => parseFlatArray(text, Number)],
  [TIMESTAMPTZ_ARRAY, (text) => parseFlatArray(text, parseInstant)],
]);

/** `{1,NULL,"2026-11-21 10:00:00+00"}`: one dimension, of items that hold neither commas nor quotes. */
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
 * Whether the server takes writes: a standby answers queries just as well. Changes nothing, so it may be asked every few
 * seconds. Rejects when the database cannot be reached.
 */
export async function databaseIsWritable(db: Database): Promise<boolean> {
  const { rows } = await sql<{ readonly: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as readonly`.execute(db);
  return rows[0]?.readonly === false;
}
