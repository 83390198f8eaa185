/** `textprobe migrate`: brings the database to the present schema and ends. */
import { refuseArguments } from '../program/refuse-arguments.ts';
import { openToolbox } from '../program/toolbox.ts';
import { withDatabase } from '../program/with-database.ts';
import type { Settings } from '../settings.ts';

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
