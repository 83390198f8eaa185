/** The carrier lab within a start: handsets for every phone of the directory, each with a key of its own for this run. */
import { readFile } from 'node:fs/promises';
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario, SCENARIO_NAMES } from '@textprobe/carrier-lab/scenario';
import type { Scenario } from '@textprobe/carrier-lab/scenario-model';
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { listTestPhones } from '@textprobe/database/directory/directory';
import { replaceHandsetKeys } from '@textprobe/database/handset-keys/handset-keys';
import type { Clock } from '@textprobe/domain/clock';
import { USUAL_SMPP_SETTINGS } from '@textprobe/domain/gateway-settings';
import { createHandsetKey, type HandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { repeat } from '../process/repeat.ts';
import { UserError } from '../process/user-error.ts';
import type { CarrierGateway } from './carriers-file.ts';

/** Under which the handsets' keys stand in the database; a start puts new ones in the place of the last one's. */
const KEY_LABEL = 'carrier lab';
/** What a bind must name. No secret: the lab listens on loopback and delivers to nobody real. */
export const LAB_LOGIN = { systemId: 'textprobe', password: 'lab' } as const;
/** How often phones that were imported meanwhile are given a handset. */
const REFRESH_MS = 5_000;

interface LabOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly scenario: Scenario;
  readonly seed: string;
}

export interface RunningLab {
  readonly lab: CarrierLab;
  readonly gateways: readonly CarrierGateway[];
  stop(): Promise<void>;
}

/** A scenario by its name or by the path of its file. @throws UserError with every fault of it */
export async function readScenario(nameOrPath: string): Promise<Scenario> {
  if (SCENARIO_NAMES.includes(nameOrPath)) return loadScenario(nameOrPath);
  const instead = `Write one of ${SCENARIO_NAMES.join(', ')}, or the path of a scenario file.`;
  const text = await readFile(nameOrPath, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'ENOENT'
        ? `there is no file "${nameOrPath}" and no built-in scenario of that name`
        : error.message;
    throw new UserError(`LAB_SCENARIO: ${reason}. ${instead}`, error);
  });
  try {
    return loadScenario(text);
  } catch (error) {
    const faults = (error as Error).message.split('\n').map((fault) => `  - ${fault}`);
    throw new UserError([`LAB_SCENARIO: the file "${nameOrPath}" has faults:`, ...faults].join('\n'), error);
  }
}

export async function startLab({ db, clock, log, scenario, seed }: LabOptions): Promise<RunningLab> {
  const lab = await createCarrierLab({
    clock,
    log,
    scenario,
    seed,
    ...LAB_LOGIN,
    target: null,
    handsets: [],
  });
  /** By the phone's id: one that stays keeps its key, with which a handset may be about to post. */
  const keys = new Map<number, HandsetKey>();
  let known = '';
  async function refreshHandsets(): Promise<void> {
    const phones = await listTestPhones(db);
    const now = JSON.stringify(phones);
    if (now === known) return;
    const keyed = phones.map((phone) => {
      const created = keys.get(phone.id) ?? createHandsetKey();
      keys.set(phone.id, created);
      return { phone, ...created };
    });
    const reporting = keyed.filter(({ phone }) => phone.evidence === 'handset');
    await replaceHandsetKeys(
      db,
      KEY_LABEL,
      reporting.map(({ phone, hash }) => ({ phoneId: phone.id, keyHash: hash })),
      clock.now(),
    );
    lab.setHandsets(
      keyed.map(({ phone, key }) => ({
        phoneNumber: phone.phoneNumber,
        carrier: phone.carrier,
        key: phone.evidence === 'handset' ? key : null,
      })),
    );
    known = now;
  }
  await refreshHandsets();
  const stopRefreshing = repeat(clock, REFRESH_MS, refreshHandsets, log);
  return {
    lab,
    gateways: [smppGateway(lab), mmsGateway(lab)],
    async stop() {
      await stopRefreshing();
      await lab.stop();
    },
  };
}

function smppGateway({ smpp: { host, port } }: CarrierLab): CarrierGateway {
  return {
    name: 'carrier lab',
    kind: 'smpp',
    isDefault: true,
    isDefaultMms: false,
    sendsMms: false,
    offices: [],
    settings: {
      ...USUAL_SMPP_SETTINGS,
      ...LAB_LOGIN,
      host,
      port,
      window: 50,
    },
  };
}

/** SMPP carries no files: the MMS of all offices go this way. */
function mmsGateway({ api: { url, accountSid, authToken } }: CarrierLab): CarrierGateway {
  return {
    name: 'carrier lab MMS',
    kind: 'twilio',
    isDefault: false,
    isDefaultMms: true,
    sendsMms: true,
    offices: [],
    settings: {
      baseUrl: url,
      accountSid,
      authToken,
      from: null,
      messagingServiceSid: null,
      window: 20,
      responseTimeoutMs: 10_000,
      throughput: null,
    },
  };
}
