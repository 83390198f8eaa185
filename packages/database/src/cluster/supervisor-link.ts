/**
 * The one connection by which we hold the cluster: it tells at once when PostgreSQL goes away, also one that is no child
 * of ours, and it holds a lock, so that no second program believes the cluster to be its own.
 */
import type { Clock } from '@textprobe/domain/clock';
import pg from 'pg';
import { OWNER } from './data-folder.ts';
import { SOCKET_PORT } from './socket-folder.ts';

export interface SupervisorLink {
  /** Of the settings with which the server was started; null if it was not we who started it. */
  readonly fingerprint: string | null;
  /** `18.4` */
  readonly version: string;
  /** Resolves with the reason when the connection is lost or closed. */
  readonly lost: Promise<string>;
  /** Takes the supervision, and makes our database if it is missing. @throws Error when another program has it */
  take(): Promise<void>;
  close(): Promise<void>;
}

const POLL_MS = 5;
const LONGEST_POLL_MS = 250;
/** For the connections of a killed program to be noticed by the server. */
const TAKE_OVER_MS = 3000;
/** Any number, the same in every version. */
const LOCK_KEY = 7_398_270_116;

/** Starting up, recovering or shutting down: it will answer. */
const NOT_YET = '57P03';

/**
 * Connects as soon as the server answers.
 * @param giveUp asked before each further try: throws when there is nothing to wait for any more; it is told whether the
 *   server has said that it is on its way, for then recovery after a crash may take minutes
 */
export async function connectSupervisor(
  socketFolder: string,
  clock: Clock,
  giveUp: (isOnItsWay: boolean) => void | Promise<void>,
): Promise<SupervisorLink> {
  // The pause grows by a tenth each time: a start is seen at once, and a long recovery's log is not flooded.
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
    client.on('end', () => resolve('its connection ended'));
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
      throw new Error('Another program is at work on the same DATA_DIR: end it first.');
  }
}
