/** Folders for the programs of one test file: created on a fast disk, and removed with any PostgreSQL left running. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { findPostmaster, stopPostmaster } from '@textprobe/database/cluster/postmaster';
import { silentLog } from '@textprobe/database/core/log';
import { homeOf } from '@textprobe/database/testing/cluster-site';
import { copyPreparedData } from '@textprobe/database/testing/prepared-data';
import { quickFolder } from '@textprobe/database/testing/quick-folder';
import { systemClock } from '../process/system-clock.ts';

export interface DataSite {
  /** Accessible to all users. */
  readonly folder: string;
  /** A path in it, not created. */
  path(name: string): string;
  /** A DATA_DIR in it with an empty database, for tests of anything but the first start. */
  dataDir(name: string): Promise<string>;
  /** The pid of the PostgreSQL that runs on a DATA_DIR in it; null when none does. */
  postgresOf(dataDir: string): Promise<number | null>;
  /** Stops the PostgreSQL of these DATA_DIRs and deletes everything, including what root stores elsewhere. */
  remove(...dataDirs: readonly string[]): Promise<void>;
}

export async function makeDataSite(): Promise<DataSite> {
  const folder = await mkdtemp(path.join(await quickFolder(), 'textprobe program '));
  await chmod(folder, 0o755);
  return {
    folder,
    path: (name) => path.join(folder, name),
    async dataDir(name) {
      const dataDir = path.join(folder, name);
      await copyPreparedData(dataDir);
      return dataDir;
    },
    postgresOf: async (dataDir) => (await findPostgres(dataDir))?.pid ?? null,
    async remove(...dataDirs) {
      for (const dataDir of dataDirs) {
        const left = await findPostgres(dataDir);
        if (left !== null) {
          await stopPostmaster(left.data, left.pid, systemClock, silentLog);
          await rm(left.socketFolder, { recursive: true, force: true });
        }
        const home = await homeOf(dataDir);
        if (home !== dataDir) await rm(home, { recursive: true, force: true });
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findPostgres(dataDir: string) {
  const data = path.join(await homeOf(dataDir), 'postgres');
  const found = await findPostmaster(data);
  return found === undefined ? null : { ...found, data };
}
