/** `textprobe migrate`: migrates the database to the current schema and exits. */
import type { Settings } from '../settings/settings.ts';
import { refuseArguments } from './command.ts';
import { withDatabase } from './with-database.ts';

export async function migrate(settings: Settings, args: readonly string[]): Promise<number> {
  refuseArguments('migrate', args);
  await withDatabase('migrate', settings, async ({ migrated }) => {
    process.stdout.write(
      migrated.length === 0
        ? 'The database already has the current schema.\n'
        : `The database was migrated to the current schema (${migrated.join(', ')}).\n`,
    );
  });
  return 0;
}
