/** `textprobe account reset-password [NAME]`: sets a new password. */
import { findAccountForLogin, setPassword } from '@textprobe/database/accounts/accounts';
import { hashPassword } from '@textprobe/server/auth/passwords';
import { UserError } from '../process/user-error.ts';
import { ADMIN, generatePassword } from '../program/first-start.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

export async function account(settings: Settings, args: readonly string[]): Promise<number> {
  const [act, name = ADMIN, ...more] = args;
  if (act !== 'reset-password' || more.length > 0) {
    throw new UserError(
      "run 'textprobe account reset-password', followed by the account name unless it is admin. " +
        'The new password is taken from ADMIN_PASSWORD; without it, one is generated and printed.',
    );
  }
  const given = settings.adminPassword;
  const password = given ?? generatePassword();
  await withDatabase('account', settings, async ({ db }) => {
    const found = await findAccountForLogin(db, name);
    if (found === null)
      throw new UserError(`There is no account ${JSON.stringify(name)}, or it is disabled.`);
    await setPassword(db, found.id, await hashPassword(password));
    process.stdout.write(
      `${found.username} has a new password and is logged out everywhere: ` +
        `${given === null ? password : 'the one in ADMIN_PASSWORD'}\n`,
    );
  });
  return 0;
}
