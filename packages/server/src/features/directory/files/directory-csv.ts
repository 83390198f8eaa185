/**
 * Parses a directory in CSV. A row is a partner, a client or an office, depending on the last of the three that is filled,
 * or a phone, or both. The delimiter of the header applies: comma, semicolon (as some spreadsheets write) or tab.
 */
import { unescapeCell } from '@textprobe/domain/csv-cell';
import { CsvError, parse } from 'csv-parse/sync';
import type { Cell } from './cell-reader.ts';
import { checkEntries, type DirectoryCheck, type DirectoryEntry } from './directory-entries.ts';
import type { Fault } from './directory-fault.ts';

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

/** @param text without a byte order mark */
export function parseDirectoryCsv(text: string): DirectoryCheck {
  let rows: Row[];
  try {
    rows = readRows(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return checkEntries([], [fileFault(Number(error.lines), `invalid CSV: ${explainCsvError(error)}.`)]);
  }
  const [header, ...body] = rows;
  if (header === undefined) return checkEntries([], [fileFault(1, 'the file is empty.')]);
  const columns = header.cells.map((cell) => cell.trim().toLowerCase());
  const headerFaults = checkHeader(columns, header.line);
  if (headerFaults.length > 0) return checkEntries([], headerFaults);
  const faults: Fault[] = [];
  const entries = body.flatMap((row) => readEntries(row, columns, faults));
  return checkEntries(entries, faults);
}

function fileFault(line: number, message: string, field = ''): Fault {
  return { line, path: '', kind: null, field, message };
}

/** The rows that are not blank, each with its first line. */
function readRows(text: string): Row[] {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/u));
  const delimiter = [',', ';', '\t'].find((mark) => firstLine.includes(mark)) ?? ',';
  const records = parse(text, { delimiter, info: true, relax_column_count: true }) as unknown as {
    readonly info: { readonly lines: number };
    readonly record: string[];
  }[];
  // csv-parse reports the last line of a record.
  return records
    .map(({ record }, index) => ({ line: (records[index - 1]?.info.lines ?? 0) + 1, cells: record }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

function explainCsvError({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quoted text is not closed';
  if (code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE') {
    return 'a text contains a quote; quote the whole text and double the quotes in it';
  }
  return `the text cannot be split into cells (${code})`;
}

function checkHeader(columns: readonly string[], line: number): Fault[] {
  const faults: Fault[] = [];
  columns.forEach((column, index) => {
    if (!COLUMNS.includes(column)) {
      const message = `column ${JSON.stringify(column)} is unknown; the columns are ${COLUMNS.join(', ')}.`;
      faults.push(fileFault(line, message, column));
    } else if (columns.indexOf(column) !== index)
      faults.push(fileFault(line, `column "${column}" is duplicated.`, column));
  });
  const needed = NEEDED.flatMap(([group, names]) =>
    group.some((column) => columns.includes(column)) ? names : [],
  );
  for (const column of new Set(needed))
    if (!columns.includes(column)) faults.push(fileFault(line, `column "${column}" is missing.`, column));
  return faults;
}

function readEntries({ line, cells }: Row, columns: readonly string[], faults: Fault[]): DirectoryEntry[] {
  if (cells.length !== columns.length) {
    faults.push(fileFault(line, `has ${cells.length} cells, but the header has ${columns.length}.`));
    return [];
  }
  const read = <Name extends string>(group: Readonly<Record<Name, string>>): Record<Name, Cell> => {
    const named = Object.entries<string>(group).map(([name, label]) => {
      const cell = cells[columns.indexOf(label)];
      return [name, { label, text: unescapeCell(cell ?? ''), isAbsent: cell === undefined }] as const;
    });
    return Object.fromEntries(named) as Record<Name, Cell>;
  };
  const isFilled = ({ text }: Cell): boolean => text?.trim() !== '';
  const place = { line, path: '' };
  const office = read(OFFICE_COLUMNS);
  const { partner, limitPerDay, client } = office;
  const phone = read(PHONE_COLUMNS);
  const entries: DirectoryEntry[] = [];
  // An office has the cells of its partner and client too.
  if (OWN_OF_OFFICE.some((name) => isFilled(office[name])))
    entries.push({ kind: 'offices', place, cells: office });
  else if (isFilled(client))
    entries.push({ kind: 'clients', place, cells: { partner, limitPerDay, name: client } });
  else if (isFilled(partner) || isFilled(limitPerDay))
    entries.push({ kind: 'partners', place, cells: { name: partner, limitPerDay } });
  if (Object.values(phone).some(isFilled)) entries.push({ kind: 'phones', place, cells: phone });
  return entries;
}
