/**
 * The embedded PostgreSQL: found, made, started, watched and ended by us. What stays on the disk is one folder; what
 * outlives a `kill -9` of the program (PostgreSQL itself) is taken over by the next start.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@textprobe/domain/clock';
import type { Log } from '../core/log.ts';
import { findBinaries } from './binaries.ts';
import { dataVersion, initializeData, OWNER } from './data-folder.ts';
import { explainFailure } from './explain-failure.ts';
import { type HomesPlace, removeGone } from './homes.ts';
import { chooseIdentity } from './identity.ts';
import {
  DATA_FOLDER,
  handOver,
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
import { raiseServer, type Server, supervise } from './supervise.ts';

export interface ClusterOptions {
  /** The program's folder; made if it is missing. Held by one program at a time: the caller sees to that. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Its PATH is searched for a PostgreSQL when there is none for this platform among the npm packages. */
  readonly environment: { readonly PATH?: string | undefined };
  /** PostgreSQL went away by itself; it is being started again. */
  readonly onDown?: (reason: string) => void;
  /** It is back, at the same address. */
  readonly onUp?: () => void;
  /** Where root puts what the unprivileged user cannot reach in DATA_DIR; /var/lib/textprobe unless told. */
  readonly systemFolder?: string;
}

export interface Cluster {
  /** For node-postgres and libpq: over the unix socket. */
  readonly url: string;
  readonly connection: {
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** `18.4` */
  readonly version: string;
  /** What this start found: a new database, one at rest, or a server left running by a killed program. */
  readonly found: 'nothing' | 'data' | 'running';
  /** Ends PostgreSQL with all written out, or after 5 s without. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Resolves when PostgreSQL answers and the database `textprobe` exists.
 * @throws Error with a sentence on what to do and the last lines of PostgreSQL's log
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { clock, log } = options;
  const site = await prepareSite(options);
  const place: PostmasterPlace & { fingerprint: string } = site.place;
  let first: Server;
  try {
    first = await raiseServer(place, clock, log);
  } catch (error) {
    const isInUse = (await findPostmaster(place.dataFolder)) !== undefined;
    if (!isInUse) await removeSocketFolder(site.home, place.socketFolder).catch(() => undefined);
    throw error;
  }
  const supervision = supervise(first, {
    raise: async (signal) => {
      await restoreSocketFolder(place.socketFolder, place.identity);
      return raiseServer(place, clock, log, signal);
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
    // The file system's own words need a sentence beside them; our own errors have one.
    if (code === undefined) throw error;
    throw explainFailure('make room for PostgreSQL', options.dataDir, message, error);
  }
}

async function tryPrepareSite(options: ClusterOptions): Promise<Site> {
  const { log, clock, systemFolder = SYSTEM_FOLDER } = options;
  const dataDir = await openDataDir(options.dataDir);
  const pointedTo = (await readPointer(dataDir)) ?? dataDir;
  const identity = await chooseIdentity({ cluster: join(pointedTo, DATA_FOLDER), dataDir });
  const placement = await placeCluster(dataDir, systemFolder, identity);
  await endAbandoned(placement, clock, log);
  // Only root makes homes outside DATA_DIR, and only root can delete them.
  if (identity.dropped) await clearHomes({ dataDir, systemFolder }, clock, log);

  const { home, copiesFolder } = placement;
  if (home !== dataDir) {
    log.info(
      { home, dataDir },
      'the database lies outside DATA_DIR, as the user that runs PostgreSQL may not enter that: back up both',
    );
  }
  const dataFolder = join(home, DATA_FOLDER);
  const major = await dataVersion(dataFolder);
  const path = options.environment.PATH ?? '';
  const binaries = await findBinaries({ identity, path, copiesFolder, major });
  if (major === undefined) await initializeData(dataFolder, binaries, identity);
  else await handOver(dataFolder, identity);

  const settings = await writeSettings(home, binaries);
  const socketFolder = await openSocketFolder(home, identity);
  const logFile = join(home, 'postgres.log');
  return {
    home,
    isNew: major === undefined,
    place: { dataFolder, logFile, socketFolder, binaries, identity, ...settings },
  };
}

/** A home that nothing points to any more is left alone, but its PostgreSQL must not run on for ever. */
async function endAbandoned(placement: Placement, clock: Clock, log: Log): Promise<void> {
  for (const home of placement.abandoned) {
    log.warn(
      { home },
      `an earlier database of this DATA_DIR still lies in ${home}: delete it if nobody needs it`,
    );
    const dataFolder = join(home, DATA_FOLDER);
    const running = await findPostmaster(dataFolder);
    if (running !== undefined) await stopPostmaster(dataFolder, running.pid, clock, log);
  }
}

/** Databases of a DATA_DIR that was deleted, on which nothing runs. What cannot be deleted does not keep a start from its end. */
async function clearHomes(place: HomesPlace, clock: Clock, log: Log): Promise<void> {
  for (const { home, dataDir: owner, error } of await removeGone(place, clock.now())) {
    if (error === undefined) log.warn({ home }, `deleted the database of ${owner}, which no longer exists`);
    else log.warn({ err: error, home }, `the database of ${owner}, which no longer exists, was not deleted`);
  }
}

/**
 * The address of the PostgreSQL that a program of ours runs on this DATA_DIR, for a command that only asks it something; null
 * where none runs.
 */
export async function findRunningCluster(path: string): Promise<string | null> {
  const dataDir = await openDataDir(path);
  const home = (await readPointer(dataDir)) ?? dataDir;
  if ((await findPostmaster(join(home, DATA_FOLDER))) === undefined) return null;
  const folder = (await readFile(join(home, SOCKET_RECORD_FILE), 'utf8').catch(() => '')).trim();
  return folder === '' ? null : clusterUrl(folder);
}
