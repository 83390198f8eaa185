/** The data folder itself, created by `initdb` on first start. */
import { chmod, chown, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { explainFailure } from './explain-failure.ts';
import { type Identity, runAs } from './identity.ts';

/** Name of the superuser and of the database. */
export const OWNER = 'textprobe';

/** The major version that created the data; undefined if there is none yet. */
export async function dataVersion(dataFolder: string): Promise<number | undefined> {
  const text = await readFile(join(dataFolder, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  return text === undefined ? undefined : Number.parseInt(text, 10);
}

/** Runs initdb. Atomic: the next start discards an interrupted attempt. */
export async function initializeData(
  dataFolder: string,
  binaries: Binaries,
  identity: Identity,
): Promise<void> {
  const unfinished = `${dataFolder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished);
  await chmod(unfinished, 0o700);
  if (identity.dropped) await chown(unfinished, identity.uid, identity.gid);

  // The builtin provider sorts the same on every machine and forever; no C library update can break an index.
  const locale =
    binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale-provider=libc', '--locale=C.UTF-8'];
  const { code, output } = await runAs(identity, join(binaries.folder, 'initdb'), [
    `--pgdata=${unfinished}`,
    `--username=${OWNER}`,
    '--encoding=UTF8',
    ...locale,
    '--auth=trust',
    '--data-checksums',
    '--no-instructions',
  ]);
  if (code !== 0) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw explainFailure('create the PostgreSQL database', dataFolder, output);
  }
  await rename(unfinished, dataFolder);
}
