/**
 * Reads a directory file for `textprobe import FILE`, in CSV or JSON. The whole file is validated before anything is
 * imported, and every fault is reported with its line.
 */
import { readFileSync, statSync } from 'node:fs';
import { parseDirectoryCsv } from './directory-csv.ts';
import type { DirectoryCheck } from './directory-entries.ts';
import { parseDirectoryJson } from './directory-json.ts';

/** A directory of a million phones has some 40 MB. */
const MAX_BYTES = 50_000_000;

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/** @param file its path. A fault of the whole file has no line. */
export function readDirectoryFile(file: string): DirectoryCheck {
  let bytes: Uint8Array;
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) return refuse(tooLarge(size));
    bytes = readFileSync(file);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return refuse(`the file cannot be read: ${MEANINGS[code] ?? message}.`);
  }
  return parseDirectory(bytes);
}

/** Parses a directory file: JSON if the first character is a bracket, else CSV. */
export function parseDirectory(bytes: Uint8Array): DirectoryCheck {
  // The size of a pipe is not known in advance.
  if (bytes.length > MAX_BYTES) return refuse(tooLarge(bytes.length));
  let text: string;
  try {
    // The decoder drops a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse(
      `${findBadLine(bytes)}: the file is not valid UTF-8 from here on; save it as UTF-8 and try again.`,
    );
  }
  const check = /^\s*[[{]/u.test(text) ? parseDirectoryJson(text) : parseDirectoryCsv(text);
  return check.ok ? check : { ok: false, faults: check.faults.toSorted((a, b) => lineOf(a) - lineOf(b)) };
}

/** Faults are found by kind, and sorted by line so that the file can be fixed from top to bottom. */
function lineOf(fault: string): number {
  return Number(/^line (\d+)/u.exec(fault)?.[1] ?? 0);
}

function tooLarge(size: number): string {
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
  return `the file has ${megabytes(size)}, the limit is ${megabytes(MAX_BYTES)}; split it.`;
}

/** The first line with invalid UTF-8. A line feed byte is never part of another character. */
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
