/** `textprobe account`: lists accounts, adds one, changes its role, partners or password, disables and enables it (ACCT-10). */
import {
  type AccountChange,
  changeAccount,
  createAccount,
  findAccountForLogin,
  listAccounts,
  setPassword,
} from '@textprobe/database/accounts/accounts';
import { ALL_PARTNERS } from '@textprobe/database/accounts/scope';
import type { Database } from '@textprobe/database/core/connection';
import { listPartners } from '@textprobe/database/directory/directory';
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { ROLES, type Role } from '@textprobe/domain/roles';
import { hashPassword } from '@textprobe/server/auth/passwords';
import { systemClock } from '../process/system-clock.ts';
import { UserError } from '../process/user-error.ts';
import { ADMIN, generatePassword, refuseWeakPassword, removeFirstPassword } from '../program/first-start.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `run one of:
  textprobe account list
  textprobe account add NAME ROLE [PARTNER …]
  textprobe account set-role NAME ROLE
  textprobe account set-partners NAME all | PARTNER …
  textprobe account reset-password [NAME]
  textprobe account disable NAME
  textprobe account enable NAME
Roles are ${ROLES.join(', ')}. Without partners, an account sees all of them. A new password is taken from ADMIN_PASSWORD; without it, one is generated and printed.`;

const NAME_RULE = 'A name has 1 to 200 characters, none of them invisible, and no space at either end.';

type Act = (db: Database, settings: Settings) => Promise<string>;

export async function account(settings: Settings, args: readonly string[]): Promise<number> {
  const act = actOf(args);
  await withDatabase('account', settings, async ({ db }) => {
    process.stdout.write(`${await act(db, settings)}\n`);
  });
  return 0;
}

/** @throws UserError if the arguments name no action */
function actOf([name, username, role, ...more]: readonly string[]): Act {
  const hasName = username !== undefined && role === undefined && more.length === 0;
  if (name === 'list' && username === undefined) return list;
  if (name === 'reset-password' && (hasName || username === undefined))
    return resetPassword(username ?? ADMIN);
  if (name === 'disable' && hasName) return change(username, { isDisabled: true, now: systemClock.now() });
  if (name === 'enable' && hasName) return change(username, { isDisabled: false, now: systemClock.now() });
  if (username !== undefined && role !== undefined) {
    if (name === 'add') return add(username, roleOf(role), more);
    if (name === 'set-role' && more.length === 0) return change(username, { role: roleOf(role) });
    if (name === 'set-partners') return setPartners(username, [role, ...more]);
  }
  throw new UserError(USAGE);
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (role === undefined)
    throw new UserError(`${JSON.stringify(text)} is not a role; use ${ROLES.join(', ')}`);
  return role;
}

const list: Act = async (db) => {
  const rows = (await listAccounts(db)).map(({ username, role, partners, isDisabled, lastActiveAt }) => [
    username,
    role,
    partners === null ? 'all partners' : partners.join(', ') || 'no partner',
    isDisabled ? 'disabled' : 'enabled',
    lastActiveAt === null ? 'no session' : `last active ${formatDateTime(formatLosAngeles(lastActiveAt))}`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};

/** @throws UserError for unknown names */
async function partnersOf(db: Database, names: readonly string[]): Promise<number[]> {
  const partners = await listPartners(db, ALL_PARTNERS);
  return names.map((name) => {
    const partner = partners.find((one) => one.name === name);
    if (partner !== undefined) return partner.id;
    const known = partners.map((one) => JSON.stringify(one.name)).join(', ') || 'none yet';
    throw new UserError(`There is no partner ${JSON.stringify(name)}; there are ${known}.`);
  });
}

function setPartners(username: string, names: readonly string[]): Act {
  return async (db, settings) => {
    const partnerIds = names.join() === 'all' ? null : await partnersOf(db, names);
    return change(username, { partnerIds })(db, settings);
  };
}

function add(username: string, role: Role, partners: readonly string[]): Act {
  if (!/^(?!\s)[^\p{C}]{1,200}(?<!\s)$/u.test(username)) throw new UserError(NAME_RULE);
  return async (db, settings) => {
    const partnerIds = partners.length === 0 ? null : await partnersOf(db, partners);
    const { password, shown } = newPassword(settings, username);
    const passwordHash = await hashPassword(password);
    const createdAt = systemClock.now();
    const made = await createAccount(db, { username, role, partnerIds, passwordHash, createdAt });
    if (made === null) throw new UserError(`There is already an account ${JSON.stringify(username)}.`);
    return `${made.username} is ${withArticle(role)} and logs in with ${shown}`;
  };
}

interface NewPassword {
  readonly password: string;
  /** In the command's output. */
  readonly shown: string;
}

function resetPassword(username: string): Act {
  return async (db, settings) => {
    const { password, shown } = newPassword(settings, username);
    const found = await findAccountForLogin(db, username);
    if (found === null)
      throw new UserError(`There is no account ${JSON.stringify(username)}, or it is disabled.`);
    await setPassword(db, found.id, await hashPassword(password), systemClock.now());
    if (found.username === ADMIN) await removeFirstPassword(settings.dataDir);
    return `${found.username} is logged out everywhere and now logs in with ${shown}`;
  };
}

function change(username: string, wanted: AccountChange): Act {
  return async (db) => {
    const outcome = await changeAccount(db, username, wanted);
    if (outcome === null) throw new UserError(`There is no account ${JSON.stringify(username)}.`);
    if (outcome === 'last administrator')
      throw new UserError(
        `${username} is the last enabled administrator. Make another account an administrator first.`,
      );
    if ('role' in wanted) return `${username} is now ${withArticle(wanted.role)}`;
    if ('partnerIds' in wanted) {
      const { partnerIds: ids } = wanted;
      if (ids === null) return `${username} sees all partners`;
      return `${username} sees ${ids.length === 1 ? '1 partner' : `${ids.length} partners`}`;
    }
    return wanted.isDisabled ? `${username} is disabled and logged out` : `${username} is enabled`;
  };
}

/** @throws UserError if the rule refuses the one in ADMIN_PASSWORD */
function newPassword({ adminPassword }: Settings, username: string): NewPassword {
  if (adminPassword !== null) {
    refuseWeakPassword(adminPassword, username);
    return { password: adminPassword, shown: 'the one in ADMIN_PASSWORD' };
  }
  const password = generatePassword();
  return { password, shown: password };
}

function withArticle(role: Role): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;
}
