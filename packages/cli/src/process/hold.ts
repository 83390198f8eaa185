/** Takes DATA_DIR for this process, where the process needs one to itself. */
import type { Settings } from '../settings/settings.ts';
import { prepareDataDir } from './data-dir.ts';
import { type DataDirHold, holdDataDir } from './data-dir-hold.ts';
import type { Stops } from './stops.ts';
import type { Toolbox } from './toolbox.ts';

/** @throws UserError that says who holds it, or why it cannot be used */
export async function takeDataDir(
  command: string,
  { dataDir, shutdownDrainMs: drainMs }: Pick<Settings, 'dataDir' | 'shutdownDrainMs'>,
  { clock }: Pick<Toolbox, 'clock'>,
  stops: Stops,
): Promise<DataDirHold> {
  prepareDataDir(dataDir);
  const hold = await holdDataDir(dataDir, { command, clock, drainMs });
  stops.add('the hold on DATA_DIR', () => hold.release());
  return hold;
}
