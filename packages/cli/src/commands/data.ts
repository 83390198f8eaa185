/**
 * `textprobe data`: where the database and the files lie, how large they are, and which databases outlived their DATA_DIR.
 * `textprobe data remove FOLDER` deletes one of those, named by hand, and nothing that is in use.
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
      "write 'textprobe data' to see where the data lies, or 'textprobe data remove FOLDER' with a folder that it lists as left behind.",
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
      'Left behind by a DATA_DIR that is gone. A start by root deletes them a week after they were last used.',
      'A DATA_DIR that was moved takes its database back at its next start.',
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
  return pid === null ? why : `${why}; its PostgreSQL still runs (process ${pid})`;
}

async function remove(folder: string, { dataDir }: Settings): Promise<void> {
  const size = await sizeOfFolder(folder);
  const found = await removeOrphan(folder, { dataDir });
  if (found === null)
    throw new UserError(`${folder} was not deleted: it is no database that 'textprobe data' lists.`);
  if (!isRemovable(found)) {
    const reason =
      found.orphaned === null
        ? `it is the database of ${found.dataDir}. Delete that folder first if nobody needs it`
        : `its PostgreSQL still runs (process ${found.pid}). End that first`;
    throw new UserError(`${folder} was not deleted: ${reason}.`);
  }
  process.stdout.write(`Deleted ${folder} (${formatBytes(size ?? 0)}).\n`);
}

async function withSize(folder: string): Promise<string> {
  const size = await sizeOfFolder(folder);
  return `${folder} (${size === null ? 'not there' : formatBytes(size)})`;
}

/** The bytes of all files in it; null where it does not exist or may not be read. */
async function sizeOfFolder(folder: string): Promise<number | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    let bytes = 0;
    for (const entry of entries) {
      // A running database deletes files of its own while they are counted.
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
