/** `textprobe import FILE`: loads a directory, completely or not at all, or with `--preview` says what it would do. */
import { type Fault, faultWords } from '@textprobe/server/features/directory/files/directory-fault';
import { parseDirectory } from '@textprobe/server/features/directory/files/directory-file';
import {
  type ImportOutcome,
  importFile as importChecked,
  previewFile,
  wrongOf,
} from '@textprobe/server/features/directory/files/import-file';
import { readDirectoryFile } from '../directory/directory-file.ts';
import { UserError } from '../process/user-error.ts';
import { auditCommand } from '../program/audit-command.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

/** More would only bury the first. */
const MAX_LINES = 50;

export async function importFile(settings: Settings, args: readonly string[]): Promise<number> {
  const isPreview = args.includes('--preview');
  const [file, ...more] = args.filter((arg) => arg !== '--preview');
  if (file === undefined || more.length > 0) {
    throw new UserError(
      "run 'textprobe import FILE' with one CSV or JSON file, such as examples/directory.csv; with --preview nothing is written.",
    );
  }
  const check = parseDirectory(readDirectoryFile(file));
  if (check.faults.length > 0) throw refusal(file, check.faults, check.faults.length + check.moreFaults);
  const { counts, rows, notices } = await withDatabase(
    'import',
    settings,
    ({ db }, { clock }): Promise<ImportOutcome> =>
      isPreview
        ? previewFile(db, check)
        : db.transaction().execute(async (tx) => {
            const outcome = await importChecked(tx, check, clock.now());
            const { wrong, new: created, changed } = outcome.counts;
            const changes = { new: [null, created], changed: [null, changed] } as const;
            if (wrong === 0) await auditCommand(tx, 'directory.imported', { changes });
            return outcome;
          }),
  );
  if (counts.wrong > 0) throw refusal(file, wrongOf({ rows }), counts.wrong);
  const noticed = notices.map((notice) => `  ${notice}\n`).join('');
  const total = `${counts.new} new, ${counts.changed} changed, ${counts.same} unchanged (partners, clients, offices and phones together).\n`;
  if (isPreview) {
    const list = linesOf(
      rows,
      counts.new + counts.changed,
      (row) => `${row.state} ${row.name}${row.message === null ? '' : `: ${row.message}`}`,
    );
    process.stdout.write(`Preview of ${file}: ${total}${noticed}${list}${list === '' ? '' : '\n'}`);
  } else process.stdout.write(`Imported ${file}: ${total}${noticed}`);
  return 0;
}

function refusal(file: string, faults: readonly Fault[], total: number): UserError {
  const lines = linesOf(faults, total, faultWords);
  return new UserError(`nothing was imported; ${file} has errors:\n${lines}`);
}

/** @param total how many there are; `rows` has the first */
function linesOf<Row>(rows: readonly Row[], total: number, line: (row: Row) => string): string {
  const shown = rows.slice(0, MAX_LINES).map((row) => `  ${line(row)}`);
  const rest = total - shown.length;
  if (rest > 0) shown.push(`  … and ${rest} more`);
  return shown.join('\n');
}
