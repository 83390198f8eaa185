/** Writes a directory as a file that the import reads back unchanged (DIR-3). */
import { slicesOf } from '@textprobe/database/core/slices-of';
import {
  type DirectoryPartner,
  keyOf,
  PATHS,
  type WholeInput,
} from '@textprobe/database/directory/directory-input';
import type { CsvCell } from '@textprobe/domain/csv-cell';
import { csvHead, csvRows } from '../../../http/csv-stream.ts';
import { NO_LIMIT } from './cell-reader.ts';
import { COLUMNS, OFFICE_COLUMNS, PHONE_COLUMNS } from './directory-csv.ts';

/** The text in pieces: writing a large directory in one would block the process. */
export function directoryText(directory: WholeInput, format: 'csv' | 'json'): Generator<string> {
  return format === 'csv' ? csvPieces(directory) : jsonPieces(directory);
}

/**
 * The rows of `COLUMNS`: each office, then the clients without offices, the partners without clients, and the phones. Every
 * row of a partner has its limit.
 */
function* csvPieces({ partners, clients, offices, phones }: WholeInput): Generator<string> {
  const limits = new Map(partners.map(({ name, limitPerDay }) => [name, String(limitPerDay ?? NO_LIMIT)]));
  const withLimit = <Row extends { readonly partner: string }>(row: Row) => ({
    ...row,
    limitPerDay: limits.get(row.partner),
  });
  const withOffices = new Set(offices.map(({ partner, client }) => keyOf('clients', [partner, client])));
  const withClients = new Set(clients.map(({ partner }) => partner));
  yield csvHead(COLUMNS);
  for (const slice of slicesOf(offices))
    yield csvRows(slice.map((office) => rowOf(OFFICE_COLUMNS, { ...withLimit(office) })));
  for (const slice of slicesOf(clients)) {
    const empty = slice.filter((client) => !withOffices.has(keyOf('clients', PATHS.clients(client))));
    yield csvRows(
      empty.map(({ partner, name }) => rowOf(OFFICE_COLUMNS, withLimit({ partner, client: name }))),
    );
  }
  for (const slice of slicesOf(partners)) {
    const empty = slice.filter(({ name }) => !withClients.has(name));
    yield csvRows(empty.map(({ name }) => rowOf(OFFICE_COLUMNS, withLimit({ partner: name }))));
  }
  for (const slice of slicesOf(phones))
    yield csvRows(slice.map((phone) => rowOf(PHONE_COLUMNS, { ...phone })));
}

function rowOf(
  columns: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | undefined>>,
): CsvCell[] {
  const byColumn = new Map(Object.entries(columns).map(([name, column]) => [column, values[name]]));
  return COLUMNS.map((column) => byColumn.get(column) ?? null);
}

/** See `directory-json.ts`. */
function* jsonPieces({ partners, clients, offices, phones }: WholeInput): Generator<string> {
  const clientsOf = Map.groupBy(clients, ({ partner }) => partner);
  const officesOf = Map.groupBy(offices, ({ partner, client }) => keyOf('clients', [partner, client]));
  const toJson = ({ name, limitPerDay = null }: DirectoryPartner) => ({
    name,
    limitPerDay,
    clients: (clientsOf.get(name) ?? []).map((client) => ({
      name: client.name,
      offices: (officesOf.get(keyOf('clients', PATHS.clients(client))) ?? []).map(
        ({ partner: _partner, client: _client, office, ...fields }) => ({ name: office, ...fields }),
      ),
    })),
  });
  yield '{\n  "partners": ';
  yield* listPieces(partners, toJson);
  yield ',\n  "phones": ';
  yield* listPieces(phones, (phone) => phone);
  yield '\n}\n';
}

/** In characters: as much as a stream reads ahead. */
const PIECE = 65_536;

/** A list at the second level. */
function* listPieces<Row>(rows: readonly Row[], toJson: (row: Row) => object): Generator<string> {
  if (rows.length === 0) return yield '[]';
  let piece = '';
  for (const [index, row] of rows.entries()) {
    const separator = index === 0 ? '[' : ',';
    piece += `${separator}\n    ${JSON.stringify(toJson(row), null, 2).replaceAll('\n', '\n    ')}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n  ]`;
}
