/** Makes DATA_DIR, and finds out before anything starts whether it can be used. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from './user-error.ts';

/** As much as a disk with room must take; an empty file fits on a full one. */
const PROBE_BYTES = 64 * 1024;

const OTHER_FOLDER = 'or set DATA_DIR to another folder';

/** What an error of the file system means here and what to do about it. */
const MEANINGS: Readonly<Record<string, string>> = {
  EEXIST: `a file stands in its place. Move that file away, ${OTHER_FOLDER}.`,
  ENOTDIR: `a part of that path is a file. Move that file away, ${OTHER_FOLDER}.`,
  EACCES: `this user may not write there. Change the folder's owner or mode, ${OTHER_FOLDER}.`,
  EPERM: `this user may not write there. Change the folder's owner or mode, ${OTHER_FOLDER}.`,
  EROFS: 'its file system is read-only. Set DATA_DIR to a folder that can be written.',
  ENOSPC: `the disk is full. Make room, ${OTHER_FOLDER}.`,
  EDQUOT: `this user's disk quota is used up. Make room, ${OTHER_FOLDER}.`,
  ENAMETOOLONG: 'the path is too long. Set DATA_DIR to a shorter one.',
  ELOOP: 'its symbolic links run in a circle. Mend them, or set DATA_DIR to another folder.',
};

/**
 * Makes the folder if it is missing, and writes and removes a file in it.
 * @param dataDir an absolute path
 * @throws UserError with what is wrong with it and what to do
 */
export function prepareDataDir(dataDir: string): void {
  const probe = path.join(dataDir, `.write-check-${process.pid}`);
  try {
    makeFolder(dataDir);
    const file = openSync(probe, 'w', 0o600);
    try {
      // Not writeSync: on a full disk it writes what fits and reports no error.
      writeFileSync(file, Buffer.alloc(PROBE_BYTES));
      // Some file systems promise room that they do not have until the bytes must really be written.
      fsyncSync(file);
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw new UserError(explainDataDirError(dataDir, error as NodeJS.ErrnoException), error);
  }
}

/** With the folders above it. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    // On a read-only file system the recursive way says only that the folder is not there.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') mkdirSync(firstMissing(folder));
    throw error;
  }
}

/** The uppermost folder on the way to this one that does not exist. */
function firstMissing(folder: string): string {
  const parent = path.dirname(folder);
  return parent === folder || existsSync(parent) ? folder : firstMissing(parent);
}

/** One sentence or two: which folder, what is wrong, what to do. */
export function explainDataDirError(dataDir: string, { code = '', message }: NodeJS.ErrnoException): string {
  return `DATA_DIR ${dataDir} cannot be used: ${MEANINGS[code] ?? `${message}. Mend that, ${OTHER_FOLDER}.`}`;
}
