/** `textprobe rollups check | rebuild`: compares the analytics rollups with a count of the messages, or recalculates them. */
import { countRollupFaults, rebuildRollups } from '@textprobe/database/rollups/rollup-rebuild';
import { UserError } from '../process/user-error.ts';
import { auditCommand } from '../program/audit-command.ts';
import type { Settings } from '../settings/settings.ts';
import { withDatabase } from './with-database.ts';

export async function rollups(settings: Settings, args: readonly string[]): Promise<number> {
  const [act, ...more] = args;
  if ((act !== 'check' && act !== 'rebuild') || more.length > 0) {
    throw new UserError(
      "run 'textprobe rollups check' to compare the analytics rollups with the messages themselves, or " +
        "'textprobe rollups rebuild' to recalculate them.",
    );
  }
  return withDatabase('rollups', settings, async ({ db }) => {
    if (act === 'rebuild') {
      await rebuildRollups(db);
      await auditCommand(db, 'rollups.rebuilt');
      process.stdout.write('The rollups were recalculated from the messages.\n');
      return 0;
    }
    const faults = await countRollupFaults(db);
    process.stdout.write(
      faults === 0
        ? 'The rollups match the messages.\n'
        : `${faults} sums of the rollups do not match the messages. Run 'textprobe rollups rebuild'.\n`,
    );
    return faults === 0 ? 0 : 1;
  });
}
