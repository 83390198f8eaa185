/** The database of this process: the one `DATABASE_URL` names, or the embedded one; migrated, with its partitions and codes. */
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
} from '@textprobe/database/schema/migrate';
import { ensurePartitions } from '@textprobe/database/schema/month-partitions';
import type { Clock } from '@textprobe/domain/clock';
import type { Stops } from '../process/shutdown.ts';
import { explainMachineFault, UserError } from '../process/user-error.ts';

/** One each to read reports, to write them, to look up the keys of the next batch, and for the gateways' claims. */
const AT_ONCE_BY_KEYS = 4;

interface StoreOptions {
  readonly databaseUrl: string | null;
  /** Holds the embedded cluster; unused with a DATABASE_URL. */
  readonly dataDir: string;
  readonly path: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly applicationName: string;
  /** A connection that is silent for so many milliseconds while it is asked is given up; without it, none is. */
  readonly silentMs?: number;
  readonly stops: Stops;
}

export interface Store {
  readonly url: string;
  readonly db: Database;
  /** The same by a few connections of its own, for what handsets report and for claims: see `DatabaseOptions.indexOnly`. */
  readonly indexOnlyPool: Database;
  /** The migrations that were run now. */
  readonly migrated: readonly string[];
}

/** @throws UserError with a sentence on what to do, where the database cannot be had */
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
    maxConnections: AT_ONCE_BY_KEYS,
    indexOnly: true,
    ...silence,
  });
  stops.add('the database connections for reports', () => closeDatabase(indexOnlyPool));
  // Those that cannot be made now the engine makes later: until then a default partition takes what is theirs.
  await ensurePartitions(db, clock.now(), { strays: 'leave' });
  return { url, db, indexOnlyPool, migrated };
}

/** On a connection of its own: to wait for another process that migrates may take longer than any statement of the program should. */
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
    if (migrated.length > 0) log.info({ migrated }, 'the database is on the present schema');
    return migrated;
  } finally {
    await closeDatabase(db);
  }
}

/** Says of a schema that is not this program's what to do. */
function explainSchema(error: unknown, { databaseUrl, dataDir }: StoreOptions): unknown {
  if (error instanceof NewerSchemaError) return new UserError(error.message, error);
  if (!(error instanceof DevelopmentSchemaError)) return error;
  const afresh =
    databaseUrl === null
      ? `move or delete DATA_DIR ${dataDir}, or set DATABASE_URL to an empty database`
      : 'point DATABASE_URL at an empty database';
  return new UserError(`${error.message}: to start afresh, ${afresh}.`, error);
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
 * The codes of messages, by the key in the database: without it the program does not start.
 * @throws UserError where the database lacks the key
 */
export async function openCodes(db: Database): Promise<MessageCodes> {
  return openMessageCodes(db).catch((error: unknown) => {
    throw error instanceof MessageCodeKeyMissing ? new UserError(error.message, error) : error;
  });
}
