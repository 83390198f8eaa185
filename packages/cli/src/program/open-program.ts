/**
 * Assembles the program from the database upwards: store, gateways, worker, HTTP server, first account. `start` runs all of
 * it in one process; `serve` runs the server alone and `work` the worker alone, over a shared DATABASE_URL.
 */
import type { Clock } from '@textprobe/domain/clock';
import { createEngineApi } from '@textprobe/engine/api';
import type { Engine } from '@textprobe/engine/engine';
import { Registry } from 'prom-client';
import { gaugeBacklog } from '../metrics/backlog-gauges.ts';
import { createEngineCounters } from '../metrics/engine-counters.ts';
import { gaugeGateways, gaugeProcess } from '../metrics/process-gauges.ts';
import { openWorkerPort } from '../metrics/worker-port.ts';
import type { Logger } from '../process/logger.ts';
import type { Stops } from '../process/shutdown.ts';
import type { Settings } from '../settings/settings.ts';
import { createReach } from './callback-urls.ts';
import {
  type GatewayPlan,
  type OpenedGateways,
  openGateways,
  planEdgeGateways,
  planGateways,
} from './configured-gateways.ts';
import { type Edge, openEdge } from './edge.ts';
import {
  createFirstAccount,
  type FirstAccount,
  loadDemoDirectory,
  warnOfIgnoredPassword,
} from './first-start.ts';
import { warnOfPlainHttp } from './plain-http.ts';
import { openSealer } from './sealing-key.ts';
import { auditSettings } from './settings-audit.ts';
import { openCodes, openStore } from './store.ts';
import { createWorker, type WorkerOptions } from './worker.ts';

interface Parts {
  readonly edge: boolean;
  readonly worker: boolean;
  /** Whether this process holds DATA_DIR. */
  readonly holdsDataDir: boolean;
  /** Where the first administrator's password is stored; null: nowhere. */
  readonly passwordFolder: string | null;
}

export interface Program {
  /** The URL of the console; null without a server. */
  readonly address: string | null;
  /** Null after the first start. */
  readonly firstAccount: FirstAccount | null;
  /** A description of the configured gateways; null without a worker. */
  readonly gateways: string | null;
}

interface ProgramDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly stops: Stops;
}

/** How long in-flight messages may take at shutdown before they are released or become UNKNOWN. Milliseconds. */
const DRAIN_MS = 5_500;

/** @throws UserError for a fault of a setting or the machine; parts started by then are in `stops` */
export async function openProgram(settings: Settings, parts: Parts, deps: ProgramDeps): Promise<Program> {
  const { clock, log, stops } = deps;
  const plan = parts.worker ? await planGateways(settings) : await planEdgeGateways(settings, log);
  const hasLab = plan?.kind === 'lab';
  const reach = createReach(hasLab ? null : settings.publicUrl);
  const sealer = openSealer(settings, { inDataDir: parts.holdsDataDir });
  const { url, db, indexOnlyPool } = await openStore({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    path: settings.path,
    clock,
    log,
    applicationName: 'textprobe',
    silentMs: settings.databaseTimeoutMs,
    stops,
  });
  const base = {
    ...deps,
    url,
    db,
    indexOnlyPool,
    codes: await openCodes(db),
    reach,
    sealer,
    publicUrl: settings.publicUrl,
    deadlineMs: settings.confirmationDeadlineMs,
    sendExpiryMs: settings.sendExpiryMs,
    offlineAfterMs: settings.handsetOfflineAfterMs,
  };
  const registry = new Registry();
  gaugeProcess(registry, [db, indexOnlyPool]);
  gaugeBacklog(registry, base);
  const metrics = createEngineCounters(registry);
  const engineApi = createEngineApi({ ...base, metrics });
  stops.add('the engine API', () => engineApi.stop());

  const worker =
    plan !== null && parts.worker ? await openWorker(plan, settings, { ...base, metrics }) : null;
  if (worker !== null) gaugeGateways(registry, worker.engine, clock);
  const configuredGateways = worker?.opened.gateways ?? (plan?.kind === 'file' ? plan.gateways : []);
  const scraped = { registry, token: settings.metricsToken };
  const edge = parts.edge
    ? await openEdge({
        ...settings,
        ...base,
        engineApi,
        configuredGateways,
        hasLab,
        metrics: scraped,
        counters: metrics,
      })
    : null;
  // After the server: carriers fetch the files of the first MMS from it.
  await worker?.engine.start();
  if (edge === null && settings.workMetricsPort !== null) {
    const port = await openWorkerPort({ ...scraped, host: settings.host, port: settings.workMetricsPort });
    stops.add('the metrics port', () => port.close());
    log.info({ address: port.address }, 'serving the metrics of this worker');
  }
  if (edge !== null) worker?.opened.lab?.lab.setTarget(edge.address);
  // Both may need seconds for their work in flight, and everything must stop within ten: so they stop concurrently.
  stops.add('work in flight', async () => {
    await Promise.all([closeEdge(edge), worker?.engine.stop(DRAIN_MS)]);
  });
  /** Load balancers probe over new connections, so these are accepted until the balancer has seen readiness fail. */
  async function closeEdge(open: Edge | null): Promise<void> {
    if (open === null) return;
    open.drain();
    if (settings.shutdownDrainMs > 0) await clock.sleep(settings.shutdownDrainMs);
    await open.close();
  }

  const kind = parts.edge ? (parts.worker ? 'start' : 'serve') : 'work';
  await auditSettings(db, kind, settings.effective);

  // Last: the password is shown only once, and a start that fails, for instance because of a used port, never shows it.
  const firstAccount = edge
    ? await createFirstAccount(db, { ...settings, dataDir: parts.passwordFolder, clock })
    : null;
  if (edge !== null) {
    if (firstAccount === null) await warnOfIgnoredPassword(db, settings.adminPassword, log);
    warnOfPlainHttp(settings, log);
  }
  return {
    address: edge?.address ?? null,
    firstAccount,
    gateways: worker?.opened.description ?? null,
  };
}

async function openWorker(
  plan: GatewayPlan,
  { demo }: Pick<Settings, 'demo'>,
  base: Omit<WorkerOptions, 'configuredGateways'> & ProgramDeps,
): Promise<{ readonly opened: OpenedGateways; readonly engine: Engine }> {
  const { db, clock, log, stops } = base;
  if (demo && (await loadDemoDirectory(db, clock.now()))) {
    log.info({}, 'loaded the demo directory');
  }
  const opened = await openGateways(plan, base);
  const { engine, close } = await createWorker({ ...base, configuredGateways: opened.gateways });
  stops.add('the engine', () => engine.stop(DRAIN_MS));
  stops.add('the gateway sync', close);
  return { opened, engine };
}
