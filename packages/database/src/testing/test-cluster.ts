/** A PostgreSQL for one run of the tests, with a migrated database in it to make copies of. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startCluster } from '../cluster/start-cluster.ts';
import { closeDatabase, openDatabase } from '../connection.ts';
import { installJobQueue } from '../job-queue.ts';
import { silentLog } from '../log.ts';
import { ensurePartitions, migrateToLatest } from '../migrate.ts';
import { realClock } from './real-clock.ts';

export interface TestCluster {
  /** A database to which one connects in order to make and drop others. */
  readonly adminUrl: string;
  /** The migrated one; nobody may be connected to it while it is copied. */
  readonly templateUrl: string;
  stop(): Promise<void>;
}

/** Its database's name, to be made copies of. */
export const TEMPLATE_DATABASE = 'textprobe';

export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'textprobe-test-'));
  // Started by root, PostgreSQL runs as somebody else, who must be able to enter.
  await chmod(dataDir, 0o755);
  const environment = { PATH: process.env.PATH };
  const cluster = await startCluster({
    dataDir,
    clock: realClock,
    log: silentLog,
    environment,
    systemFolder: dataDir,
  });
  const db = openDatabase({
    url: cluster.url,
    log: silentLog,
    applicationName: 'test set-up',
    maxConnections: 2,
  });
  try {
    // Nothing here must outlive the machine; a slow disk would only slow the tests.
    await sql`alter system set fsync = off`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    await migrateToLatest(db);
    await ensurePartitions(db, realClock.now());
    await installJobQueue({ url: cluster.url, log: silentLog, clock: realClock });
  } finally {
    await closeDatabase(db);
  }
  return {
    adminUrl: urlOfDatabase(cluster.url, 'postgres'),
    templateUrl: cluster.url,
    async stop() {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same server, another database. */
export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
