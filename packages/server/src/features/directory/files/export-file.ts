/** Writes a directory as a file that the import reads back unchanged (DIR-3). */
import type { WholeInput } from '@textprobe/database/directory/directory-input';
import type { CsvCell } from '@textprobe/domain/csv-cell';
import { csvText } from '../../../http/csv-stream.ts';
import { NO_LIMIT } from './cell-reader.ts';
import { COLUMNS, OFFICE_COLUMNS, PHONE_COLUMNS } from './directory-csv.ts';

export function directoryText(directory: WholeInput, format: 'csv' | 'json'): string {
  return format === 'csv'
    ? csvText(COLUMNS, directoryToCsv(directory))
    : `${JSON.stringify(directoryToJson(directory), null, 2)}\n`;
}

/**
 * The rows of `COLUMNS`: each office, then the clients without offices, the partners without clients, and the phones. Every
 * row of a partner has its limit.
 */
export function directoryToCsv({ partners, clients, offices, phones }: WholeInput): CsvCell[][] {
  const limits = new Map(partners.map(({ name, limitPerDay }) => [name, String(limitPerDay ?? NO_LIMIT)]));
  const withLimit = <Row extends { readonly partner: string }>(row: Row) => ({
    ...row,
    limitPerDay: limits.get(row.partner),
  });
  const withOffices = new Set(offices.map(({ partner, client }) => JSON.stringify([partner, client])));
  const withClients = new Set(clients.map(({ partner }) => partner));
  const emptyClients = clients.filter(
    ({ partner, name }) => !withOffices.has(JSON.stringify([partner, name])),
  );
  const emptyPartners = partners.filter(({ name }) => !withClients.has(name));
  return [
    ...offices.map((office) => rowOf(OFFICE_COLUMNS, { ...withLimit(office) })),
    ...emptyClients.map(({ partner, name }) => rowOf(OFFICE_COLUMNS, withLimit({ partner, client: name }))),
    ...emptyPartners.map(({ name }) => rowOf(OFFICE_COLUMNS, withLimit({ partner: name }))),
    ...phones.map((phone) => rowOf(PHONE_COLUMNS, { ...phone })),
  ];
}

function rowOf(
  columns: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string | undefined>>,
): CsvCell[] {
  const byColumn = new Map(Object.entries(columns).map(([name, column]) => [column, values[name]]));
  return COLUMNS.map((column) => byColumn.get(column) ?? null);
}

/** See `directory-json.ts`. */
export function directoryToJson({ partners, clients, offices, phones }: WholeInput) {
  const clientsOf = Map.groupBy(clients, ({ partner }) => partner);
  const officesOf = Map.groupBy(offices, ({ partner, client }) => JSON.stringify([partner, client]));
  return {
    partners: partners.map(({ name, limitPerDay = null }) => ({
      name,
      limitPerDay,
      clients: (clientsOf.get(name) ?? []).map((client) => ({
        name: client.name,
        offices: (officesOf.get(JSON.stringify([name, client.name])) ?? []).map(
          ({ partner: _partner, client: _client, office, ...fields }) => ({ name: office, ...fields }),
        ),
      })),
    })),
    phones,
  };
}
