/** `textprobe account`: lists accounts, adds one, changes its role, partners or password, resets two-factor login, disables and enables it (ACCT-10), links it with single sign-on (ACCT-7). */
import {
  changeAccount,
  findAccount,
  listAccounts,
  lockAccounts,
  type ManagedAccountRow,
} from '@textprobe/database/accounts/account-management';
import { changePassword, createAccount } from '@textprobe/database/accounts/accounts';
import { resetSecondFactor } from '@textprobe/database/accounts/second-factors';
import { findSignOn, linkSignOn } from '@textprobe/database/accounts/sign-ons';
import type { Database } from '@textprobe/database/core/connection';
import { listPartners } from '@textprobe/database/directory/choices';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import { formatDateTime } from '@textprobe/domain/display';
import { formatLosAngeles } from '@textprobe/domain/los-angeles-time';
import { SEES_ALL } from '@textprobe/domain/role-words';
import { AUDITORS, ROLES, type Role } from '@textprobe/domain/roles';
import { USERNAME_LIMIT, usernameFault } from '@textprobe/domain/username-rule';
import { createLink } from '@textprobe/server/auth/account-links';
import { hashPassword } from '@textprobe/server/auth/passwords';
import { changesBetween } from '@textprobe/server/http/audit-trail';
import { systemClock } from '../process/system-clock.ts';
import { UserError } from '../process/user-error.ts';
import { auditCommand } from '../program/audit-command.ts';
import { ADMIN, refuseWeakPassword, removeFirstPassword } from '../program/first-start.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `run one of:
  textprobe account list
  textprobe account add NAME ROLE [PARTNER …]
  textprobe account set-role NAME ROLE
  textprobe account set-partners NAME all | PARTNER …
  textprobe account reset-password [NAME]
  textprobe account reset-two-factor NAME
  textprobe account link-sign-on NAME SUBJECT
  textprobe account disable NAME
  textprobe account enable NAME
Roles are ${ROLES.join(', ')}. Without partners, an account sees all of them, as administrators and auditors do. SUBJECT identifies a person at the provider of OIDC_ISSUER: the log has it when a login was refused. A new password is taken from ADMIN_PASSWORD; without it, a link to choose one is printed.`;

const NAME_RULE = `A name has 1 to ${USERNAME_LIMIT} characters, none of them invisible, and no space at either end.`;

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
  if (name === 'reset-two-factor' && hasName) return resetTwoFactor(username);
  if (name === 'disable' && hasName) return change(username, { isDisabled: true });
  if (name === 'enable' && hasName) return change(username, { isDisabled: false });
  if (username !== undefined && role !== undefined) {
    if (name === 'add') return add(username, roleOf(role), more);
    if (name === 'set-role' && more.length === 0) return change(username, { role: roleOf(role) });
    if (name === 'link-sign-on' && more.length === 0) return linkToSignOn(username, role);
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
  const partners = new Map((await listPartners(db, ALL_PARTNERS, 'all')).map(({ id, name }) => [id, name]));
  const accounts = (await listAccounts(db)).rows;
  const rows = accounts.map(({ username, role, partnerIds, state, isService, lastLoginAt }) => [
    username,
    role,
    partnerIds?.map((id) => partners.get(id)).join(', ') ?? 'all partners',
    isService ? `${state}, service` : state,
    lastLoginAt === null ? 'no login yet' : `last login ${formatDateTime(formatLosAngeles(lastLoginAt))}`,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};

/** @throws UserError for unknown names */
async function partnersOf(db: Database, names: readonly string[]): Promise<number[]> {
  const partners = await listPartners(db, ALL_PARTNERS, 'all');
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
  if (usernameFault(username) !== null || username !== username.trim()) throw new UserError(NAME_RULE);
  requirePartnersOfRole(
    { role, partnerIds: partners.length === 0 ? null : partners },
    'Leave out the partners.',
  );
  return async (db, settings) => {
    const { adminPassword } = settings;
    if (adminPassword !== null) refuseWeakPassword(adminPassword, username);
    const partnerIds = partners.length === 0 ? null : await partnersOf(db, partners);
    const passwordHash = adminPassword === null ? null : await hashPassword(adminPassword);
    const createdAt = systemClock.now();
    const made = await db.transaction().execute(async (tx) => {
      const created = await createAccount(tx, { username, role, partnerIds, passwordHash, createdAt });
      if (created === null) throw new UserError(`There is already an account ${JSON.stringify(username)}.`);
      const changes = changesBetween({}, { username, role, partnerIds });
      await auditCommand(tx, 'account.created', { objectId: String(created.id), changes });
      return created;
    });
    const who = `${made.username} is ${withArticle(role)}`;
    if (adminPassword !== null) return `${who} and logs in with the password in ADMIN_PASSWORD`;
    return `${who}. Their link to choose a password works once, within 72 hours:\n${await newLink(db, { ...made, state: 'invited' }, settings)}`;
  };
}

function resetPassword(username: string): Act {
  return async (db, settings) => {
    const { adminPassword, dataDir } = settings;
    const found = await findAccount(db, { username });
    if (found === null || found.state === 'disabled')
      throw new UserError(`There is no account ${JSON.stringify(username)}, or it is disabled.`);
    if (found.isService)
      throw new UserError(
        `${found.username} is a service account without a login. Create a token for it in the console.`,
      );
    if (adminPassword === null) {
      const link = await newLink(db, found, settings);
      return found.state === 'invited'
        ? `The link for ${found.username} to choose a password works once, within 72 hours:\n${link}`
        : `The link for ${found.username} to choose a new password works once, within 24 hours; the old password works until it is used:\n${link}`;
    }
    refuseWeakPassword(adminPassword, username);
    const passwordHash = await hashPassword(adminPassword);
    await db.transaction().execute(async (tx) => {
      await changePassword(tx, found.id, { passwordHash, now: systemClock.now() });
      await auditCommand(tx, 'account.password-changed', { objectId: String(found.id) });
    });
    if (found.username === ADMIN) await removeFirstPassword(dataDir);
    return `${found.username} is logged out everywhere and now logs in with the password in ADMIN_PASSWORD`;
  };
}

function resetTwoFactor(username: string): Act {
  return async (db) => {
    const found = await findAccount(db, { username });
    if (found === null) throw new UserError(`There is no account ${JSON.stringify(username)}.`);
    if (!found.hasSecondFactor) return `${found.username} has no two-factor login`;
    await db.transaction().execute(async (tx) => {
      await lockAccounts(tx);
      await resetSecondFactor(tx, found.id);
      await auditCommand(tx, 'account.two-factor-reset', { objectId: String(found.id) });
    });
    return `${found.username} is logged out everywhere and logs in with the password alone`;
  };
}

function linkToSignOn(username: string, subject: string): Act {
  return async (db, { signOn }) => {
    if (signOn === null) throw new UserError('Set OIDC_ISSUER first: single sign-on is not set up.');
    const found = await findAccount(db, { username });
    if (found === null) throw new UserError(`There is no account ${JSON.stringify(username)}.`);
    if (found.isService) throw new UserError(`${found.username} is a service account without a login.`);
    const id = { issuer: signOn.issuer, subject };
    await db.transaction().execute(async (tx) => {
      await lockAccounts(tx);
      const owner = await findSignOn(tx, id);
      if (owner !== null && owner !== found.id)
        throw new UserError(
          `${JSON.stringify(subject)} already logs in to ${JSON.stringify((await findAccount(tx, { id: owner }))?.username)}.`,
        );
      await linkSignOn(tx, id, found.id, systemClock.now());
      const changes = { subject: [null, subject] } as const;
      await auditCommand(tx, 'account.sign-on-linked', { objectId: String(found.id), changes });
    });
    return `${found.username} logs in with ${signOn.name}, which sets its role and partners at the next login`;
  };
}

/** A link to choose a password, at PUBLIC_URL or else on this machine. */
async function newLink(
  db: Database,
  account: Parameters<typeof createLink>[1],
  { publicUrl, port }: Settings,
): Promise<string> {
  const origin = publicUrl ?? `http://localhost:${port}`;
  return db.transaction().execute(async (tx) => {
    await auditCommand(tx, 'account.link-created', { objectId: String(account.id) });
    return (await createLink(tx, account, { origin, now: systemClock.now() })).url;
  });
}

