/**
 * Passes many rows to one statement: one array per column, unnested on the server. The big tables are only written in
 * such batches; a thousand rows cost about as many round trips as one.
 *
 * Arrays of numbers use PostgreSQL's binary format, which avoids formatting and parsing digits. Texts are sent as a
 * literal, encoded in one pass over the string.
 */
import { type RawBuilder, sql } from 'kysely';

/** The kind of each column and how to read its value. */
export type TableColumns<Row> = Readonly<Record<string, readonly [ColumnKind, (row: Row) => ArrayItem]>>;

/**
 * The rows as a table expression to select from or join: `from ${rowsAsTable('k', keys, {…})}`. Column names and alias
 * are inserted as they are: they come from our code, never from a user.
 */
export function rowsAsTable<Row>(
  alias: string,
  rows: readonly Row[],
  columns: TableColumns<Row>,
): RawBuilder<unknown> {
  const names = sql.raw(Object.keys(columns).join(', '));
  return sql`(select ${names} from unnest(${columnArrays(rows, columns)}) as r(${names})) as ${sql.raw(alias)}`;
}

/** Only the arrays, in column order. */
export function columnArrays<Row>(rows: readonly Row[], columns: TableColumns<Row>): RawBuilder<unknown> {
  return sql.join(Object.values(columns).map(([kind, value]) => arrayParameter(kind, rows.map(value))));
}

/** `instant`: epoch milliseconds here, timestamptz on the server. */
export type ColumnKind = 'int2' | 'int4' | 'int8' | 'bool' | 'text' | 'instant';

/** The type of an item, by the kind of its array. */
export type ArrayItem = number | string | boolean | null;

/** Binary layout of an item: its type's oid, its size in bytes, and how to write it. */
interface Layout {
  readonly type: string;
  readonly oid: number;
  readonly size: number;
  readonly write: (into: Buffer, value: number, at: number) => void;
}

const LAYOUTS: Readonly<Record<Exclude<ColumnKind, 'text'>, Layout>> = {
  int2: { type: 'int2', oid: 21, size: 2, write: (into, value, at) => into.writeInt16BE(whole(value), at) },
  int4: { type: 'int4', oid: 23, size: 4, write: (into, value, at) => into.writeInt32BE(whole(value), at) },
  int8: { type: 'int8', oid: 20, size: 8, write: writeInt8 },
  bool: { type: 'bool', oid: 16, size: 1, write: (into, value, at) => into.writeUInt8(Number(value), at) },
  instant: { type: 'timestamptz', oid: 1184, size: 8, write: writeInstant },
};

/** Dimensions, null flag, type; then the length and lower bound of the one dimension. */
const HEADER = 20;
const LENGTH = 4;
const NULL_LENGTH = -1;

/**
 * The items as a typed array parameter.
 * @throws RangeError for a number that does not fit its kind
 */
export function arrayParameter(kind: ColumnKind, items: readonly ArrayItem[]): RawBuilder<unknown> {
  if (kind === 'text') return sql`${textArray(items as readonly (string | null)[])}::text[]`;
  return sql`${binaryArray(LAYOUTS[kind], items)}::${sql.raw(LAYOUTS[kind].type)}[]`;
}

function binaryArray({ oid, size, write }: Layout, items: readonly ArrayItem[]): Buffer {
  const full = Buffer.allocUnsafe(HEADER + items.length * (LENGTH + size));
  full.writeInt32BE(items.length === 0 ? 0 : 1, 0);
  full.writeInt32BE(oid, 8);
  full.writeInt32BE(items.length, 12);
  full.writeInt32BE(1, 16);
  let at = HEADER;
  let hasNulls = 0;
  for (const item of items) {
    if (item === null || item === undefined) {
      hasNulls = 1;
      full.writeInt32BE(NULL_LENGTH, at);
      at += LENGTH;
    } else {
      full.writeInt32BE(size, at);
      write(full, item as number, at + LENGTH);
      at += LENGTH + size;
    }
  }
  full.writeInt32BE(hasNulls, 4);
  // An empty array has no dimensions.
  return full.subarray(0, items.length === 0 ? HEADER - 8 : at);
}

const TWO_TO_32 = 2 ** 32;

/** Node would silently drop a fraction. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer that can be stored`);
  return value;
}

function writeInt8(into: Buffer, value: number, at: number): void {
  const high = Math.floor(whole(value) / TWO_TO_32);
  into.writeInt32BE(high, at);
  into.writeUInt32BE(value - high * TWO_TO_32, at + 4);
}

/** PostgreSQL counts microseconds from here. */
const EPOCH_2000_MS = 946_684_800_000;
const LATEST = 2n ** 63n - 1n;
const EARLIEST = -(2n ** 63n);

function writeInstant(into: Buffer, ms: number, at: number): void {
  const us = Math.round((ms - EPOCH_2000_MS) * 1000);
  if (Number.isSafeInteger(us)) return writeInt8(into, us, at);
  if (Number.isNaN(ms)) throw new RangeError('NaN is not an instant');
  // Beyond the year 2285, and the infinities.
  if (ms === Infinity) into.writeBigInt64BE(LATEST, at);
  else if (ms === -Infinity) into.writeBigInt64BE(EARLIEST, at);
  else into.writeBigInt64BE(BigInt(Math.round(ms - EPOCH_2000_MS)) * 1000n, at);
}

const TO_ESCAPE = /["\\]/;

function textArray(items: readonly (string | null)[]): string {
  let literal = '{';
  let separator = '';
  for (const item of items) {
    literal += item === null ? `${separator}NULL` : `${separator}"${escaped(item)}"`;
    separator = ',';
  }
  return `${literal}}`;
}

function escaped(text: string): string {
  return TO_ESCAPE.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text;
}
