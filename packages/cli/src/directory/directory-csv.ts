/**
 * Parses a directory in CSV. A row is an office, a phone, or both, depending on its filled cells. The delimiter of the
 * header applies: comma, semicolon (as some spreadsheets write) or tab.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { type Cell, checkEntries, type DirectoryCheck, type DirectoryEntry } from './directory-entries.ts';

/** The columns of an office and of a phone; those in OPTIONAL may be missing. */
const OFFICE_COLUMNS = {
  partner: 'partner',
  client: 'client',
  office: 'office',
  phoneNumber: 'office_phone',
  managerFirstName: 'manager_first_name',
  managerLastName: 'manager_last_name',
  gateway: 'gateway',
  partnerLimitPerDay: 'partner_limit_per_day',
} as const;
const PHONE_COLUMNS = {
  name: 'phone_name',
  phoneNumber: 'phone_number',
  carrier: 'phone_carrier',
  evidence: 'phone_evidence',
  partner: 'phone_partner',
} as const;
const OPTIONAL: ReadonlySet<string> = new Set([
  'manager_first_name',
  'manager_last_name',
  'gateway',
  'partner_limit_per_day',
  'phone_evidence',
  'phone_partner',
]);

const GROUPS = [Object.values(OFFICE_COLUMNS), Object.values(PHONE_COLUMNS)] as const;
const KNOWN: readonly string[] = GROUPS.flat();

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
    return { ok: false, faults: [`line ${String(error.lines)}: invalid CSV: ${explainCsvError(error)}.`] };
  }
  const [header, ...body] = rows;
  if (header === undefined) return { ok: false, faults: ['line 1: the file is empty.'] };
  const columns = header.cells.map((cell) => cell.trim().toLowerCase());
  const headerFaults = checkHeader(columns, header.line);
  if (headerFaults.length > 0) return { ok: false, faults: headerFaults };
  const faults: string[] = [];
  const entries = body.flatMap((row) => readEntries(row, columns, faults));
  return checkEntries(entries, faults);
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

function checkHeader(columns: readonly string[], line: number): string[] {
  const faults: string[] = [];
  columns.forEach((column, index) => {
    if (!KNOWN.includes(column)) {
      faults.push(
        `line ${line}: column ${JSON.stringify(column)} is unknown; the columns are ${KNOWN.join(', ')}.`,
      );
    } else if (columns.indexOf(column) !== index)
      faults.push(`line ${line}: column "${column}" is duplicated.`);
  });
  const groups = GROUPS.filter((group) => group.some((column) => columns.includes(column)));
  for (const column of groups.flat()) {
    if (!OPTIONAL.has(column) && !columns.includes(column))
      faults.push(`line ${line}: column "${column}" is missing.`);
  }
  return faults;
}

function readEntries({ line, cells }: Row, columns: readonly string[], faults: string[]): DirectoryEntry[] {
  const place = `line ${line}`;
  if (cells.length !== columns.length) {
    faults.push(`${place}: has ${cells.length} cells, but the header has ${columns.length}.`);
    return [];
  }
  const read = <Name extends string>(group: Readonly<Record<Name, string>>): Record<Name, Cell> | null => {
    const named = Object.entries<string>(group).map(
      ([name, label]) => [name, { label, text: cells[columns.indexOf(label)] ?? '' }] as const,
    );
    const isPresent = named.some(([, { text }]) => text.trim() !== '');
    return isPresent ? (Object.fromEntries(named) as Record<Name, Cell>) : null;
  };
  const office = read(OFFICE_COLUMNS);
  const phone = read(PHONE_COLUMNS);
  return [
    ...(office === null ? [] : [{ kind: 'office' as const, place, cells: office }]),
    ...(phone === null ? [] : [{ kind: 'phone' as const, place, cells: phone }]),
  ];
}
