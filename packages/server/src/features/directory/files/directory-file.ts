/** Reads a directory file, in CSV or JSON (DIR-3): all of it is validated, and every fault is reported with its place. */
import { readFileText } from '@textprobe/domain/file-text';
import { parseDirectoryCsv } from './directory-csv.ts';
import { checkEntries, type DirectoryCheck } from './directory-entries.ts';
import { createFaultList, type Fault, fileFault } from './directory-fault.ts';
import { parseDirectoryJson } from './directory-json.ts';

/**
 * Parses a directory file: JSON if the first character is a bracket, else CSV. Takes seconds for many megabytes.
 * @param limit of rows or entries; default: none
 */
export function parseDirectory(file: Uint8Array, limit = Infinity): DirectoryCheck {
  const faults = createFaultList();
  const read = readFileText(file);
  if ('fault' in read) {
    faults.add(read.fault === null ? unknownEncoding(file) : { ...fileFault(1, read.fault), line: null });
    return checkEntries([], faults);
  }
  const { text, notice } = read;
  if (notice !== null) faults.notice(notice);
  return /^\s*[[{]/u.test(text)
    ? parseDirectoryJson(text, limit, faults)
    : parseDirectoryCsv(text, limit, faults);
}

function unknownEncoding(bytes: Uint8Array): Fault {
  const message =
    'the file is not valid UTF-8 from here on; save it as UTF-8 (in Excel: “CSV UTF-8”) and try again.';
  return fileFault(findBadLine(bytes), message);
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
