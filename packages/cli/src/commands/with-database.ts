/**
 * The database for a command that does one thing and ends. Without a DATABASE_URL it is the embedded one: that of the
 * program which is running on DATA_DIR right now, else started for as long as the command takes.
 */
import { findRunningCluster } from '@textprobe/database/cluster/start-cluster';
import { isHeld } from '../process/data-dir-hold.ts';
import { takeDataDir } from '../process/hold.ts';
import { createStops } from '../process/stops.ts';
import type { Toolbox } from '../process/toolbox.ts';
import { openStore, type Store } from '../program/store.ts';
import type { Settings } from '../settings/settings.ts';

export async function withDatabase<T>(
  command: string,
  settings: Settings,
  toolbox: Toolbox,
  act: (store: Store) => Promise<T>,
): Promise<T> {
  const stops = createStops(toolbox.log);
  try {
    const databaseUrl =
      settings.databaseUrl ??
      (await findServed(settings)) ??
      (await startOwn(command, settings, toolbox, stops));
    return await act(
      await openStore({
        ...toolbox,
        databaseUrl,
        dataDir: settings.dataDir,
        path: settings.path,
        applicationName: `textprobe ${command}`,
        stops,
      }),
    );
  } finally {
    await stops.stopAll();
  }
}

/** Only one that a living program holds: what a killed one left is for the next start to take over. */
async function findServed({ dataDir }: Settings): Promise<string | null> {
  return isHeld(dataDir) ? findRunningCluster(dataDir) : null;
}

async function startOwn(
  command: string,
  settings: Settings,
  toolbox: Toolbox,
  stops: ReturnType<typeof createStops>,
): Promise<null> {
  await takeDataDir(command, settings, toolbox, stops);
  return null;
}
