/**
 * Imports a directory file, or says what the import would do (DIR-3): the same for the screen, the call and the command. A
 * file with anything wrong imports nothing.
 */
import type { DirectoryImport, ImportRow } from '@textprobe/contract/directory-import';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import { type ComparedEntry, type ImportState } from '@textprobe/database/directory/compare-directory';
import { keyOf } from '@textprobe/database/directory/directory-input';
import { importInto, previewDirectory } from '@textprobe/database/directory/import-directory';
import type { DirectoryCheck } from './directory-entries.ts';
import type { Fault, Place } from './directory-fault.ts';

/** Everything that is not the same, from top to bottom, and how many entries there are of each state. */
export interface ImportOutcome {
  readonly counts: Readonly<Record<ImportState, number>>;
  readonly rows: readonly OutcomeRow[];
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
  { directory, found, faults }: DirectoryCheck,
  entries: readonly ComparedEntry[],
): ImportOutcome {
  const names = new Map(directory.phones.map(({ phoneNumber, name }) => [phoneNumber, name]));
  const counts = { new: 0, changed: 0, same: 0, wrong: 0 };
  const rows: OutcomeRow[] = faults.map((fault) => ({
    ...fault,
    state: 'wrong',
    name: fault.name || null,
  }));
  counts.wrong = new Set(faults.map((fault) => JSON.stringify([fault.line, fault.path, fault.kind]))).size;
  for (const { kind, path, state, field, message } of entries) {
    counts[state] += 1;
    if (state === 'same') continue;
    const at = found.get(keyOf(kind, path));
    if (at === undefined) throw new Error(`the file has no ${kind} ${path.join(' / ')}`);
    const { line, path: jsonPath, cells } = at;
    const name = kind === 'phones' ? `${names.get(path[0] ?? '')} (${path[0]})` : path.join(' / ');
    const label = field === null ? '' : (cells[field]?.label ?? field);
    rows.push({ line, path: jsonPath, kind, field: label, message, state, name });
  }
  return { counts, rows: rows.toSorted((one, other) => lineOf(one) - lineOf(other)) };
}

/** What is wrong, from top to bottom. */
export function wrongOf({ rows }: ImportOutcome): Fault[] {
  return rows
    .filter(({ state }) => state === 'wrong')
    .map(({ message, name, ...row }) => ({ ...row, name: name ?? '', message: message ?? '' }));
}

function lineOf({ line }: Place): number {
  return line ?? 0;
}

/** @param limit how many rows, the wrong ones first */
export function outcomeToWire({ counts, rows }: ImportOutcome, limit: number): DirectoryImport {
  const wrong = rows.filter(({ state }) => state === 'wrong');
  const others = rows.filter(({ state }) => state !== 'wrong');
  return {
    ...counts,
    rows: [...wrong, ...others].slice(0, limit).map(({ path, field, ...row }) => ({
      ...row,
      field: path === '' || field === '' ? field || path : `${path}.${field}`,
    })),
  };
}
