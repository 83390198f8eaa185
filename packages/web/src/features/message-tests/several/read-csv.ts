/** Reads the text of Create several as a CSV with a header line (EVIDENCE-7), as people and spreadsheets write it. */
import { unescapeCell, unwrapCell } from '@textprobe/domain/csv-cell';
import { columnKey, prepareCsv } from '@textprobe/domain/csv-text';
import { nearestKey } from '@textprobe/domain/unknown-key';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { damagedWarnings, type Line, type Reading } from './read-lines.ts';

const COLUMNS = ['message', 'office', 'phone', 'time'] as const;
type Column = (typeof COLUMNS)[number];

interface Row {
  readonly number: number;
  readonly cells: readonly string[];
}

/** @param text with a header line; the columns may have any order and case */
export function readCsv(text: string): Reading {
  const { rows, openAt, notices } = readRows(text);
  const [header, ...body] = rows;
  if (header === undefined) return failed(openAt === null ? null : openQuoteWords(openAt));
  const names = header.cells.map(columnName);
  const doubled = COLUMNS.find((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (doubled !== undefined) return failed(`The column ${doubled} appears twice. Remove one of them.`);
  if (!names.includes('message')) return failed(noMessageWords(names));
  const lines = body.map((row) => toLine(row, names));
  if (openAt !== null) {
    const fault = openQuoteWords(openAt);
    lines.push({ number: openAt, message: '', office: '', phone: '', time: '', fault });
  }
  return {
    lines,
    namesOffices: lines.some(({ office }) => office !== ''),
    warnings: [
      ...notices,
      ...names.flatMap((name, index) => (isColumn(name) ? [] : ignoredWords(name, index, body))),
      ...damagedWarnings(lines),
    ],
    fault: null,
  };
}

/** Whether the first line is a header, and so is probably not a message. */
export function looksLikeCsv(text: string): boolean {
  const { text: lines, delimiter } = prepareCsv(text, isColumn);
  const [header = ''] = lines.trimStart().split('\n', 1);
  const names = header.split(delimiter).map(columnName);
  return names.length > 1 && names.includes('message');
}

function failed(fault: string | null): Reading {
  return { lines: [], namesOffices: false, warnings: [], fault };
}

/** The rows that are not blank, and the line of a quote that is never closed: the rows before it can be read. */
function readRows(file: string): { rows: Row[]; openAt: number | null; notices: readonly string[] } {
  const { text, delimiter, notices } = prepareCsv(file, isColumn);
  const rows: Row[] = [];
  // csv-parse reports the last line of a record.
  let lastLine = 0;
  let openAt: number | null = null;
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      // A quote inside a cell is part of its text: Say "hi".
      relax_quotes: true,
      on_record(cells: string[], { lines }) {
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ number: lastLine + 1, cells });
        lastLine = lines;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    openAt = lastLine + 1;
  }
  return { rows, openAt, notices };
}

/** The column of a header cell; if it names none, its text. */
function columnName(cell: string): string {
  const key = columnKey(cell);
  return isColumn(key) ? key : cell.replaceAll(/^[\s"]+|[\s"]+$/g, '').toLowerCase();
}

function isColumn(name: string): name is Column {
  return COLUMNS.some((column) => column === name);
}

function toLine({ number, cells }: Row, names: readonly string[]): Line {
  const cellOf = (column: Column) => (names.includes(column) ? (cells[names.indexOf(column)] ?? '') : '');
  const isTooLong = cells.slice(names.length).some((cell) => cell.trim() !== '');
  return {
    number,
    message: unwrapCell(cellOf('message')),
    // Names may come from an exported file. A message is sent as it is written.
    office: unescapeCell(cellOf('office')).trim(),
    phone: unescapeCell(cellOf('phone')).trim(),
    time: unescapeCell(cellOf('time')).trim(),
    fault: isTooLong
      ? `This line has ${cells.length} cells, the header ${names.length}. Put quotes around a text that contains the delimiter.`
      : null,
  };
}

function openQuoteWords(line: number): string {
  return `Line ${line} opens a quote that is never closed. Close it, or double it to keep it in the text.`;
}

function noMessageWords(names: readonly string[]): string {
  const near = names.find((name) => nearestKey(name, ['message']) !== null);
  const meant = near === undefined ? '' : ` Did you mean message instead of ${near}?`;
  return `The first line has no message column.${meant} The columns are ${COLUMNS.join(', ')}.`;
}

/** Empty for an empty column, such as a trailing comma makes. */
function ignoredWords(name: string, index: number, body: readonly Row[]): string[] {
  if (name === '' && body.every(({ cells }) => (cells[index] ?? '').trim() === '')) return [];
  const near = nearestKey(name, COLUMNS);
  const column = name === '' ? `column ${index + 1}, which has no name` : `the column ${name}`;
  return [`Ignored: ${column}.${near === null ? '' : ` Did you mean ${near}?`}`];
}
