/**
 * `textprobe data`: shows location and size of database and files, and databases whose DATA_DIR no longer exists.
 * `textprobe data remove FOLDER` deletes one of these, and nothing in use.
 */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type ClusterHome, isRemovable, listHomes, removeOrphan } from '@textprobe/database/cluster/homes';
import { DATA_FOLDER, readPointer } from '@textprobe/database/cluster/placement';
import { UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';
import { maskUrl } from './config.ts';

export async function data(settings: Settings, args: readonly string[]): Promise<number> {
  const [act, ...folders] = args;
  if (act === undefined) {
    process.stdout.write(await describe(settings));
    return 0;
  }
  if (act !== 'remove' || folders.length === 0) {
    throw new UserError(
      "run 'textprobe data' to see where the data is, or 'textprobe data remove FOLDER' with a folder that it lists as left behind.",
    );
  }
  for (const folder of folders) await remove(path.resolve(folder), settings);
  return 0;
}

async function describe(settings: Settings): Promise<string> {
  const { dataDir, databaseUrl, media } = settings;
  const home = (await readPointer(dataDir)) ?? dataDir;
  const database =
    databaseUrl === null
      ? `${await withSize(path.join(home, DATA_FOLDER))}${home === dataDir ? '' : ': outside DATA_DIR, back up both'}`
      : maskUrl(databaseUrl);
  const files = media.kind === 'disk' ? await withSize(media.folder) : `the bucket ${media.bucket}`;
  const lines = [`DATA_DIR  ${dataDir}`, `Database  ${database}`, `Media     ${files}`];
  const orphans = (await listHomes({ dataDir })).filter(({ orphaned }) => orphaned !== null);
  if (orphans.length > 0) {
    lines.push(
      '',
      'Left behind by a DATA_DIR that no longer exists. A start by root deletes them a week after their last use.',
      'A moved DATA_DIR finds its database again at its next start.',
    );
    for (const orphan of orphans) {
      lines.push(`  ${await withSize(orphan.home)}, of ${orphan.dataDir}, ${stateOf(orphan)}`);
    }
    lines.push("Delete one with 'textprobe data remove FOLDER'. That cannot be undone.");
  }
  return `${lines.join('\n')}\n`;
}

function stateOf({ orphaned, pid }: ClusterHome): string {
  const why = orphaned === 'gone' ? 'which does not exist' : 'which has another database now';
  return pid === null ? why : `${why}; its PostgreSQL is still running (process ${pid})`;
}

async function remove(folder: string, { dataDir }: Settings): Promise<void> {
  const size = await sizeOfFolder(folder);
  const found = await removeOrphan(folder, { dataDir });
  if (found === null)
    throw new UserError(`${folder} was not deleted: 'textprobe data' does not list it as a database.`);
  if (!isRemovable(found)) {
    const reason =
      found.orphaned === null
        ? `it is the database of ${found.dataDir}. Delete that folder first if it is no longer needed`
        : `its PostgreSQL is still running (process ${found.pid}). Stop it first`;
    throw new UserError(`${folder} was not deleted: ${reason}.`);
  }
  process.stdout.write(`Deleted ${folder} (${formatBytes(size ?? 0)}).\n`);
}

async function withSize(folder: string): Promise<string> {
  const size = await sizeOfFolder(folder);
  return `${folder} (${size === null ? 'missing' : formatBytes(size)})`;
}

/** The size of all its files in bytes; null when it does not exist or is not readable. */
async function sizeOfFolder(folder: string): Promise<number | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    let bytes = 0;
    for (const entry of entries) {
      // A running database may delete files while they are counted.
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile())
        bytes += await lstat(file).then(
          ({ size }) => size,
          () => 0,
        );
    }
    return bytes;
  } catch {
    return null;
  }
}

/** `12.3 MB` */
function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
