/** Which carriers a worker talks to: those of the carriers file, or the lab, started beside it. */
import { readFile } from 'node:fs/promises';
import type { Scenario } from '@textprobe/carrier-lab/scenario-model';
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import type { Clock } from '@textprobe/domain/clock';
import { UserError } from '../user-error.ts';
import { type CarrierGateway, readCarriersFile } from './carriers-file.ts';
import { type RunningLab, readScenario, startLab } from './lab.ts';
import type { Stops } from './stops.ts';

/** What the setting CARRIERS says in place of a path. */
export const LAB = 'lab';

/** The carriers as the settings describe them: read and checked, nothing started. */
export type CarrierPlan =
  | { readonly kind: 'lab'; readonly scenario: Scenario; readonly seed: string }
  | { readonly kind: 'file'; readonly gateways: readonly CarrierGateway[] };

export interface Carriers {
  readonly gateways: readonly CarrierGateway[];
  /** Null with carriers of a file. */
  readonly lab: RunningLab | null;
  /** What they are, in words. */
  readonly description: string;
}

/**
 * Reads what the settings point to; before a database is started, for a wrong file must not cost one.
 * @throws UserError with every fault of the carriers file or of the scenario
 */
export async function planCarriers(settings: {
  readonly carriers: string;
  readonly labScenario: string;
  readonly labSeed: string;
}): Promise<CarrierPlan> {
  if (settings.carriers !== LAB) return { kind: 'file', gateways: await readGateways(settings.carriers) };
  return { kind: 'lab', scenario: await readScenario(settings.labScenario), seed: settings.labSeed };
}

/** Starts the lab, if it is the lab. */
export async function openCarriers(
  plan: CarrierPlan,
  {
    stops,
    ...deps
  }: { readonly db: Database; readonly clock: Clock; readonly log: Log; readonly stops: Stops },
): Promise<Carriers> {
  if (plan.kind === 'file') {
    const names = plan.gateways.map(({ name }) => name);
    return { gateways: plan.gateways, lab: null, description: names.join(', ') };
  }
  const { scenario, seed } = plan;
  const running = await startLab({ ...deps, scenario, seed });
  stops.add('the carrier lab', running.stop);
  const { host, port } = running.lab.smpp;
  return {
    gateways: [running.gateway],
    lab: running,
    description: `simulated (scenario ${scenario.name}, seed ${seed}, SMPP on ${host}:${port})`,
  };
}

async function readGateways(path: string): Promise<readonly CarrierGateway[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `there is no file "${path}"` : message;
    throw new UserError(
      `CARRIERS: ${reason}. Write "lab" for the simulated carriers, or the path of a carriers file.`,
    );
  });
  const read = readCarriersFile(text);
  if (read.ok) return read.gateways;
  throw new UserError(
    [`CARRIERS: the file "${path}" has faults:`, ...read.faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}
