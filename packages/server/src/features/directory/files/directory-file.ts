/** Reads a directory file, in CSV or JSON (DIR-3): all of it is validated, and every fault is reported with its place. */
import { parseDirectoryCsv } from './directory-csv.ts';
import { checkEntries, type DirectoryCheck } from './directory-entries.ts';
import { createFaultList, type Fault, fileFault } from './directory-fault.ts';
import { parseDirectoryJson } from './directory-json.ts';

/**
 * Parses a directory file: JSON if the first character is a bracket, else CSV. Takes seconds for many megabytes.
 * @param limit of rows or entries; default: none
 */
export function parseDirectory(file: Uint8Array, limit = Infinity): DirectoryCheck {
  const text = decode(file);
  if (typeof text !== 'string') {
    const faults = createFaultList();
    faults.add(text);
    return checkEntries([], faults);
  }
  return /^\s*[[{]/u.test(text) ? parseDirectoryJson(text, limit) : parseDirectoryCsv(text, limit);
}

/** The text without a byte order mark, or why there is none. */
function decode(bytes: Uint8Array): string | Fault {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    const line = findBadLine(bytes);
    const message =
      'the file is not valid UTF-8 from here on; save it as UTF-8 (in Excel: “CSV UTF-8”) and try again.';
    return fileFault(line, message);
  }
}

/** Spreadsheets write UTF-16 as "Unicode text", with a byte order mark. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** A sentence. Sizes are in bytes. */
export function fileTooLarge(size: number, limit: number): string {
  const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`;
  return `the file is ${megabytes(size)}, the limit is ${megabytes(limit)}; split it.`;
}

/** The first line with invalid UTF-8. A line feed byte is never part of another character. */
function findBadLine(bytes: Uint8Array): number {
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
  return line;
}
