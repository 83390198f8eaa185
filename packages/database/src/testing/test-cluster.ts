/** A PostgreSQL for one test run, with a migrated template database to copy. */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { findPostmaster, stopPostmaster } from '../cluster/postmaster.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import { closeDatabase, openDatabase } from '../core/connection.ts';
import { silentLog } from '../core/log.ts';
import { ensurePartitions } from '../migrations/month-partitions.ts';
import { copyPreparedData } from './prepared-data.ts';
import { quickFolder } from './quick-folder.ts';
import { realClock } from './real-clock.ts';

export interface TestCluster {
  /** The database to connect to in order to create and drop others. */
  readonly adminUrl: string;
  /** The migrated template; nothing may be connected to it while it is copied. */
  readonly templateUrl: string;
  stop(): Promise<void>;
}

/** The name of the template database. */
export const TEMPLATE_DATABASE = 'textprobe';

export async function startTestCluster(): Promise<TestCluster> {
  const parent = await quickFolder();
  await removeLeftovers(parent);
  const dataDir = await mkdtemp(join(parent, `textprobe-test-${process.pid}-`));
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  await copyPreparedData(dataDir);
  const cluster = await startCluster({
    dataDir,
    clock: realClock,
    log: silentLog,
    environment: { PATH: process.env.PATH },
  });
  const db = openDatabase({
    url: cluster.url,
    log: silentLog,
    applicationName: 'test set-up',
    maxConnections: 2,
  });
  try {
    // Nothing here needs to survive a crash; a slow disk would only slow the tests.
    await sql`alter system set fsync = off`.execute(db);
    await sql`select pg_reload_conf()`.execute(db);
    await ensurePartitions(db, realClock.now());
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

/** Leftovers of a killed run, whose PostgreSQL outlived it. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^textprobe-test-(\d+)-/.exec(name)?.[1]);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    const dataFolder = join(parent, name, 'postgres');
    const orphan = await findPostmaster(dataFolder);
    if (orphan !== undefined) {
      await stopPostmaster(dataFolder, orphan.pid, realClock, silentLog).catch(() => undefined);
      await rm(orphan.socketFolder, { recursive: true, force: true });
    }
    // It may belong to another user, and then stays.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
