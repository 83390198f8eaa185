/** `textprobe export FILE`: writes the directory as a file that `textprobe import` reads back unchanged (DIR-3). */
import { writeFile } from 'node:fs/promises';
import { exportDirectory } from '@textprobe/database/directory/export-directory';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { directoryText } from '@textprobe/server/features/directory/files/export-file';
import { UserError } from '../process/user-error.ts';
import { auditCommand } from '../program/audit-command.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

export async function exportFile(settings: Settings, args: readonly string[]): Promise<number> {
  const [file, ...more] = args;
  const format = /\.(csv|json)$/i.exec(file ?? '')?.[1]?.toLowerCase();
  if (file === undefined || more.length > 0 || (format !== 'csv' && format !== 'json'))
    throw new UserError("run 'textprobe export FILE' with a name that ends in .csv or .json.");
  const directory = await withDatabase('export', settings, async ({ db }) => {
    await auditCommand(db, 'directory.exported');
    return exportDirectory(db, ALL_PARTNERS);
  });
  try {
    await writeFile(file, directoryText(directory, format), { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError(
      code === 'EEXIST'
        ? `${file} already exists. Choose another name, or remove it first.`
        : `${file} could not be written: ${message}`,
    );
  }
  const { partners, clients, offices, phones } = directory;
  const counts = Object.entries({ partner: partners, client: clients, office: offices, phone: phones }).map(
    ([noun, { length }]) => `${length} ${noun}${length === 1 ? '' : 's'}`,
  );
  process.stdout.write(`Exported ${new Intl.ListFormat('en').format(counts)} to ${file}.\n`);
  return 0;
}
