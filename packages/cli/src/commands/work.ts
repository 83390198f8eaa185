/** `textprobe work`: the dispatch engine alone; any number of them over one DATABASE_URL. */
import { runUntilTold } from '../process/run-until-told.ts';
import { openToolbox } from '../process/toolbox.ts';
import { UserError } from '../process/user-error.ts';
import { LAB } from '../program/carriers.ts';
import { openProgram } from '../program/open-program.ts';
import type { Settings } from '../settings/settings.ts';
import { refuseArguments } from './refuse-arguments.ts';
import { requireSharedDatabase } from './require-shared-database.ts';

export async function work(settings: Settings, args: readonly string[]): Promise<number> {
  refuseArguments('work', args);
  requireSharedDatabase('work', settings);
  if (settings.carriers === LAB) {
    throw new UserError(
      "'textprobe work' needs real carriers: set CARRIERS to the path of a carriers file, or to 'database'. " +
        "The lab runs within 'textprobe start'; 'textprobe lab' runs one that a carriers file can name.",
    );
  }
  const toolbox = openToolbox(settings);
  return runUntilTold(toolbox, async (stops) => {
    const parts = { edge: false, worker: true, holdsDataDir: false, passwordFolder: null };
    const { carriers } = await openProgram(settings, parts, { ...toolbox, stops });
    process.stdout.write(`Textprobe works; gateways: ${carriers}\n`);
  });
}
