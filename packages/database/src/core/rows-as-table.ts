/**
 * Hands many rows to one statement: an array a column, unnested on the other side. The big tables are only ever
 * written in batches like these; a thousand rows cost about as many round trips as one.
 */
import { type RawBuilder, sql } from 'kysely';
import { type ArrayItem, arrayParameter, type ColumnKind } from './array-parameters.ts';

/** For each column its kind and where its value comes from. */
export type TableColumns<Row> = Readonly<Record<string, readonly [ColumnKind, (row: Row) => ArrayItem]>>;

/**
 * The rows as a table expression to select from or join: `from ${rowsAsTable('k', keys, {…})}`. Column names and
 * alias stand in the SQL as they are: they are ours, never a user's.
 */
export function rowsAsTable<Row>(
  alias: string,
  rows: readonly Row[],
  columns: TableColumns<Row>,
): RawBuilder<unknown> {
  const names = sql.raw(Object.keys(columns).join(', '));
  return sql`(select ${names} from unnest(${columnArrays(rows, columns)}) as r(${names})) as ${sql.raw(alias)}`;
}

/** The arrays alone, in the order of the columns. */
export function columnArrays<Row>(rows: readonly Row[], columns: TableColumns<Row>): RawBuilder<unknown> {
  return sql.join(Object.values(columns).map(([kind, value]) => arrayParameter(kind, rows.map(value))));
}
