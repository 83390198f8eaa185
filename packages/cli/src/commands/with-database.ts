/**
 * The database for a command that does one thing and ends. Without a DATABASE_URL it is the embedded one: that of the
 * program which is running on DATA_DIR right now, else started for as long as the command takes.
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

/** Only one that a living program holds: what a killed one left is for the next start to take over. */
async function findServed({ dataDir }: Settings): Promise<string | null> {
  return isHeld(dataDir) ? findRunningCluster(dataDir) : null;
}
