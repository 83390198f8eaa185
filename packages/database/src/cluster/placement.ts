/**
 * Decides where the cluster is stored: in DATA_DIR or, if root starts us and the unprivileged user cannot enter DATA_DIR
 * (such as below a 0700 home), in a system folder; then a pointer file in DATA_DIR says where.
 */
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canEnter, type Identity, openFolder } from './identity.ts';

/** Where root puts a home that the unprivileged user could not reach in DATA_DIR. */
export const SYSTEM_FOLDER = '/var/lib/textprobe';

/** In DATA_DIR: the path of the home, if it is elsewhere. */
export const POINTER_FILE = 'postgres-lives-at.txt';

/** In a home outside DATA_DIR: the DATA_DIR that it belongs to. */
export const BACK_POINTER_FILE = 'data-dir.txt';

/** The data folder within the home. */
export const DATA_FOLDER = 'postgres';

export interface Placement {
  /** Contains the data folder, PostgreSQL's settings and log, and the path of its socket. */
  readonly home: string;
  /** Where a copy of the programs may be put. */
  readonly copiesFolder: string;
  /** Earlier homes of this DATA_DIR without a pointer to them: DATA_DIR was deleted and recreated. */
  readonly abandoned: readonly string[];
}

/** The home that DATA_DIR points to, if any. Its owner decides which user runs PostgreSQL. */
export async function readPointer(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, POINTER_FILE), 'utf8').catch(() => undefined);
  return text?.trim() || undefined;
}

/**
 * Finds or creates the home.
 * @throws Error if DATA_DIR points to a home that is gone or belongs to another DATA_DIR
 */
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
  const hasCluster = await isFolder(join(dataDir, DATA_FOLDER));
  if (hasCluster || (await canEnter(identity, dataDir)))
    return { home: dataDir, copiesFolder, abandoned: [] };

  const abandoned = await homesOf(dataDir, systemFolder);
  // Random, not derived from the path: deleting DATA_DIR means a fresh start.
  const home = join(systemFolder, randomBytes(6).toString('hex'));
  await openFolder(systemFolder);
  await mkdir(home);
  await chmod(home, 0o711);
  await writeFile(join(home, BACK_POINTER_FILE), `${dataDir}\n`);
  await writeFile(join(dataDir, POINTER_FILE), `${home}\n`);
  return { home, copiesFolder, abandoned };
}

/** Changes the owner of a folder and its contents; root may have restored it from a backup. */
export async function changeOwner(folder: string, identity: Identity): Promise<void> {
  if (!identity.dropped || (await stat(folder)).uid === identity.uid) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), identity.uid, identity.gid);
  }
  // Last, so that an interrupted change starts over.
  await chown(folder, identity.uid, identity.gid);
}

async function checkOwnership(home: string, dataDir: string): Promise<void> {
  if (!(await isFolder(home))) {
    throw new Error(
      `${join(dataDir, POINTER_FILE)} points to a database in ${home}, which does not exist. Restore it, or delete that file to start with an empty database.`,
    );
  }
  const owner = (await readFile(join(home, BACK_POINTER_FILE), 'utf8').catch(() => '')).trim();
  if (owner === dataDir) return;
  if (owner !== '' && (await readPointer(owner)) === home) {
    throw new Error(
      `${dataDir} is a copy of ${owner}: both point to the same database in ${home}. Delete ${join(dataDir, POINTER_FILE)} to start with an empty database.`,
    );
  }
  // DATA_DIR was moved: the home follows.
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

/** DATA_DIR, created if missing, with symbolic links resolved, because pointers compare it. */
export async function openDataDir(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  return realpath(dataDir);
}
