/**
 * Puts the program together, from the database upwards: store, first start, carriers, worker, HTTP edge. `start` is all
 * of it in one process; `serve` is the edge alone and `work` the worker alone, over one DATABASE_URL.
 */
import { createJobQueue } from '@textprobe/database/job-queue';
import type { Clock } from '@textprobe/domain/clock';
import { createEngineDoor } from '@textprobe/engine/door';
import { START_RUN_QUEUE } from '@textprobe/engine/start-run';
import type { Logger } from '../logger.ts';
import type { Settings } from '../settings.ts';
import { checkCarriers, openCarriers } from './carriers.ts';
import { openEdge } from './edge.ts';
import { createFirstAccount, type FirstAccount, loadDemoDirectory } from './first-start.ts';
import type { Stops } from './stops.ts';
import { openStore } from './store.ts';
import { createWorker } from './worker.ts';

export interface Parts {
  readonly edge: boolean;
  readonly worker: boolean;
}

export interface Program {
  /** Where the console is, null without an edge. */
  readonly address: string | null;
  /** Told once, at the first start. */
  readonly firstAccount: FirstAccount | null;
  /** What the carriers are, in words. */
  readonly carriers: string | null;
}

/** How long what is under way may take to end before it is given back or cut off. Milliseconds. */
const DRAIN_MS = 6_000;

/** @throws UserError where a setting or the machine is at fault; what had been started by then is in `stops` */
export async function openProgram(
  settings: Settings,
  parts: Parts,
  { clock, log, stops }: { readonly clock: Clock; readonly log: Logger; readonly stops: Stops },
): Promise<Program> {
  if (parts.worker) await checkCarriers(settings);
  const { url, db } = await openStore({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    path: settings.path,
    clock,
    log,
    applicationName: 'textprobe',
    stops,
  });
  const firstAccount = await createFirstAccount(db, {
    adminPassword: settings.adminPassword,
    dataDir: settings.dataDir,
    clock,
  });
  const isLab = parts.worker && settings.carriers === 'lab';
  if (isLab && (await loadDemoDirectory(db))) log.info({}, 'loaded a demo directory to try things on');

  const queue = createJobQueue({ url, log, clock, queues: { [START_RUN_QUEUE]: {} } });
  await queue.start();
  stops.add('the job queue', () => queue.stop());
  const door = createEngineDoor({ db, queue, clock, log, deadlineMs: settings.confirmationDeadlineMs });
  stops.add('the engine door', () => door.stop());

  const carriers = parts.worker ? await openCarriers({ settings, db, clock, log, stops }) : null;
  if (carriers !== null) {
    const engine = await createWorker({ db, url, queue, carriers: carriers.gateways, clock, log });
    await engine.start();
    stops.add('the engine', () => engine.stop(DRAIN_MS));
  }
  if (!parts.edge) return { address: null, firstAccount, carriers: describeCarriers(carriers?.gateways) };

  const edge = await openEdge({ ...settings, db, url, door, clock, log, stops });
  carriers?.lab?.lab.setTarget(edge.address);
  return { address: edge.address, firstAccount, carriers: describe(settings, carriers) };
}

function describe(
  settings: Settings,
  carriers: Awaited<ReturnType<typeof openCarriers>> | null,
): string | null {
  if (!carriers?.lab) return describeCarriers(carriers?.gateways);
  const { port } = carriers.lab.lab;
  return `simulated (scenario ${settings.labScenario}, seed ${settings.labSeed}, SMPP on 127.0.0.1:${port})`;
}

function describeCarriers(gateways: readonly { readonly name: string }[] | undefined): string | null {
  return gateways?.map(({ name }) => name).join(', ') ?? null;
}
