/** `textprobe account reset-password [NAME]`: a way back in, for whoever runs the program. */
import { findAccountForLogin, setPassword } from '@textprobe/database/accounts/accounts';
import { hashPassword } from '@textprobe/server/auth/passwords';
import { UserError } from '../process/user-error.ts';
import { ADMIN, inventPassword } from '../program/first-start.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

export async function account(settings: Settings, args: readonly string[]): Promise<number> {
  const [act, name = ADMIN, ...more] = args;
  if (act !== 'reset-password' || more.length > 0) {
    throw new UserError(
      "write 'textprobe account reset-password', with the name of the account behind it if it is not admin. " +
        'The new password is the one in ADMIN_PASSWORD; without that, one is made and printed.',
    );
  }
  const given = settings.adminPassword;
  const password = given ?? inventPassword();
  await withDatabase('account', settings, async ({ db }) => {
    const found = await findAccountForLogin(db, name);
    if (found === null) throw new UserError(`There is no account ${JSON.stringify(name)} that may log in.`);
    await setPassword(db, found.id, await hashPassword(password));
    process.stdout.write(
      `${found.username} has a new password and is logged out everywhere: ` +
        `${given === null ? password : 'the one in ADMIN_PASSWORD'}\n`,
    );
  });
  return 0;
}
