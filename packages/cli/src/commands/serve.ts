/** `textprobe serve`: runs the console and API alone; any number of processes over one DATABASE_URL. */
import { runUntilSignal } from '../process/shutdown.ts';
import { openProgram } from '../program/open-program.ts';
import type { Settings } from '../settings/settings.ts';
import { openToolbox, refuseArguments, requireSharedDatabase } from './command.ts';

export async function serve(settings: Settings, args: readonly string[]): Promise<number> {
  refuseArguments('serve', args);
  requireSharedDatabase('serve', settings);
  const toolbox = openToolbox(settings);
  return runUntilSignal({ ...toolbox, drainMs: settings.shutdownDrainMs }, async (stops) => {
    // One of many processes, perhaps without a disk: the first password is only printed.
    const parts = { edge: true, worker: false, holdsDataDir: false, passwordFolder: null };
    const { address, firstAccount } = await openProgram(settings, parts, { ...toolbox, stops });
    process.stdout.write(`Textprobe is ready at ${settings.publicUrl ?? address}\n`);
    if (firstAccount?.password) {
      process.stdout.write(`Log in as ${firstAccount.username} with the password ${firstAccount.password}\n`);
    }
  });
}
