/** Rows into a table by COPY: the quickest way in, and one that holds back whoever makes the rows. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';

export type Cell = string | number | boolean | null;

export interface Copy {
  /** Takes a row; a promise only when the database must catch up first. */
  add(row: readonly Cell[]): Promise<unknown> | undefined;
  end(): Promise<void>;
}

const CHUNK = 256 * 1024;

/** Begins a COPY of `columns`, as SQL names them, on a connection that does nothing else until its end. */
export function copyInto(client: Client, table: string, columns: string): Copy {
  const stream: Writable = client.query(from(`copy ${table} (${columns}) from stdin`));
  const failed = once(stream, 'finish');
  // Told by `end`; without this a failure half-way would end the process at once.
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

/** All rows of a list at once. */
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

/** An instant as PostgreSQL reads it. `toISOString` for each of 80 million would take longer than all the rest. */
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
