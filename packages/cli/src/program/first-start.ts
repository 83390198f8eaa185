/** Creates the administrator at the first start, and with the lab a demo directory. */
import { randomInt } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countAccounts, createAccount, findAccountForLogin } from '@textprobe/database/accounts/accounts';
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { listPartners } from '@textprobe/database/directory/choices';
import { importDirectory } from '@textprobe/database/directory/import-directory';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { newPasswordFault } from '@textprobe/server/auth/new-password';
import { hashPassword, verifyPassword } from '@textprobe/server/auth/passwords';
import { demoDirectory } from '../directory/demo-directory.ts';
import { UserError } from '../process/user-error.ts';
import { auditCommand } from './audit-command.ts';

/** The administrator's name. */
export const ADMIN = 'admin';
const PASSWORD_FILE = 'admin-password.txt';
/** Without similar-looking characters; 20 of them are 100 bits. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

export interface FirstAccount {
  readonly username: string;
  /** Null when set by ADMIN_PASSWORD. */
  readonly password: string | null;
  /** The file with the password, readable only by its owner; null without one. */
  readonly file: string | null;
}

/**
 * Creates the first administrator.
 * @param dataDir where a generated password is stored; null: nowhere
 * @returns null when there is an account already
 * @throws UserError if the rule for new passwords refuses ADMIN_PASSWORD
 */
export async function createFirstAccount(
  db: Database,
  { adminPassword, dataDir, clock }: { adminPassword: string | null; dataDir: string | null; clock: Clock },
): Promise<FirstAccount | null> {
  if ((await countAccounts(db)) > 0) return null;
  if (adminPassword !== null) refuseWeakPassword(adminPassword, ADMIN);
  const password = adminPassword ?? generatePassword();
  const isGenerated = adminPassword === null;
  // Stored before the account is created: on a full disk the password would otherwise be lost with the process.
  const file = isGenerated && dataDir !== null ? await storePassword(dataDir, password) : null;
  const passwordHash = await hashPassword(password);
  const account = await db.transaction().execute(async (tx) => {
    const role = 'administrator';
    const made = await createAccount(tx, { username: ADMIN, role, passwordHash, createdAt: clock.now() });
    if (made === null) return null;
    const changes = { username: [null, ADMIN], role: [null, role] } as const;
    await auditCommand(tx, 'account.created', { objectId: String(made.id), changes });
    return made;
  });
  if (account !== null) return { username: ADMIN, password: isGenerated ? password : null, file };
  // Another process created the account first, with its own password.
  if (file !== null) await rm(file, { force: true });
  return null;
}

/** @throws UserError if the rule for new passwords refuses it */
export function refuseWeakPassword(adminPassword: string, username: string): void {
  const fault = newPasswordFault(adminPassword, username);
  if (fault !== null) throw new UserError(`ADMIN_PASSWORD is refused: ${fault.message}`);
}

/** Warns that ADMIN_PASSWORD has no effect, unless it is the administrator's password. */
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
      "To change the password of admin, run 'textprobe account reset-password' with ADMIN_PASSWORD set",
  );
}

/** Loads the demo directory if there is no partner yet. @param now epoch milliseconds @returns whether it did */
export async function loadDemoDirectory(db: Database, now: number): Promise<boolean> {
  if ((await listPartners(db, ALL_PARTNERS, 'all')).length > 0) return false;
  await importDirectory(db, demoDirectory, now);
  return true;
}

/** Removes the file of a generated password, once it is no longer the password. @param dataDir where it may be */
export async function removeFirstPassword(dataDir: string): Promise<void> {
  await rm(join(dataDir, PASSWORD_FILE), { force: true });
}

/** The same after the administrator has changed it in the console; a failure is logged, since the change stands. */
export async function forgetFirstPassword(
  username: string,
  { dataDir, log }: { dataDir: string; log: Log },
): Promise<void> {
  if (username !== ADMIN) return;
  try {
    await removeFirstPassword(dataDir);
  } catch (error) {
    log.warn({ err: error }, `could not remove ${PASSWORD_FILE}, whose password is no longer valid`);
  }
}

async function storePassword(dataDir: string, password: string): Promise<string> {
  const file = join(dataDir, PASSWORD_FILE);
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  // Writing does not change the mode of an existing file.
  await chmod(file, 0o600);
  return file;
}

/** Easy to read out and type. */
export function generatePassword(): string {
  const groups = Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  return groups.join('-');
}
