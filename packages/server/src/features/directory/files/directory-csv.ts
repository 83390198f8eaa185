/**
 * Parses a directory in CSV. A row is a partner, a client or an office, depending on the last of the three that is filled,
 * or a phone, or both. The delimiter of the header applies: comma, semicolon (as some spreadsheets write) or tab.
 */
import { unescapeCell } from '@textprobe/domain/csv-cell';
import { CsvError, parse } from 'csv-parse/sync';
import { type Cell, cellText } from './cell-reader.ts';
import { checkEntries, type DirectoryCheck, type DirectoryEntry } from './directory-entries.ts';
import {
  createFaultList,
  type FaultCollector,
  fileFault,
  quote,
  shortened,
  tooManyEntries,
} from './directory-fault.ts';

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

/**
 * @param text without a byte order mark
 * @param limit of rows below the header, blank ones included
 */
export function parseDirectoryCsv(text: string, limit: number): DirectoryCheck {
  const faults = createFaultList();
  const onlyFaults = () => checkEntries([], faults);
  let rows: Row[] | null;
  try {
    rows = readRows(text, limit);
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
  const columns = header.cells.map((cell) => cell.trim().toLowerCase());
  if (!checkHeader(columns, header.line, faults)) return onlyFaults();
  const entries = body.flatMap((row) => readEntries(row, columns, faults));
  return checkEntries(entries, faults);
}

/** The rows that are not blank, each with its first line; null if there are too many. */
function readRows(text: string, limit: number): Row[] | null {
  const firstLine = text.slice(0, text.search(/[\r\n]|$/u));
  const delimiter = [',', ';', '\t'].find((mark) => firstLine.includes(mark)) ?? ',';
  // Stops early: a blank line takes a byte in the file, and 2 kB here.
  const to = Number.isFinite(limit) ? limit + 2 : -1;
  const records = parse(text, { delimiter, info: true, relax_column_count: true, to }) as unknown as {
    readonly info: { readonly lines: number };
    readonly record: string[];
  }[];
  if (records.length > limit + 1) return null;
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

function checkHeader(columns: readonly string[], line: number, faults: FaultCollector): boolean {
  let isSound = true;
  const complain = (message: string, column: string): void => {
    isSound = false;
    faults.add(fileFault(line, message, column));
  };
  columns.forEach((column, index) => {
    if (!COLUMNS.includes(column)) {
      const message = `column ${quote(column)} is unknown; the columns are ${COLUMNS.join(', ')}.`;
      complain(message, shortened(column));
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
  if (cells.length !== columns.length) {
    faults.add(fileFault(line, `has ${cells.length} cells, but the header has ${columns.length}.`));
    return [];
  }
  const read = <Name extends string>(group: Readonly<Record<Name, string>>): Record<Name, Cell> => {
    const named = Object.entries<string>(group).map(([name, label]) => {
      const cell = cells[columns.indexOf(label)];
      return [
        name,
        { label, text: cellText(unescapeCell(cell ?? '')), isAbsent: cell === undefined },
      ] as const;
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
