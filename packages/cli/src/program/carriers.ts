/** Reads the carriers of the settings: those of the carriers file, or the lab, which runs in the worker's process. */
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
import { LAB } from '../settings/settings.ts';
import { type CarrierGateway, machineSecrets, readCarriersFile } from './carriers-file.ts';
import { type RunningLab, readScenario, startLab } from './lab.ts';

/** The value of CARRIERS when all gateways are in the database. */
const DATABASE = 'database';

/** The validated carriers of the settings; nothing is started yet. */
export type CarrierPlan =
  | { readonly kind: 'lab'; readonly scenario: Scenario; readonly seed: string }
  | { readonly kind: 'file'; readonly gateways: readonly CarrierGateway[] };

export interface Carriers {
  readonly gateways: readonly CarrierGateway[];
  /** Null with a carriers file. */
  readonly lab: RunningLab | null;
  /** For the startup message. */
  readonly description: string;
}

/**
 * Reads the file or scenario before the database is started, so that a wrong one fails fast.
 * @throws UserError with every fault of the carriers file or of the scenario
 */
export async function planCarriers(settings: {
  readonly carriers: string;
  readonly labScenario: string;
  readonly labSeed: string;
  readonly publicUrl: string | null;
}): Promise<CarrierPlan> {
  if (settings.carriers === DATABASE) return { kind: 'file', gateways: [] };
  if (settings.carriers !== LAB) {
    const gateways = await readGateways(settings.carriers);
    requirePublicUrl(gateways, settings.publicUrl);
    return { kind: 'file', gateways };
  }
  return { kind: 'lab', scenario: await readScenario(settings.labScenario), seed: settings.labSeed };
}

/** Starts the lab if the plan has one. */
export async function openCarriers(
  plan: CarrierPlan,
  deps: { readonly db: Database; readonly clock: Clock; readonly log: Log; readonly stops: Stops },
): Promise<Carriers> {
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
 * The carriers for a process without a worker, which needs their tokens to authenticate receipts. It has no lab, and without
 * a carriers file it accepts no receipts over HTTP, which few carriers send.
 * @throws UserError with every fault of the carriers file
 */
export async function planEdgeCarriers(
  settings: Parameters<typeof planCarriers>[0],
  log: Log,
): Promise<CarrierPlan | null> {
  if (settings.carriers === LAB) return null;
  if (settings.carriers === DATABASE || existsSync(settings.carriers)) return planCarriers(settings);
  log.warn(
    { file: settings.carriers },
    'no carriers file found: receipts that carriers post over HTTP are refused',
  );
  return null;
}

function requirePublicUrl(gateways: readonly CarrierGateway[], publicUrl: string | null): void {
  const called = gateways.find(({ kind }) => kind === 'twilio');
  if (called === undefined || publicUrl !== null) return;
  throw new UserError(
    `CARRIERS: gateway "${called.name}" needs PUBLIC_URL: its provider fetches MMS files from there and posts ` +
      'delivery statuses there.',
  );
}

async function readGateways(path: string): Promise<readonly CarrierGateway[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `there is no file "${path}"` : message;
    throw new UserError(
      `CARRIERS: ${reason}. Write "lab" for the simulated carriers, "database" for gateways added in the console only, ` +
        'or the path of a carriers file.',
    );
  });
  const read = readCarriersFile(text, machineSecrets);
  if (read.ok) return read.gateways;
  throw new UserError(
    [`CARRIERS: the file "${path}" has errors:`, ...read.faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}

/**
 * Creates or updates the rows of the carriers in the settings.
 * @returns each carrier by the id of its row
 * @throws UserError when a name is taken by a gateway in the database
 */
export async function registerCarriers(
  db: Database,
  carriers: readonly CarrierGateway[],
): Promise<Map<number, CarrierGateway>> {
  try {
    const ids = await registerGateways(
      db,
      carriers.map((carrier) => ({
        ...carrier,
        throughput: carrier.settings.throughput,
        account: accountOf(carrier),
      })),
    );
    return new Map(carriers.map((carrier) => [ids.get(carrier.name) ?? 0, carrier]));
  } catch (error) {
    if (!(error instanceof GatewayNameTaken)) throw error;
    const names = error.names.map((name) => `"${name}"`).join(', ');
    throw new UserError(
      `CARRIERS: ${names} is also the name of a gateway in the database. Rename or remove one of them.`,
      error,
    );
  }
}
