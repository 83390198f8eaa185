/** Reads the text of Create several as one message per line; `read-csv.ts` reads it as a CSV (EVIDENCE-7). */
import { damagedWords } from '@textprobe/domain/damaged-text';

/** Limit on the tests created at once. */
export const LINES_LIMIT = 200;

/** In the time cell: the test is sent at once, whatever the schedule of the draft. */
export const AT_ONCE_CELL = 'now';

/** One test as written: empty cells take the values of the draft. */
export interface Line {
  /** Where it begins in the text, from 1. */
  readonly number: number;
  readonly message: string;
  readonly office: string;
  readonly phone: string;
  /** Los Angeles wall time, or {@link AT_ONCE_CELL}. */
  readonly time: string;
  /** Why its cells are uncertain; null if they are not. */
  readonly fault: string | null;
}

export interface Reading {
  readonly lines: readonly Line[];
  /** Whether offices are named, so that the directory is needed. */
  readonly namesOffices: boolean;
  /** What is ignored or looks damaged, as sentences. */
  readonly warnings: readonly string[];
  /** Why nothing could be read; null if it could. */
  readonly fault: string | null;
}

/** One message per line, as it is written; blank lines are skipped. */
export function readMessages(text: string): Reading {
  const lines = text
    // A text box always has \n; a file may have others, or a mix.
    .split(/\r\n?|\n/)
    .map((message, index) => ({ number: index + 1, message, office: '', phone: '', time: '', fault: null }))
    .filter(({ message }) => message.trim() !== '');
  return { lines, namesOffices: false, warnings: damagedWarnings(lines), fault: null };
}

/** Names the messages that another program has probably damaged. */
export function damagedWarnings(lines: readonly Line[]): string[] {
  const words = damagedWords(lines.map(({ message }) => message));
  return words === null ? [] : [words];
}
