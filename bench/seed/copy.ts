/** Inserts rows with COPY, the fastest way, with backpressure for the producer. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';

export type Cell = string | number | boolean | null;

export interface Copy {
  /** Writes a row; returns a promise only if the producer must wait for the database. */
  add(row: readonly Cell[]): Promise<unknown> | undefined;
  end(): Promise<void>;
}

const CHUNK = 256 * 1024;

/** Starts a COPY of `columns` (SQL names) on a connection that is busy until `end`. */
export function copyInto(client: Client, table: string, columns: string): Copy {
  const stream: Writable = client.query(from(`copy ${table} (${columns}) from stdin`));
  const failed = once(stream, 'finish');
  // `end` reports the error; without this handler, it would crash the process at once.
  failed.catch(() => undefined);
  let chunk = '';

  function flush(): Promise<unknown> | undefined {
    const full = !stream.write(chunk);
    chunk = '';
    return full ? Promise.race([once(stream, 'drain'), failed]) : undefined;
  }

  return {
    add(row) {
      chunk += `${row.map(textOf).join('\t')}\n`;
      return chunk.length > CHUNK ? flush() : undefined;
    },
    async end() {
      await flush();
      stream.end();
      await failed;
    },
  };
}

/** Copies a list of rows. */
export async function copyRows(
  client: Client,
  table: string,
  columns: string,
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  const copy = copyInto(client, table, columns);
  for (const row of rows) await copy.add(row);
  await copy.end();
}

function textOf(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'string') return /[\\\t\n\r]/.test(cell) ? escaped(cell) : cell;
  return String(cell);
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

const MINUTE_MS = 60_000;
const minutes = new Map<number, string>();

/** Formats an instant for PostgreSQL. `toISOString` for 80 million of them would take longer than everything else. */
export function instant(ms: number): string {
  const minute = Math.floor(ms / MINUTE_MS);
  let prefix = minutes.get(minute);
  if (prefix === undefined) {
    if (minutes.size > 10_000) minutes.clear();
    prefix = new Date(minute * MINUTE_MS).toISOString().slice(0, 17);
    minutes.set(minute, prefix);
  }
  const rest = Math.floor(ms) - minute * MINUTE_MS;
  const seconds = Math.floor(rest / 1_000);
  return `${prefix}${seconds < 10 ? '0' : ''}${seconds}.${String(rest % 1_000).padStart(3, '0')}Z`;
}
