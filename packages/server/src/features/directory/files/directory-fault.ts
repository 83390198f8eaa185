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

/** A crafted file of 8 MB can have a million. */
export const MAX_FAULTS = 1_000;

export interface FaultList {
  /** From top to bottom, at most `MAX_FAULTS`. */
  readonly faults: readonly Fault[];
  /** How many more were found. */
  readonly moreFaults: number;
  /** How many entries are wrong; an entry may have several faults. */
  readonly wrong: number;
  /** What was ignored or assumed, as sentences. */
  readonly notices: readonly string[];
}

/** Keeps the first faults found, and counts the others. */
export function createFaultList() {
  const faults: Fault[] = [];
  const places = new Set<string>();
  const notices: string[] = [];
  let more = 0;
  return {
    add(fault: Fault): void {
      if (faults.length < MAX_FAULTS) faults.push(fault);
      else more += 1;
      places.add(`${fault.line} ${fault.kind} ${fault.path}`);
    },
    notice: (sentence: string): void => void notices.push(sentence),
    /** Faults are found by kind, not from top to bottom. */
    result: (): FaultList => ({
      faults: faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
      moreFaults: more,
      wrong: places.size,
      notices,
    }),
  };
}
export type FaultCollector = ReturnType<typeof createFaultList>;

/** The file as a whole is wrong. */
export function fileFault(line: number, message: string, field = ''): Fault {
  return { line, path: '', kind: null, field, message };
}

/** The fault of a file with more entries than may be imported at once. */
export function tooManyEntries(limit: number): Fault {
  const message = `the file has more than ${limit.toLocaleString('en-US')} rows or entries; split it into several files.`;
  return { line: null, path: '', kind: null, field: '', message };
}

/** A text of the file in quotes, truncated so that a fault fits on one line; invisible marks as `\u202a`. */
export function quote(text: string): string {
  const escape = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(shortened(text)).replaceAll(/[\p{Cf}--\u200D]/gv, escape);
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** `line 3`, or `line 3, phones[0]`. */
export function placeWords({ line, path }: Place): string {
  return path === '' ? `line ${line}` : `line ${line}, ${path}`;
}

export function faultWords(fault: Fault): string {
  return fault.line === null ? fault.message : `${placeWords(fault)}: ${fault.message}`;
}
