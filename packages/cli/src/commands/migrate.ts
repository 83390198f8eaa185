/** `textprobe migrate`: brings the database to the present schema and ends. */
import type { Settings } from '../settings/settings.ts';
import { refuseArguments } from './command.ts';
import { withDatabase } from './with-database.ts';

export async function migrate(settings: Settings, args: readonly string[]): Promise<number> {
  refuseArguments('migrate', args);
  await withDatabase('migrate', settings, async ({ migrated }) => {
    process.stdout.write(
      migrated.length === 0
        ? 'The database is on the present schema already.\n'
        : `The database is on the present schema now (${migrated.join(', ')}).\n`,
    );
  });
  return 0;
}
