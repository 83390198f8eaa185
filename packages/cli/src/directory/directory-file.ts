/**
 * Reads a directory file for `textprobe import FILE`: CSV or JSON, whichever it is. The whole file is checked before
 * anything is done with it, and every fault is told with its line.
 */
import { readFileSync, statSync } from 'node:fs';
import { parseDirectoryCsv } from './directory-csv.ts';
import type { DirectoryCheck } from './directory-entries.ts';
import { parseDirectoryJson } from './directory-json.ts';

/** A directory of a million phones has some 40 MB. */
const LARGEST_BYTES = 50_000_000;

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/** @param file its path; a fault of the file as a whole has no line */
export function readDirectoryFile(file: string): DirectoryCheck {
  let bytes: Uint8Array;
  try {
    const { size } = statSync(file);
    if (size > LARGEST_BYTES) return refuse(tooLarge(size));
    bytes = readFileSync(file);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return refuse(`the file cannot be read: ${MEANINGS[code] ?? message}.`);
  }
  return parseDirectory(bytes);
}

/** Reads the bytes of a directory file: JSON where the first character is a bracket, else CSV. */
export function parseDirectory(bytes: Uint8Array): DirectoryCheck {
  // A pipe has no size beforehand.
  if (bytes.length > LARGEST_BYTES) return refuse(tooLarge(bytes.length));
  let text: string;
  try {
    // The decoder drops a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(
      `${findBadLine(bytes)}: the file is not UTF-8 from here on; save it as UTF-8 and try again.`,
    );
  }
  const check = /^\s*[[{]/u.test(text) ? parseDirectoryJson(text) : parseDirectoryCsv(text);
  return check.ok ? check : { ok: false, faults: check.faults.toSorted((a, b) => lineOf(a) - lineOf(b)) };
}

/** Faults are found by kind; whoever mends the file goes through it from top to bottom. */
function lineOf(fault: string): number {
  return Number(/^line (\d+)/u.exec(fault)?.[1] ?? 0);
}

function tooLarge(size: number): string {
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
  return `the file has ${megabytes(size)}, and at most ${megabytes(LARGEST_BYTES)} are read; split it.`;
}

/** The first line with bytes that are no UTF-8. A line feed byte is part of no other character. */
function findBadLine(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const feed = bytes.indexOf(0x0a, start);
    const end = feed === -1 ? bytes.length : feed + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      break;
    }
    start = end;
  }
  return `line ${line}`;
}

function refuse(fault: string): DirectoryCheck {
  return { ok: false, faults: [fault] };
}
