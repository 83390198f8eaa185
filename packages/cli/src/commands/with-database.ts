/**
 * Opens the database for a one-shot command. Without a DATABASE_URL this is the embedded one: that of the program running on
 * DATA_DIR, or else one started for the duration of the command.
 */
import { findRunningCluster } from '@textprobe/database/cluster/start-cluster';
import { isHeld, takeDataDir } from '../process/data-dir.ts';
import { createStops } from '../process/shutdown.ts';
import { openStore, type Store } from '../program/store.ts';
import type { Settings } from '../settings/settings.ts';
import { openToolbox, type Toolbox } from './command.ts';

export async function withDatabase<T>(
  command: string,
  settings: Settings,
  act: (store: Store, toolbox: Toolbox) => Promise<T>,
): Promise<T> {
  const toolbox = openToolbox(settings);
  const stops = createStops(toolbox.log);
  try {
    const databaseUrl = settings.databaseUrl ?? (await findServed(settings));
    if (databaseUrl === null) await takeDataDir(command, settings, toolbox, stops);
    return await act(
      await openStore({
        ...toolbox,
        databaseUrl,
        dataDir: settings.dataDir,
        path: settings.path,
        applicationName: `textprobe ${command}`,
        stops,
      }),
      toolbox,
    );
  } finally {
    await stops.stopAll();
  }
}

/** Only the database of a live program: the next start takes over what a killed one left. */
async function findServed({ dataDir }: Settings): Promise<string | null> {
  return isHeld(dataDir) ? findRunningCluster(dataDir) : null;
}
