/**
 * The embedded PostgreSQL: finds, creates, starts, supervises and stops it. It keeps one folder on disk; after a `kill
 * -9` of the program, PostgreSQL survives and the next start adopts it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@textprobe/domain/clock';
import type { Log } from '../core/log.ts';
import { findBinaries } from './binaries.ts';
import { dataVersion, initializeData, OWNER } from './data-folder.ts';
import { explainFailure } from './explain-failure.ts';
import { type HomesPlace, removeOrphanedDatabases } from './homes.ts';
import { chooseIdentity } from './identity.ts';
import {
  changeOwner,
  DATA_FOLDER,
  openDataDir,
  type Placement,
  placeCluster,
  readPointer,
  SYSTEM_FOLDER,
} from './placement.ts';
import { findPostmaster, type PostmasterPlace, stopPostmaster } from './postmaster.ts';
import { writeSettings } from './settings.ts';
import {
  clusterUrl,
  openSocketFolder,
  removeSocketFolder,
  restoreSocketFolder,
  SOCKET_PORT,
  SOCKET_RECORD_FILE,
} from './socket-folder.ts';
import { type Server, startOrAdopt, supervise } from './supervise.ts';

export interface ClusterOptions {
  /** The program's folder; created if missing. The caller ensures that only one program uses it. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Its PATH is searched for PostgreSQL if no npm package matches this platform. */
  readonly environment: { readonly PATH?: string | undefined };
  /** PostgreSQL stopped unexpectedly and is being restarted. */
  readonly onDown?: (reason: string) => void;
  /** It is running again, at the same address. */
  readonly onUp?: () => void;
  /** Where root puts what the unprivileged user cannot reach in DATA_DIR; /var/lib/textprobe by default. */
  readonly systemFolder?: string;
}

export interface Cluster {
  /** Connection URL over the unix socket, for node-postgres and libpq. */
  readonly url: string;
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** `18.4` */
  readonly version: string;
  /** What was there at the start: nothing, a stopped database, or a server left running by a killed program. */
  readonly found: 'nothing' | 'data' | 'running';
  /** Stops PostgreSQL after flushing everything or, if that takes longer than 5 s, without flushing. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Resolves once PostgreSQL accepts connections and the database `textprobe` exists.
 * @throws Error that says what to do, with the last lines of PostgreSQL's log
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { clock, log } = options;
  const site = await prepareSite(options);
  const place: PostmasterPlace & { fingerprint: string } = site.place;
  let first: Server;
  try {
    first = await startOrAdopt(place, clock, log);
  } catch (error) {
    const isInUse = (await findPostmaster(place.dataFolder)) !== undefined;
    if (!isInUse) await removeSocketFolder(site.home, place.socketFolder).catch(() => undefined);
    throw error;
  }
  const supervision = supervise(first, {
    restart: async (signal) => {
      await restoreSocketFolder(place.socketFolder, place.identity);
      return startOrAdopt(place, clock, log, signal);
    },
    clock,
    log,
    onDown: options.onDown,
    onUp: options.onUp,
  });
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    await supervision.stop();
    const running = await findPostmaster(place.dataFolder);
    if (running !== undefined) await stopPostmaster(place.dataFolder, running.pid, clock, log);
    await removeSocketFolder(site.home, place.socketFolder);
  }

  const host = place.socketFolder;
  return {
    url: clusterUrl(host),
    connection: { host, port: SOCKET_PORT, user: OWNER, database: OWNER },
    version: first.link.version,
    found: site.isNew ? 'nothing' : first.adopted ? 'running' : 'data',
    stop: () => (stopped ??= stop()),
  };
}

interface Site {
  readonly home: string;
  readonly isNew: boolean;
  readonly place: PostmasterPlace & { fingerprint: string };
}

async function prepareSite(options: ClusterOptions): Promise<Site> {
  try {
    return await tryPrepareSite(options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // File system errors need an explanation; our own errors have one.
    if (code === undefined) throw error;
    throw explainFailure('prepare the folders of PostgreSQL', options.dataDir, message, error);
  }
}

async function tryPrepareSite(options: ClusterOptions): Promise<Site> {
  const { log, clock, systemFolder = SYSTEM_FOLDER } = options;
  const dataDir = await openDataDir(options.dataDir);
  const pointedTo = (await readPointer(dataDir)) ?? dataDir;
  const identity = await chooseIdentity({ cluster: join(pointedTo, DATA_FOLDER), dataDir });
  const placement = await placeCluster(dataDir, systemFolder, identity);
  await endAbandoned(placement, clock, log);
  // Only root creates homes outside DATA_DIR, and only root can delete them.
  if (identity.dropped) await clearHomes({ dataDir, systemFolder }, clock, log);

  const { home, copiesFolder } = placement;
  if (home !== dataDir) {
    log.info(
      { home, dataDir },
      "the database is stored outside DATA_DIR, because PostgreSQL's user cannot enter DATA_DIR: back up both",
    );
  }
  const dataFolder = join(home, DATA_FOLDER);
  const major = await dataVersion(dataFolder);
  const path = options.environment.PATH ?? '';
  const binaries = await findBinaries({ identity, path, copiesFolder, major });
  if (major === undefined) await initializeData(dataFolder, binaries, identity);
  else await changeOwner(dataFolder, identity);

  const settings = await writeSettings(home, binaries);
  const socketFolder = await openSocketFolder(home, identity);
  const logFile = join(home, 'postgres.log');
  return {
    home,
    isNew: major === undefined,
    place: { dataFolder, logFile, socketFolder, binaries, identity, ...settings },
  };
}

/** An abandoned home is kept, but PostgreSQL must not keep running on it. */
async function endAbandoned(placement: Placement, clock: Clock, log: Log): Promise<void> {
  for (const home of placement.abandoned) {
    log.warn(
      { home },
      `an earlier database of this DATA_DIR still exists in ${home}: delete it if it is no longer needed`,
    );
    const dataFolder = join(home, DATA_FOLDER);
    const running = await findPostmaster(dataFolder);
    if (running !== undefined) await stopPostmaster(dataFolder, running.pid, clock, log);
  }
}

/**
 * Deletes databases whose DATA_DIR is gone and on which no PostgreSQL runs. A failed deletion does not stop the start.
 */
async function clearHomes(place: HomesPlace, clock: Clock, log: Log): Promise<void> {
  for (const { home, dataDir: owner, error } of await removeOrphanedDatabases(place, clock.now())) {
    if (error === undefined) log.warn({ home }, `deleted the database of ${owner}, which no longer exists`);
    else log.warn({ err: error, home }, `could not delete the database of ${owner}, which no longer exists`);
  }
}

/**
 * The address of the PostgreSQL that a running Textprobe uses for this DATA_DIR, for commands that only query it; null
 * if none runs.
 */
export async function findRunningCluster(path: string): Promise<string | null> {
  const dataDir = await openDataDir(path);
  const home = (await readPointer(dataDir)) ?? dataDir;
  if ((await findPostmaster(join(home, DATA_FOLDER))) === undefined) return null;
  const folder = (await readFile(join(home, SOCKET_RECORD_FILE), 'utf8').catch(() => '')).trim();
  return folder === '' ? null : clusterUrl(folder);
}
