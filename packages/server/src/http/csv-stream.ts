/** Streams a table as CSV for spreadsheets, with a byte order mark. */
import { Readable } from 'node:stream';
import { type CsvCell, csvCell } from '@textprobe/domain/csv-cell';
import type { FastifyReply } from 'fastify';

/** Without it Excel reads UTF-8 as the local code page. */
const BYTE_ORDER_MARK = '\ufeff';

/** @param of.batches rows with one cell for each column */
export function sendCsv(
  reply: FastifyReply,
  of: {
    readonly fileName: string;
    readonly columns: readonly string[];
    readonly batches: AsyncIterable<readonly (readonly CsvCell[])[]>;
  },
): FastifyReply {
  const text = Readable.from(pieces(of.columns, of.batches), { objectMode: false });
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${of.fileName}"`)
    .send(text);
}

/** The beginning of a file. */
export function csvHead(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRow(columns);
}

export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map(csvRow).join('');
}

async function* pieces(
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvCell[])[]>,
): AsyncGenerator<string> {
  yield csvHead(columns);
  for await (const rows of batches) if (rows.length > 0) yield csvRows(rows);
}

function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
