/** The gateways of the setting `GATEWAYS`: those of the gateways file, or those of the lab in the worker's process. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Scenario } from '@textprobe/carrier-lab/scenario-model';
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { GatewayNameTaken, registerGateways } from '@textprobe/database/gateways/gateways';
import type { Clock } from '@textprobe/domain/clock';
import { accountOf } from '@textprobe/gateways/kinds';
import type { Stops } from '../process/shutdown.ts';
import { UserError } from '../process/user-error.ts';
import { DATABASE, LAB } from '../settings/settings.ts';
import { type ConfiguredGateway, machineSecrets, readGatewaysFile } from './gateways-file.ts';
import { type RunningLab, readScenario, startLab } from './lab.ts';

/** The validated gateways of the setting; nothing is started yet. */
export type GatewayPlan =
  | { readonly kind: 'lab'; readonly scenario: Scenario; readonly seed: string }
  | { readonly kind: 'file'; readonly gateways: readonly ConfiguredGateway[] };

export interface OpenedGateways {
  readonly gateways: readonly ConfiguredGateway[];
  /** Null with a gateways file. */
  readonly lab: RunningLab | null;
  /** For the startup message. */
  readonly description: string;
}

/**
 * Reads the file or scenario before the database is started, so that a wrong one fails fast.
 * @throws UserError with every fault of the gateways file or of the scenario
 */
export async function planGateways(settings: {
  readonly gateways: string;
  readonly labScenario: string;
  readonly labSeed: string;
  readonly publicUrl: string | null;
}): Promise<GatewayPlan> {
  if (settings.gateways === DATABASE) return { kind: 'file', gateways: [] };
  if (settings.gateways !== LAB) {
    const gateways = await readGateways(settings.gateways);
    requirePublicUrl(gateways, settings.publicUrl);
    return { kind: 'file', gateways };
  }
  return { kind: 'lab', scenario: await readScenario(settings.labScenario), seed: settings.labSeed };
}

/** Starts the lab if the plan has one. */
export async function openGateways(
  plan: GatewayPlan,
  deps: { readonly db: Database; readonly clock: Clock; readonly log: Log; readonly stops: Stops },
): Promise<OpenedGateways> {
  if (plan.kind === 'file') {
    const names = plan.gateways.map(({ name }) => name);
    const description = names.length > 0 ? names.join(', ') : 'from the database';
    return { gateways: plan.gateways, lab: null, description };
  }
  const { scenario, seed } = plan;
  const running = await startLab({ ...deps, scenario, seed });
  deps.stops.add('the carrier lab', running.stop);
  const { host, port } = running.lab.smpp;
  return {
    gateways: running.gateways,
    lab: running,
    description: `simulated (scenario ${scenario.name}, seed ${seed}, SMPP on ${host}:${port})`,
  };
}

/**
 * The gateways for a process without a worker, which needs their tokens to authenticate receipts. It has no lab, and without
 * a gateways file it accepts no receipts over HTTP, which few carriers send.
 * @throws UserError with every fault of the gateways file
 */
export async function planEdgeGateways(
  settings: Parameters<typeof planGateways>[0],
  log: Log,
): Promise<GatewayPlan | null> {
  if (settings.gateways === LAB) return null;
  if (settings.gateways === DATABASE || existsSync(settings.gateways)) return planGateways(settings);
  log.warn(
    { file: settings.gateways },
    'no gateways file found: receipts that carriers post over HTTP are refused',
  );
  return null;
}

function requirePublicUrl(gateways: readonly ConfiguredGateway[], publicUrl: string | null): void {
  const called = gateways.find(({ kind }) => kind === 'twilio');
  if (called === undefined || publicUrl !== null) return;
  throw new UserError(
    `GATEWAYS: gateway "${called.name}" needs PUBLIC_URL: its provider fetches MMS files from there and posts ` +
      'delivery statuses there.',
  );
}

async function readGateways(path: string): Promise<readonly ConfiguredGateway[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `there is no file "${path}"` : message;
    throw new UserError(
      `GATEWAYS: ${reason}. Write "lab" for the simulated carriers, "database" for gateways added in the console only, ` +
        'or the path of a gateways file.',
    );
  });
  const read = readGatewaysFile(text, machineSecrets);
  if (read.ok) return read.gateways;
  throw new UserError(
    [`GATEWAYS: the file "${path}" has errors:`, ...read.faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}

/**
 * Creates or updates the rows of the configured gateways.
 * @returns each gateway by the id of its row
 * @throws UserError when a name is taken by a gateway in the database
 */
export async function registerConfigured(
  db: Database,
  gateways: readonly ConfiguredGateway[],
): Promise<Map<number, ConfiguredGateway>> {
  try {
    const ids = await registerGateways(
      db,
      gateways.map((gateway) => ({
        ...gateway,
        throughput: gateway.settings.throughput,
        account: accountOf(gateway),
      })),
    );
    return new Map(gateways.map((gateway) => [ids.get(gateway.name) ?? 0, gateway]));
  } catch (error) {
    if (!(error instanceof GatewayNameTaken)) throw error;
    const names = error.names.map((name) => `"${name}"`).join(', ');
    throw new UserError(
      `GATEWAYS: ${names} is also the name of a gateway in the database. Rename or remove one of them.`,
      error,
    );
  }
}
