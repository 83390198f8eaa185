/** The embedded PostgreSQL that another program of ours is running, for a command that only wants to ask it something. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER } from './data-folder.ts';
import { DATA_FOLDER, openDataDir, readPointer } from './placement.ts';
import { findPostmaster } from './postmaster.ts';
import { clusterUrl, SOCKET_RECORD_FILE } from './socket-folder.ts';

/** Its address, null when none is running on this DATA_DIR. */
export async function findRunningCluster(path: string): Promise<string | null> {
  const dataDir = await openDataDir(path);
  const home = (await readPointer(dataDir)) ?? dataDir;
  if ((await findPostmaster(join(home, DATA_FOLDER))) === undefined) return null;
  const folder = (await readFile(join(home, SOCKET_RECORD_FILE), 'utf8').catch(() => '')).trim();
  return folder === '' ? null : clusterUrl(folder, OWNER);
}
