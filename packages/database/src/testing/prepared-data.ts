/**
 * The data of a first start, migrated and stopped, kept in `.cache` for all test runs: a copy takes a tenth of a second
 * of processor time, initdb and the migration three.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA_FOLDER } from '../cluster/placement.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import { closeDatabase, openDatabase } from '../core/connection.ts';
import { silentLog } from '../core/log.ts';
import { fingerprint } from '../migrations/0001-schema.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import { quickFolder } from './quick-folder.ts';
import { realClock } from './real-clock.ts';

const CACHE = fileURLToPath(new URL('../../../../.cache/', import.meta.url));
/** The version of PostgreSQL and the options of initdb. */
const SOURCES = ['../../package.json', '../cluster/data-folder.ts'];

/**
 * Copies the data into a DATA_DIR, as an earlier start would have left it. For tests of anything but the first start.
 */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const prepared = await ensurePrepared();
  const folder = join(dataDir, DATA_FOLDER);
  await mkdir(dataDir, { recursive: true });
  // The asynchronous variant takes ten times as long.
  cpSync(prepared, folder, { recursive: true });
  await chmod(folder, 0o700);
}

async function ensurePrepared(): Promise<string> {
  const hash = createHash('sha256').update(fingerprint);
  for (const source of SOURCES) hash.update(await readFile(new URL(source, import.meta.url)));
  const prepared = join(CACHE, `data-${process.getuid?.() ?? 0}-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(prepared)) await prepare(prepared);
  return prepared;
}

/** Atomic: of several processes at once, the first one wins. */
async function prepare(prepared: string): Promise<void> {
  const dataDir = await mkdtemp(join(await quickFolder(), 'textprobe-prepared-'));
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const unfinished = `${prepared}.${process.pid}`;
  try {
    const cluster = await startCluster({
      dataDir,
      clock: realClock,
      log: silentLog,
      environment: { PATH: process.env.PATH },
    });
    try {
      const db = openDatabase({ url: cluster.url, log: silentLog, applicationName: 'prepared data' });
      try {
        await migrateToLatest(db);
      } finally {
        await closeDatabase(db);
      }
    } finally {
      await cluster.stop();
    }
    await mkdir(dirname(prepared), { recursive: true });
    cpSync(join(dataDir, DATA_FOLDER), unfinished, { recursive: true });
    await rename(unfinished, prepared).catch((error: unknown) => {
      if (!existsSync(prepared)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}
