/** Opens the database of this process, from `DATABASE_URL` or embedded, and migrates it. */
import { startCluster } from '@textprobe/database/cluster/start-cluster';
import { closeDatabase, type Database, openDatabase } from '@textprobe/database/core/connection';
import { checkConnection } from '@textprobe/database/core/connection-errors';
import type { Log } from '@textprobe/database/core/log';
import {
  MessageCodeKeyMissing,
  type MessageCodes,
  openMessageCodes,
} from '@textprobe/database/messages/message-codes';
import {
  DevelopmentSchemaError,
  migrateToLatest,
  NewerSchemaError,
} from '@textprobe/database/migrations/migrate';
import { ensurePartitions } from '@textprobe/database/migrations/month-partitions';
import type { Clock } from '@textprobe/domain/clock';
import type { Stops } from '../process/shutdown.ts';
import { explainMachineFault, UserError } from '../process/user-error.ts';

/** To read reports, to write them, to look up the keys of the next batch, and for the gateways' claims: one each. */
const INDEX_ONLY_CONNECTIONS = 4;

interface StoreOptions {
  readonly databaseUrl: string | null;
  /** The folder of the embedded cluster; unused with a DATABASE_URL. */
  readonly dataDir: string;
  readonly path: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly applicationName: string;
  /** Closes a connection without a response to a query for this many milliseconds; default: never. */
  readonly silentMs?: number;
  readonly stops: Stops;
}

export interface Store {
  readonly url: string;
  readonly db: Database;
  /** A second, small pool for handset reports and claims: see `DatabaseOptions.indexOnly`. */
  readonly indexOnlyPool: Database;
  /** The migrations that were run. */
  readonly migrated: readonly string[];
}

/** @throws UserError that says what to do when the database is unavailable */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { clock, log, stops } = options;
  const url = options.databaseUrl ?? (await openCluster(options));
  await checkConnection(url).catch((error: Error) => {
    throw new UserError(error.message, error);
  });
  const migrated = await migrate(options, url);
  const { applicationName, silentMs } = options;
  const silence = silentMs === undefined ? {} : { silence: { clock, limitMs: silentMs } };
  const db = openDatabase({ url, log, applicationName, ...silence });
  stops.add('the database connection', () => closeDatabase(db));
  const indexOnlyPool = openDatabase({
    url,
    log,
    applicationName,
    maxConnections: INDEX_ONLY_CONNECTIONS,
    indexOnly: true,
    ...silence,
  });
  stops.add('the database connections for reports', () => closeDatabase(indexOnlyPool));
  // The engine creates missing partitions later; until then the default partition takes their rows.
  await ensurePartitions(db, clock.now(), { strays: 'leave' });
  return { url, db, indexOnlyPool, migrated };
}

/** Uses a connection without a statement timeout: waiting for another process that migrates may take long. */
async function migrate(options: StoreOptions, url: string): Promise<readonly string[]> {
  const { log } = options;
  const db = openDatabase({
    url,
    log,
    applicationName: 'textprobe migration',
    maxConnections: 2,
    statementTimeoutMs: 0,
  });
  try {
    const migrated = await migrateToLatest(db).catch((error: unknown) => {
      throw explainSchema(error, options);
    });
    if (migrated.length > 0) log.info({ migrated }, 'the database was migrated to the current schema');
    return migrated;
  } finally {
    await closeDatabase(db);
  }
}

/** Says what to do about a schema of another version. */
function explainSchema(error: unknown, { databaseUrl, dataDir }: StoreOptions): unknown {
  if (error instanceof NewerSchemaError) return new UserError(error.message, error);
  if (!(error instanceof DevelopmentSchemaError)) return error;
  const remedy =
    databaseUrl === null
      ? `move or delete DATA_DIR ${dataDir}, or set DATABASE_URL to an empty database`
      : 'point DATABASE_URL at an empty database';
  return new UserError(`${error.message}: to start afresh, ${remedy}.`, error);
}

async function openCluster({ dataDir, path, clock, log, stops }: StoreOptions): Promise<string> {
  const cluster = await startCluster({ dataDir, clock, log, environment: { PATH: path } }).catch(
    (error: unknown) => {
      throw new UserError(explainMachineFault(error) ?? (error as Error).message, error);
    },
  );
  stops.add('PostgreSQL', () => cluster.stop());
  return cluster.url;
}

/**
 * Opens the message codes with the key in the database.
 * @throws UserError when the database lacks the key
 */
export async function openCodes(db: Database): Promise<MessageCodes> {
  return openMessageCodes(db).catch((error: unknown) => {
    throw error instanceof MessageCodeKeyMissing ? new UserError(error.message, error) : error;
  });
}
