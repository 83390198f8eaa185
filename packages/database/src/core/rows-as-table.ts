/**
 * Hands many rows to one statement: an array a column, unnested on the other side. The big tables are only ever
 * written in batches like these; a thousand rows cost about as many round trips as one.
 *
 * Arrays of numbers go in PostgreSQL's binary form: no digits are written here and none are read there. Texts go as a
 * literal, which one pass over the string encodes.
 */
import { type RawBuilder, sql } from 'kysely';

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

/** `instant`: epoch milliseconds here, timestamptz there. */
export type ColumnKind = 'int2' | 'int4' | 'int8' | 'bool' | 'text' | 'instant';

/** What an item may be, by the kind of its array. */
export type ArrayItem = number | string | boolean | null;

/** How an item is laid out: its type's oid, its octets, and what writes it. */
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

/** Dimensions, whether there are nulls, the type; then the length and the lower bound of the one dimension. */
const HEADER = 20;
const LENGTH = 4;
const NULL_LENGTH = -1;

/**
 * The items as an array parameter with its type.
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
  // An array of nothing has no dimension to tell the length of.
  return full.subarray(0, items.length === 0 ? HEADER - 8 : at);
}

const TWO_TO_32 = 2 ** 32;

/** Node would cut off a fraction without a word. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no whole number that can be stored`);
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
  if (Number.isNaN(ms)) throw new RangeError('NaN is no instant');
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
