/** An empty database as an installation has it: a cluster of its own on a disk, with the settings of the program. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '@textprobe/database/cluster/start-cluster';
import { closeDatabase, openDatabase } from '@textprobe/database/connection';
import { silentLog } from '@textprobe/database/log';
import { realClock } from '@textprobe/database/testing/real-clock';
import type { TestDatabase } from '@textprobe/database/testing/test-database';

/** Ten million messages take some 14 GB there until `drop`. */
export async function createDiskDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'textprobe-upgrade-'));
  // Started by root, PostgreSQL runs as somebody else, who must be able to enter.
  await chmod(dataDir, 0o755);
  const { url, stop } = await startCluster({
    dataDir,
    clock: realClock,
    log: silentLog,
    environment: { PATH: process.env.PATH },
  });
  const db = openDatabase({ url, log: silentLog, applicationName: 'test', statementTimeoutMs: 0 });
  return {
    db,
    url,
    async drop() {
      await closeDatabase(db);
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
