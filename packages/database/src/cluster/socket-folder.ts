/**
 * The private folder in which PostgreSQL's socket lies. DATA_DIR itself will not do: a socket's path may be 107 bytes
 * long at most (103 on macOS), and whoever can enter its folder is the database's superuser.
 */
import { chown, lstat, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER } from './data-folder.ts';
import { canEnter, type Identity } from './identity.ts';

/** The port is part of the socket's name; in a folder of its own there is no other. */
export const SOCKET_PORT = 5432;

/** Holds the folder's path. */
export const SOCKET_RECORD_FILE = 'postgres-socket.txt';
const NAME = 'textprobe-';
const LONGEST_PATH = 103;

/**
 * The folder of the last start if it is still there and private, else a new one. Its path is kept in the home, so that a
 * crash leaves nothing behind which the next start does not find.
 * @throws Error when neither the system's temporary folder nor /tmp will do
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

/** The address of the server whose socket lies there, for node-postgres and libpq. */
export function clusterUrl(folder: string): string {
  return `postgres://${OWNER}@localhost:${SOCKET_PORT}/${OWNER}?host=${encodeURIComponent(folder)}`;
}

/** Makes the folder again if a cleaner of temporary files took it: those connected know no other path. */
export async function restoreSocketFolder(folder: string, identity: Identity): Promise<void> {
  if (await isPrivate(folder, identity)) return;
  // Fails if somebody else has put something in its place.
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
    `PostgreSQL's socket has no place: neither ${tmpdir()} nor /tmp is a folder with a short path that user ${identity.uid} can enter. Set TMPDIR to one.`,
  );
}