type Wanted =
  | { readonly role: Role }
  | { readonly partnerIds: readonly number[] | null }
  | { readonly isDisabled: boolean };

function change(username: string, wanted: Wanted): Act {
  return async (db) => {
    const found = await findAccount(db, { username });
    if (found === null) throw new UserError(`There is no account ${JSON.stringify(username)}.`);
    requirePartnersOfRole({ ...found, ...wanted }, `Run textprobe account set-partners ${username} all.`);
    const outcome = await db.transaction().execute(async (tx) => {
      const done = await changeAccount(tx, found.id, wanted, systemClock.now());
      if (done === 'changed') await auditCommand(tx, actionOf(wanted), auditOf(found, wanted));
      return done;
    });
    if (outcome === 'last administrator')
      throw new UserError(
        `${username} is the last enabled administrator. Make another account an administrator first.`,
      );
    if ('role' in wanted) return `${username} is now ${withArticle(wanted.role)}`;
    if ('isDisabled' in wanted)
      return wanted.isDisabled ? `${username} is disabled and logged out` : `${username} is enabled`;
    const count = wanted.partnerIds?.length ?? 'all';
    return `${username} sees ${count} ${count === 1 ? 'partner' : 'partners'}`;
  };
}

function actionOf(wanted: Wanted): string {
  if (!('isDisabled' in wanted)) return 'account.updated';
  return wanted.isDisabled ? 'account.disabled' : 'account.enabled';
}

function auditOf(found: ManagedAccountRow, wanted: Wanted) {
  const changes = 'isDisabled' in wanted ? {} : changesBetween(found, wanted);
  return { objectId: String(found.id), changes };
}

/** @throws UserError, which ends with `whatToDo` */
function requirePartnersOfRole(
  { role, partnerIds }: { readonly role: Role; readonly partnerIds: readonly unknown[] | null },
  whatToDo: string,
): void {
  if (partnerIds !== null && AUDITORS.includes(role)) throw new UserError(`${SEES_ALL} ${whatToDo}`);
}

function withArticle(role: Role): string {
  return `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;
}
