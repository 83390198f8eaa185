/** What a first start makes: the administrator, and with the lab a directory to try things on. */
import { randomInt } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countAccounts, createAccount, findAccountForLogin } from '@textprobe/database/accounts/accounts';
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { listPartners } from '@textprobe/database/directory/directory';
import { importDirectory } from '@textprobe/database/directory/import-directory';
import type { Clock } from '@textprobe/domain/clock';
import { hashPassword, verifyPassword } from '@textprobe/server/auth/passwords';
import { demoDirectory } from '../directory/demo-directory.ts';

/** The administrator's name. */
export const ADMIN = 'admin';
const PASSWORD_FILE = 'admin-password.txt';
/** Without characters that are easily taken for each other; 20 of them are about 98 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

export interface FirstAccount {
  readonly username: string;
  /** Null when it was set by ADMIN_PASSWORD: whoever set it knows it. */
  readonly password: string | null;
  /** Where it was written down, readable by its owner alone; null when it was not. */
  readonly file: string | null;
}

/**
 * Makes the first administrator where there is no account yet; answers null where there is.
 * @param dataDir where an invented password is written down; null: nowhere
 */
export async function createFirstAccount(
  db: Database,
  { adminPassword, dataDir, clock }: { adminPassword: string | null; dataDir: string | null; clock: Clock },
): Promise<FirstAccount | null> {
  if ((await countAccounts(db)) > 0) return null;
  const password = adminPassword ?? inventPassword();
  const isInvented = adminPassword === null;
  // Before the account: a password that could not be written down on a full disk would be lost with the process.
  const file = isInvented && dataDir !== null ? await writeDown(dataDir, password) : null;
  const account = await createAccount(db, {
    username: ADMIN,
    passwordHash: await hashPassword(password),
    createdAt: clock.now(),
  });
  if (account !== null) return { username: ADMIN, password: isInvented ? password : null, file };
  // Another process was quicker; its password is the one that counts.
  if (file !== null) await rm(file, { force: true });
  return null;
}

/** Says that ADMIN_PASSWORD changes nothing any more, where it is not the administrator's password already. */
export async function warnOfIgnoredPassword(
  db: Database,
  adminPassword: string | null,
  log: Log,
): Promise<void> {
  if (adminPassword === null) return;
  const account = await findAccountForLogin(db, ADMIN);
  if (account !== null && (await verifyPassword(account.passwordHash, adminPassword))) return;
  log.warn(
    { account: ADMIN },
    "ADMIN_PASSWORD is ignored: it sets the first administrator's password at the first start only. " +
      "To make it the password of admin, run 'textprobe account reset-password' with ADMIN_PASSWORD set",
  );
}

/** Loads the demo directory where there is no partner yet. Answers whether it did. */
export async function loadDemoDirectory(db: Database): Promise<boolean> {
  if ((await listPartners(db)).length > 0) return false;
  await importDirectory(db, demoDirectory);
  return true;
}

async function writeDown(dataDir: string, password: string): Promise<string> {
  const file = join(dataDir, PASSWORD_FILE);
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  // The mode of an existing file is not changed by writing to it.
  await chmod(file, 0o600);
  return file;
}

/** Fit to be read out and typed. */
export function inventPassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  return groups.join('-');
}
