/**
 * Parses a directory in CSV. A row is a partner, a client or an office, depending on the last of the three that is filled,
 * or a phone, or both.
 */
import { unescapeCell } from '@textprobe/domain/csv-cell';
import { columnKey, isUnsplit, prepareCsv } from '@textprobe/domain/csv-text';
import { nameText } from '@textprobe/domain/name-text';
import { nearestKey } from '@textprobe/domain/unknown-key';
import { CsvError, parse } from 'csv-parse/sync';
import { type Cell, cellText, isBlank } from './cell-reader.ts';
import { checkEntries, type DirectoryCheck, type DirectoryEntry } from './directory-entries.ts';
import { type FaultCollector, fileFault, quote, shortened, tooManyEntries } from './directory-fault.ts';

/** The columns of a partner, a client and an office. */
export const OFFICE_COLUMNS = {
  partner: 'partner',
  client: 'client',
  office: 'office',
  phoneNumber: 'office_phone',
  managerFirstName: 'manager_first_name',
  managerLastName: 'manager_last_name',
  gateway: 'gateway',
  limitPerDay: 'partner_limit_per_day',
} as const;
const OWN_OF_OFFICE = ['office', 'phoneNumber', 'managerFirstName', 'managerLastName', 'gateway'] as const;
export const PHONE_COLUMNS = {
  name: 'phone_name',
  phoneNumber: 'phone_number',
  carrier: 'phone_carrier',
  evidence: 'phone_evidence',
  partner: 'phone_partner',
} as const;

export const COLUMNS: readonly string[] = [...Object.values(OFFICE_COLUMNS), ...Object.values(PHONE_COLUMNS)];

/** The columns that a file needs which has any of these. */
const NEEDED: readonly (readonly [columns: readonly string[], needed: readonly string[]])[] = [
  [[OFFICE_COLUMNS.client, OFFICE_COLUMNS.limitPerDay], ['partner']],
  [OWN_OF_OFFICE.map((name) => OFFICE_COLUMNS[name]), ['partner', 'client', 'office', 'office_phone']],
  [Object.values(PHONE_COLUMNS), ['phone_name', 'phone_number', 'phone_carrier']],
];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** By how a header is compared. */
const COLUMN_OF = new Map(COLUMNS.map((column) => [columnKey(column), column]));

/** @param limit of rows below the header, blank ones included */
export function parseDirectoryCsv(text: string, limit: number, faults: FaultCollector): DirectoryCheck {
  const onlyFaults = () => checkEntries([], faults);
  let rows: Row[] | null;
  try {
    rows = readRows(text, limit, faults);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    faults.add(fileFault(Number(error.lines), `invalid CSV: ${explainCsvError(error)}.`));
    return onlyFaults();
  }
  if (rows === null) {
    faults.add(tooManyEntries(limit));
    return onlyFaults();
  }
  const [header, ...body] = rows;
  if (header === undefined) {
    faults.add(fileFault(1, 'the file is empty.'));
    return onlyFaults();
  }
  const columns = header.cells.map((cell) => COLUMN_OF.get(columnKey(cell)) ?? nameText(cellText(cell)));
  if (!checkHeader(columns, header.line, body, faults)) return onlyFaults();
  const entries = body.flatMap((row) => readEntries(row, columns, faults));
  return checkEntries(entries, faults);
}

/** The rows that are not blank, each with its first line; null if there are too many. */
function readRows(file: string, limit: number, faults: FaultCollector): Row[] | null {
  const { text, delimiter, notices } = prepareCsv(file, (key) => COLUMN_OF.has(key));
  for (const sentence of notices) faults.notice(sentence);
  // Stops early: a blank line takes a byte in the file, and 2 kB here.
  const to = Number.isFinite(limit) ? limit + 2 : -1;
  const options = { delimiter, record_delimiter: '\n', info: true, relax_column_count: true, to };
  const records = parse(text, options) as unknown as {
    readonly info: { readonly lines: number };
    readonly record: string[];
  }[];
  if (records.length > limit + 1) return null;
  // csv-parse reports the last line of a record.
  return records
    .map(({ record }, index) => ({ line: (records[index - 1]?.info.lines ?? 0) + 1, cells: record }))
    .filter(({ cells }) => cells.some(isFilled));
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

function explainCsvError({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted text is not closed';
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE') {
    return 'a text contains a quote; quote the whole text and double the quotes in it';
  }
  return `the text cannot be split into cells (${code})`;
}

/** Unknown columns are ignored, and noticed; one without a name must be empty. */
function checkHeader(
  columns: readonly string[],
  line: number,
  body: readonly Row[],
  faults: FaultCollector,
): boolean {
  let isSound = true;
  const complain = (message: string, column: string): void => {
    isSound = false;
    faults.add(fileFault(line, message, column));
  };
  if (!columns.some((column) => COLUMNS.includes(column)))
    complain(`no column is known; the columns are ${COLUMNS.join(', ')}.`, shortened(columns[0] ?? ''));
  columns.forEach((column, index) => {
    if (column === '') {
      if (body.some(({ cells }) => isFilled(cells[index] ?? '')))
        complain(`column ${index + 1} has no name; name it, or remove its texts.`, '');
    } else if (!COLUMNS.includes(column)) {
      const near = nearestKey(column, COLUMNS);
      faults.notice(`Ignored: the column ${quote(column)}.${near === null ? '' : ` Did you mean ${near}?`}`);
    } else if (columns.indexOf(column) !== index) complain(`column "${column}" is duplicated.`, column);
  });
  const needed = NEEDED.flatMap(([group, names]) =>
    group.some((column) => columns.includes(column)) ? names : [],
  );
  for (const column of new Set(needed))
    if (!columns.includes(column)) complain(`column "${column}" is missing.`, column);
  return isSound;
}

function readEntries(
  { line, cells }: Row,
  columns: readonly string[],
  faults: FaultCollector,
): DirectoryEntry[] {
  // Spreadsheets leave out empty cells at the end of a row, or add some.
  if (cells.slice(columns.length).some(isFilled)) {
    faults.add(fileFault(line, `has ${cells.length} cells, but the header has ${columns.length}.`));
    return [];
  }
  if (isUnsplit(cells, columns.length)) {
    const fix = 'separate its cells as in the header, and put no quotes around the row.';
    faults.add(fileFault(line, `is one cell, but the header has ${columns.length}; ${fix}`));
    return [];
  }
  const read = <Name extends string>(group: Readonly<Record<Name, string>>): Record<Name, Cell> => {
    const named = Object.entries<string>(group).map(([name, label]) => {
      const index = columns.indexOf(label);
      const text = cellText(unescapeCell(cells[index] ?? ''));
      return [name, { label, text, isAbsent: index === -1 }] as const;
    });
    return Object.fromEntries(named) as Record<Name, Cell>;
  };
  const place = { line, path: '' };
  const office = read(OFFICE_COLUMNS);
  const { partner, limitPerDay, client } = office;
  const phone = read(PHONE_COLUMNS);
  const entries: DirectoryEntry[] = [];
  // An office has the cells of its partner and client too.
  if (OWN_OF_OFFICE.some((name) => !isBlank(office[name])))
    entries.push({ kind: 'offices', place, cells: office });
  else if (!isBlank(client))
    entries.push({ kind: 'clients', place, cells: { partner, limitPerDay, name: client } });
  else if (!isBlank(partner) || !isBlank(limitPerDay))
    entries.push({ kind: 'partners', place, cells: { name: partner, limitPerDay } });
  if (!Object.values(phone).every(isBlank)) entries.push({ kind: 'phones', place, cells: phone });
  return entries;
}
