/**
 * Where the cluster lives: in DATA_DIR, or, where root starts us and the unprivileged user cannot enter DATA_DIR (it lies
 * below somebody's 0700 home), in a folder of the system's; then a file in DATA_DIR says where.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canEnter, type Identity, openFolder } from './identity.ts';

/** Where root puts a home that the unprivileged user could not reach in DATA_DIR. */
export const SYSTEM_FOLDER = '/var/lib/textprobe';

/** In DATA_DIR: the path of the home, when that is elsewhere. */
export const POINTER_FILE = 'postgres-lives-at.txt';

/** In a home outside DATA_DIR: the DATA_DIR that it belongs to. */
export const BACK_POINTER_FILE = 'data-dir.txt';

/** Folder of the data itself, within the home. */
export const DATA_FOLDER = 'postgres';

export interface Placement {
  /** Holds the data folder, PostgreSQL's settings and log, and the path of its socket. */
  readonly home: string;
  /** Where a copy of the programs may be put. */
  readonly copiesFolder: string;
  /** Earlier homes of this DATA_DIR that nothing points to any more: it was deleted and made anew. */
  readonly abandoned: readonly string[];
}

/** The home that DATA_DIR names, if any. Its owner decides as whom PostgreSQL runs. */
export async function readPointer(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, POINTER_FILE), 'utf8').catch(() => undefined);
  return text?.trim() || undefined;
}

/** Finds the home, or makes one. @throws Error when DATA_DIR points to a home that is gone or another's. */
export async function placeCluster(
  dataDir: string,
  systemFolder: string,
  identity: Identity,
): Promise<Placement> {
  const pointer = await readPointer(dataDir);
  if (pointer !== undefined) {
    await checkOwnership(pointer, dataDir);
    return { home: pointer, copiesFolder: identity.dropped ? systemFolder : pointer, abandoned: [] };
  }
  const copiesFolder = identity.dropped ? systemFolder : dataDir;
  const isSettled = await isFolder(join(dataDir, DATA_FOLDER));
  if (isSettled || (await canEnter(identity, dataDir))) return { home: dataDir, copiesFolder, abandoned: [] };

  const abandoned = await homesOf(dataDir, systemFolder);
  // Random rather than derived from the path: who deletes DATA_DIR means to begin anew.
  const home = join(systemFolder, randomBytes(6).toString('hex'));
  await openFolder(systemFolder);
  await mkdir(home);
  await chmod(home, 0o711);
  await writeFile(join(home, BACK_POINTER_FILE), `${dataDir}\n`);
  await writeFile(join(dataDir, POINTER_FILE), `${home}\n`);
  return { home, copiesFolder, abandoned };
}

/** Hands a folder over, all that it holds included; it may have been restored from a backup by root. */
export async function handOver(folder: string, identity: Identity): Promise<void> {
  if (!identity.dropped || (await stat(folder)).uid === identity.uid) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), identity.uid, identity.gid);
  }
  // Last, so that an interrupted hand-over is begun again.
  await chown(folder, identity.uid, identity.gid);
}

async function checkOwnership(home: string, dataDir: string): Promise<void> {
  if (!(await isFolder(home))) {
    throw new Error(
      `${join(dataDir, POINTER_FILE)} says that the database lives in ${home}, which does not exist. Bring it back, or delete that file to begin with an empty database.`,
    );
  }
  const owner = (await readFile(join(home, BACK_POINTER_FILE), 'utf8').catch(() => '')).trim();
  if (owner === dataDir) return;
  if (owner !== '' && (await readPointer(owner)) === home) {
    throw new Error(
      `${dataDir} is a copy of ${owner}, and both point to the one database in ${home}. Delete ${join(dataDir, POINTER_FILE)} to begin with an empty database.`,
    );
  }
  // DATA_DIR was moved: the home goes with it.
  await writeFile(join(home, BACK_POINTER_FILE), `${dataDir}\n`);
}

async function homesOf(dataDir: string, systemFolder: string): Promise<string[]> {
  const homes: string[] = [];
  for (const name of await readdir(systemFolder).catch(() => [])) {
    const home = join(systemFolder, name);
    const owner = await readFile(join(home, BACK_POINTER_FILE), 'utf8').catch(() => '');
    if (owner.trim() === dataDir) homes.push(home);
  }
  return homes;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** DATA_DIR, made if it is missing, without symbolic links on the way: pointers compare it. */
export async function openDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  return realpath(dataDir);
}
