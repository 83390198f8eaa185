/**
 * The single connection by which we hold the cluster. It reports at once when PostgreSQL stops, even if it is not our
 * child process, and holds a lock that keeps other programs from using the same cluster.
 */
import type { Clock } from '@textprobe/domain/clock';
import pg from 'pg';
import { OWNER } from './data-folder.ts';
import { SOCKET_PORT } from './socket-folder.ts';

export interface SupervisorLink {
  /** Fingerprint of the settings that the server was started with; null if it was not started by Textprobe. */
  readonly fingerprint: string | null;
  /** `18.4` */
  readonly version: string;
  /** Resolves with the reason once the connection is lost or closed. */
  readonly lost: Promise<string>;
  /**
   * Takes over supervision and creates our database if it is missing. @throws Error if another program supervises it
   */
  take(): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 5;
const LONGEST_POLL_MS = 250;
/** Time for the server to notice that a killed program's connections are gone. */
const TAKE_OVER_MS = 3000;
/** An arbitrary number, the same in every version. */
const LOCK_KEY = 7_398_270_116;

/** Starting, recovering or shutting down: connections will be accepted later. */
const NOT_YET = '57P03';

/**
 * Connects once the server accepts connections.
 * @param giveUp called before each retry; throws when waiting is pointless. Its argument is whether the server has
 *   reported that it is starting, because recovery after a crash may take minutes
 */
export async function connectSupervisor(
  socketFolder: string,
  clock: Clock,
  giveUp: (isStarting: boolean) => void | Promise<void>,
): Promise<SupervisorLink> {
  // Pauses grow by a tenth: a normal start is noticed quickly, and a long recovery does not flood the log.
  for (let pause = POLL_MS; ; pause = Math.min(pause * 1.1, LONGEST_POLL_MS)) {
    try {
      return await connect(socketFolder, clock);
    } catch (error) {
      await giveUp((error as { code?: string }).code === NOT_YET);
    }
    await clock.sleep(pause);
  }
}

async function connect(socketFolder: string, clock: Clock): Promise<SupervisorLink> {
  const client = new pg.Client({
    host: socketFolder,
    port: SOCKET_PORT,
    user: OWNER,
    database: 'postgres',
    application_name: 'textprobe supervisor',
    connectionTimeoutMillis: 10_000,
  });
  const lost = new Promise<string>((resolve) => {
    client.on('error', (error) => resolve(error.message));
    client.on('end', () => resolve('the connection ended'));
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ fingerprint: string | null; version: string }>(
      `select current_setting('textprobe.fingerprint', true) as fingerprint, current_setting('server_version') as version`,
    );
    const { fingerprint = null, version = '' } = rows[0] ?? {};
    return { fingerprint, version, lost, take: () => take(client, clock), close: () => client.end() };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function take(client: pg.Client, clock: Clock): Promise<void> {
  for (const deadline = clock.now() + TAKE_OVER_MS; ; await clock.sleep(POLL_MS)) {
    const { rows } = await client.query<{ taken: boolean; exists: boolean }>(
      `select pg_try_advisory_lock($1) as taken, exists (select from pg_database where datname = $2) as exists`,
      [LOCK_KEY, OWNER],
    );
    if (rows[0]?.taken === true) {
      if (!rows[0].exists) await client.query(`create database ${OWNER}`);
      return;
    }
    if (clock.now() >= deadline)
      throw new Error('Another program is using the same DATA_DIR: stop it first.');
  }
}
