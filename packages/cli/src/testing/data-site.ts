/** Folders for one test file's programs: made on a quick disk, and taken away with the PostgreSQL that one left running. */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { findPostmaster, stopPostmaster } from '@textprobe/database/cluster/postmaster';
import { silentLog } from '@textprobe/database/log';
import { quickFolder } from '@textprobe/database/testing/test-cluster';
import { systemClock } from '../system-clock.ts';

export interface DataSite {
  /** Everybody may enter it. */
  readonly folder: string;
  /** A path in it, not made. */
  path(name: string): string;
  /** The pid of the PostgreSQL that runs on a DATA_DIR in it; null when none does. */
  postgresOf(dataDir: string): Promise<number | null>;
  /** Ends the PostgreSQL of these DATA_DIRs and deletes all. */
  remove(...dataDirs: readonly string[]): Promise<void>;
}

export async function makeDataSite(): Promise<DataSite> {
  const folder = await mkdtemp(path.join(await quickFolder(), 'textprobe program '));
  await chmod(folder, 0o755);
  return {
    folder,
    path: (name) => path.join(folder, name),
    postgresOf: async (dataDir) => (await findPostgres(dataDir))?.pid ?? null,
    async remove(...dataDirs) {
      for (const dataDir of dataDirs) {
        const left = await findPostgres(dataDir);
        if (left === null) continue;
        await stopPostmaster(left.data, left.pid, systemClock, silentLog);
        await rm(left.socketFolder, { recursive: true, force: true });
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function findPostgres(dataDir: string) {
  const pointer = await readFile(path.join(dataDir, 'postgres-lives-at.txt'), 'utf8').catch(() => '');
  const data = path.join(pointer.trim() || dataDir, 'postgres');
  const found = await findPostmaster(data);
  return found === undefined ? null : { ...found, data };
}
