/** Reads a directory file from the disk for `textprobe import FILE`. */
import { readFileSync, statSync } from 'node:fs';
import { fileTooLarge } from '@textprobe/server/features/directory/files/directory-file';
import { UserError } from '../process/user-error.ts';

/** A directory of a million phones is about 40 MB. */
const MAX_BYTES = 50_000_000;

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/** @throws UserError if it cannot be read, or is too large */
export function readDirectoryFile(file: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES) throw refuse(file, fileTooLarge(size, MAX_BYTES));
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw refuse(file, `the file cannot be read: ${MEANINGS[code] ?? message}.`);
  }
  // The size of a pipe is not known in advance.
  if (bytes.length > MAX_BYTES) throw refuse(file, fileTooLarge(bytes.length, MAX_BYTES));
  return bytes;
}

function refuse(file: string, fault: string): UserError {
  return new UserError(`nothing was imported from ${file}: ${fault}`);
}
