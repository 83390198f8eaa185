/** `textprobe work`: runs the dispatch engine alone; any number of processes over one DATABASE_URL. */
import { runUntilSignal } from '../process/shutdown.ts';
import { UserError } from '../process/user-error.ts';
import { openProgram } from '../program/open-program.ts';
import { LAB, type Settings } from '../settings/settings.ts';
import { openToolbox, refuseArguments, requireSharedDatabase } from './command.ts';

export async function work(settings: Settings, args: readonly string[]): Promise<number> {
  refuseArguments('work', args);
  requireSharedDatabase('work', settings);
  if (settings.gateways === LAB) {
    throw new UserError(
      "'textprobe work' has no lab. Set GATEWAYS to the path of a gateways file, or to 'database'. " +
        "The lab runs within 'textprobe start'; 'textprobe lab' runs one that a gateways file can refer to.",
    );
  }
  const toolbox = openToolbox(settings);
  return runUntilSignal(toolbox, async (stops) => {
    const parts = { edge: false, worker: true, holdsDataDir: false, passwordFolder: null };
    const { gateways } = await openProgram(settings, parts, { ...toolbox, stops });
    process.stdout.write(`Textprobe is ready; gateways: ${gateways}\n`);
  });
}
