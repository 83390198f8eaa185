/** What is wrong in a directory file, and where (DIR-3). */
import type { EntryKind } from '@textprobe/database/directory/entry-kinds';

/** A position in a file. */
export interface Place {
  /** Null: the file as a whole. */
  readonly line: number | null;
  /** The path of a value in JSON, such as `partners[0].clients[1]`; empty in CSV. */
  readonly path: string;
}

export interface Fault extends Place {
  /** Null: not of a single entry. */
  readonly kind: EntryKind | null;
  /** The entry as the file names it; absent without a kind. */
  readonly name?: string;
  /** The name of the column in CSV, or of the field in JSON; empty: the entry or the file as a whole. */
  readonly field: string;
  /** A sentence. */
  readonly message: string;
}

/** `line 3`, or `line 3, phones[0]`. */
export function placeWords({ line, path }: Place): string {
  return path === '' ? `line ${line}` : `line ${line}, ${path}`;
}

export function faultWords(fault: Fault): string {
  return fault.line === null ? fault.message : `${placeWords(fault)}: ${fault.message}`;
}
