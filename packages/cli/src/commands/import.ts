/** `textprobe import FILE`: loads a directory, completely or not at all. */
import { ImportRefused, importDirectory } from '@textprobe/database/directory/import-directory';
import { readDirectoryFile } from '../directory/directory-file.ts';
import { UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

/** More would only bury the first. */
const MAX_FAULTS = 50;

export async function importFile(settings: Settings, args: readonly string[]): Promise<number> {
  const [file, ...more] = args;
  if (file === undefined || more.length > 0) {
    throw new UserError(
      "run 'textprobe import FILE' with one CSV or JSON file, such as examples/directory.csv.",
    );
  }
  const read = readDirectoryFile(file);
  if (!read.ok) {
    const shown = read.faults.slice(0, MAX_FAULTS).map((fault) => `  ${fault}`);
    const rest = read.faults.length - shown.length;
    if (rest > 0) shown.push(`  … and ${rest} more`);
    throw refuse(file, shown);
  }
  const { created, updated, unchanged } = await withDatabase('import', settings, ({ db }) =>
    importDirectory(db, read.directory).catch((error: unknown) => {
      if (!(error instanceof ImportRefused)) throw error;
      throw refuse(
        file,
        error.faults.slice(0, MAX_FAULTS).map((fault) => `  ${fault}`),
      );
    }),
  );
  process.stdout.write(
    `Imported ${file}: ${created} new, ${updated} changed, ${unchanged} unchanged (partners, clients, offices and phones together).\n`,
  );
  return 0;
}

function refuse(file: string, lines: readonly string[]): UserError {
  return new UserError(`nothing was imported; ${file} has errors:\n${lines.join('\n')}`);
}
