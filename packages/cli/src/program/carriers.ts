/** Which carriers this process talks to: those of the carriers file, or the lab, started beside it. */
import { readFile } from 'node:fs/promises';
import type { Database } from '@textprobe/database/connection';
import type { Log } from '@textprobe/database/log';
import type { Clock } from '@textprobe/domain/clock';
import { UserError } from '../user-error.ts';
import { type CarrierGateway, readCarriersFile } from './carriers-file.ts';
import { type RunningLab, readScenario, startLab } from './lab.ts';
import type { Stops } from './stops.ts';

export const LAB = 'lab';

export interface Carriers {
  readonly gateways: readonly CarrierGateway[];
  /** Null with carriers of a file. */
  readonly lab: RunningLab | null;
}

/** @throws UserError with every fault of the file */
export async function readCarriers(path: string): Promise<readonly CarrierGateway[]> {
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

/** The scenario is read before anything is started: a wrong one must not cost a database. */
export async function openCarriers(options: {
  readonly settings: { readonly carriers: string; readonly labScenario: string; readonly labSeed: string };
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly stops: Stops;
}): Promise<Carriers> {
  const { settings, stops } = options;
  if (settings.carriers !== LAB) return { gateways: await readCarriers(settings.carriers), lab: null };
  const scenario = await readScenario(settings.labScenario);
  const lab = await startLab({ ...options, scenario, seed: settings.labSeed });
  stops.add('the carrier lab', lab.stop);
  return { gateways: [lab.gateway], lab };
}

/** Tells what is wrong with the carriers' settings before a database is started for them. */
export async function checkCarriers(settings: {
  readonly carriers: string;
  readonly labScenario: string;
}): Promise<void> {
  if (settings.carriers === LAB) await readScenario(settings.labScenario);
  else await readCarriers(settings.carriers);
}
