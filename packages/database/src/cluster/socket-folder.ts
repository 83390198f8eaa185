/**
 * The private folder of PostgreSQL's socket. It cannot be in DATA_DIR: a socket path may have at most 107 bytes (103 on
 * macOS), and everyone who can enter its folder is superuser of the database.
 */
import { chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER } from './data-folder.ts';
import { canEnter, type Identity } from './identity.ts';

/** The port is part of the socket's name; the folder contains no other socket. */
export const SOCKET_PORT = 5432;

/** Stores the folder's path. */
export const SOCKET_RECORD_FILE = 'postgres-socket.txt';
const NAME = 'textprobe-';
const LONGEST_PATH = 103;

/**
 * The folder of the last start if it still exists and is private, else a new one. The home keeps its path, so that the
 * next start finds it after a crash.
 * @throws Error if neither the system's temporary folder nor /tmp can be used
 */
export async function openSocketFolder(home: string, identity: Identity): Promise<string> {
  const record = join(home, SOCKET_RECORD_FILE);
  const last = (await readFile(record, 'utf8').catch(() => '')).trim();
  if (last !== '' && (await isPrivate(last, identity))) return last;

  const parent = await chooseParent(identity);
  const folder = await mkdtemp(join(parent, NAME));
  if (identity.dropped) await chown(folder, identity.uid, identity.gid);
  await writeFile(record, `${folder}\n`);
  return folder;
}

/** Connection URL of the server with this socket, for node-postgres and libpq. */
export function clusterUrl(folder: string): string {
  return `postgres://${OWNER}@localhost:${SOCKET_PORT}/${OWNER}?host=${encodeURIComponent(folder)}`;
}

/** Recreates the folder if a cleaner of temporary files removed it: connected clients know no other path. */
export async function restoreSocketFolder(folder: string, identity: Identity): Promise<void> {
  if (await isPrivate(folder, identity)) return;
  // Fails if another user has put something in its place.
  await mkdir(folder, { mode: 0o700 });
  if (identity.dropped) await chown(folder, identity.uid, identity.gid);
}

export async function removeSocketFolder(home: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rm(join(home, SOCKET_RECORD_FILE), { force: true });
}

async function isPrivate(folder: string, identity: Identity): Promise<boolean> {
  const entry = await lstat(folder).catch(() => undefined);
  return entry?.isDirectory() === true && entry.uid === identity.uid && (entry.mode & 0o077) === 0;
}

async function chooseParent(identity: Identity): Promise<string> {
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    const path = join(parent, `${NAME}XXXXXX`, `.s.PGSQL.${SOCKET_PORT}`);
    const exists = (await lstat(parent).catch(() => undefined)) !== undefined;
    if (exists && Buffer.byteLength(path) <= LONGEST_PATH && (await canEnter(identity, parent)))
      return parent;
  }
  throw new Error(
    `There is no folder for PostgreSQL's socket: neither ${tmpdir()} nor /tmp has a short path that user ${identity.uid} can enter. Set TMPDIR to one.`,
  );
}
