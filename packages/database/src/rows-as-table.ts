/**
 * Hands many rows to one statement: an array a column, unnested on the other side. The big tables are only ever
 * written in batches like these; a thousand rows cost about as many round trips as one.
 */
import { type RawBuilder, sql } from 'kysely';

/** `instant`: epoch milliseconds here, timestamptz there. */
export type ColumnKind = 'int2' | 'int4' | 'int8' | 'bool' | 'text' | 'instant';

type Cell = number | string | boolean | null;

/** For each column its kind and where its value comes from. */
export type TableColumns<Row> = Readonly<Record<string, readonly [ColumnKind, (row: Row) => Cell]>>;

/**
 * The rows as a table expression to select from or join: `from ${rowsAsTable('k', keys, {…})}`. Column names and
 * alias stand in the SQL as they are: they are ours, never a user's.
 */
export function rowsAsTable<Row>(
  alias: string,
  rows: readonly Row[],
  columns: TableColumns<Row>,
): RawBuilder<unknown> {
  const names = Object.keys(columns);
  const selected = names.map((name) =>
    columns[name]?.[0] === 'instant' ? `to_timestamp(r.${name} / 1000) as ${name}` : `r.${name}`,
  );
  const arrays = Object.values(columns).map(([kind, value]) => columnArray(kind, rows, value));
  return sql`(select ${sql.raw(selected.join(', '))} from unnest(${sql.join(arrays)}) as r(${sql.raw(names.join(', '))})) as ${sql.raw(alias)}`;
}

function columnArray<Row>(
  kind: ColumnKind,
  rows: readonly Row[],
  value: (row: Row) => Cell,
): RawBuilder<unknown> {
  if (kind === 'text') return sql`${rows.map(value)}::text[]`;
  const type = kind === 'instant' ? 'float8' : kind;
  // Numbers need no quoting, so the literal is written at once; the driver's own way looks at every element.
  return sql`${`{${rows.map((row) => value(row) ?? 'NULL').join(',')}}`}::${sql.raw(type)}[]`;
}
