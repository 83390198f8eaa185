/** `textprobe migrate`: brings the database to the present schema and ends. */
import { openToolbox } from '../process/toolbox.ts';
import type { Settings } from '../settings/settings.ts';
import { refuseArguments } from './refuse-arguments.ts';
import { withDatabase } from './with-database.ts';

export async function migrate(settings: Settings, args: readonly string[]): Promise<number> {
  refuseArguments('migrate', args);
  const toolbox = openToolbox(settings);
  await withDatabase('migrate', settings, toolbox, async ({ migrated }) => {
    process.stdout.write(
      migrated.length === 0
        ? 'The database is on the present schema already.\n'
        : `The database is on the present schema now (${migrated.join(', ')}).\n`,
    );
  });
  return 0;
}
