/**
 * Imports a directory file, or says what the import would do (DIR-3): the same for the screen, the call and the command. A
 * file with anything wrong imports nothing.
 */
import { type DirectoryImport, IMPORT_ROWS, type ImportRow } from '@textprobe/contract/directory-import';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { ComparedEntry, ImportState } from '@textprobe/database/directory/compare-directory';
import { importInto, previewDirectory } from '@textprobe/database/directory/import-directory';
import { OFFICE_COLUMNS, PHONE_COLUMNS } from './directory-csv.ts';
import type { DirectoryCheck } from './directory-entries.ts';
import type { Fault, Place } from './directory-fault.ts';

/** How many entries there are of each state, and those that are not the same. */
export interface ImportOutcome {
  readonly counts: Readonly<Record<ImportState, number>>;
  /** The wrong ones first, from top to bottom; at most `IMPORT_ROWS`. */
  readonly rows: readonly OutcomeRow[];
  /** What was ignored or assumed, as sentences. */
  readonly notices: readonly string[];
}

export interface OutcomeRow extends Omit<Fault, 'message' | 'name'>, Pick<ImportRow, 'state' | 'name'> {
  readonly message: string | null;
}

export async function previewFile(db: Database, check: DirectoryCheck): Promise<ImportOutcome> {
  return outcomeOf(check, await previewDirectory(db, check.directory));
}

/** If anything is wrong, nothing is written: check `counts.wrong`. @param now epoch milliseconds */
export async function importFile(
  tx: Transaction,
  check: DirectoryCheck,
  now: number,
): Promise<ImportOutcome> {
  // Not compared: the file has to be changed anyway.
  if (check.faults.length > 0) return outcomeOf(check, []);
  return outcomeOf(check, await importInto(tx, check.directory, now));
}

function outcomeOf(
  { directory, places, faults, wrong, notices }: DirectoryCheck,
  entries: readonly ComparedEntry[],
): ImportOutcome {
  const counts = { new: 0, changed: 0, same: 0, wrong };
  const rows: OutcomeRow[] = faults.map((fault) => ({ ...fault, state: 'wrong', name: fault.name || null }));
  const index = { partners: 0, clients: 0, offices: 0, phones: 0 };
  const listed = new Map<string, number>();
  for (const { kind, path, state, field, message } of entries) {
    const at = places[kind][index[kind]];
    const phone = directory.phones[index.phones];
    const office = directory.offices[index.offices];
    index[kind] += 1;
    counts[state] += 1;
    if (at === undefined) throw new Error(`the file has no ${kind} ${path.join(' / ')}`);
    if (state === 'same') continue;
    // Entries of one kind are in order of the file, so no later one comes before these.
    const group = `${kind} ${rankOf(state)}`;
    const before = listed.get(group) ?? 0;
    if (before === IMPORT_ROWS) continue;
    listed.set(group, before + 1);
    const name = kind === 'phones' ? `${phone?.name} (${path[0]})` : path.join(' / ');
    const number = kind === 'offices' && state === 'new' ? `Phone number: ${office?.phoneNumber}.` : null;
    const words = [number, message].filter((sentence) => sentence !== null).join(' ') || null;
    rows.push({ ...at, kind, field: field === null ? '' : labelOf(field, at), message: words, state, name });
  }
  const sorted = rows.toSorted(
    (one, other) => rankOf(one.state) - rankOf(other.state) || lineOf(one) - lineOf(other),
  );
  return { counts, rows: sorted.slice(0, IMPORT_ROWS), notices };
}

function rankOf(state: ImportState): number {
  return state === 'wrong' ? 0 : 1;
}

/** The column in CSV, or the field in JSON. */
function labelOf(field: 'gateway' | 'partner', { path }: Place): string {
  if (path !== '') return field;
  return field === 'gateway' ? OFFICE_COLUMNS.gateway : PHONE_COLUMNS.partner;
}

function lineOf({ line }: Place): number {
  return line ?? 0;
}

/** What is wrong, from top to bottom. */
export function wrongOf({ rows }: Pick<ImportOutcome, 'rows'>): Fault[] {
  return rows
    .filter(({ state }) => state === 'wrong')
    .map(({ message, name, ...row }) => ({ ...row, name: name ?? '', message: message ?? '' }));
}

export function outcomeToWire({ counts, rows, notices }: ImportOutcome): DirectoryImport {
  return {
    ...counts,
    notices: [...notices],
    rows: rows.map(({ path, field, ...row }) => ({
      ...row,
      field: path === '' || field === '' ? field || path : `${path}.${field}`,
    })),
  };
}
