/** Runs the carrier lab within `start`: a handset for every phone of the directory, each with a key for this run. */
import { readFile } from 'node:fs/promises';
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario, SCENARIO_NAMES } from '@textprobe/carrier-lab/scenario';
import type { Scenario } from '@textprobe/carrier-lab/scenario-model';
import type { Database } from '@textprobe/database/core/connection';
import type { Log } from '@textprobe/database/core/log';
import { listEntries } from '@textprobe/database/directory/entries';
import type { EntryRows } from '@textprobe/database/directory/entry-kinds';
import { replaceHandsetKeys } from '@textprobe/database/handsets/handset-keys';
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { defaultSettings, SMPP_SETTINGS } from '@textprobe/domain/gateway-settings';
import { createHandsetKey, type HandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { repeat } from '../process/repeat.ts';
import { UserError } from '../process/user-error.ts';
import type { ConfiguredGateway } from './gateways-file.ts';

/** The label of the handsets' keys in the database; each start replaces those of the previous one. */
const KEY_LABEL = 'carrier lab';
/** The credentials of a bind. Not secret: the lab listens on loopback and delivers to no real phone. */
export const LAB_LOGIN = { systemId: 'textprobe', password: 'lab' } as const;
/** How often newly imported phones get a handset. */
const REFRESH_MS = 5_000;
/** More than any installation has. */
const MAX_HANDSETS = 1_000_000;

interface LabOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly scenario: Scenario;
  readonly seed: string;
}

export interface RunningLab {
  readonly lab: CarrierLab;
  readonly gateways: readonly ConfiguredGateway[];
  stop(): Promise<void>;
}

/** Reads a scenario by name or file path. @throws UserError with all its faults */
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
    throw new UserError([`LAB_SCENARIO: the file "${nameOrPath}" has errors:`, ...faults].join('\n'), error);
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
  /** By phone id: a phone keeps its key, since its handset may be about to post. */
  const keys = new Map<number, HandsetKey>();
  let known = '';
  async function refreshHandsets(): Promise<void> {
    const everything = { order: 'name', offset: 0, limit: MAX_HANDSETS };
    const { rows: phones } = await listEntries(db, ALL_PARTNERS, 'phones', {}, everything);
    // With the partner, since a phone that moves to another loses its key.
    const now = JSON.stringify(phones);
    if (now === known) return;
    const keyed = phones.map((phone) => {
      const created = keys.get(phone.id) ?? createHandsetKey();
      keys.set(phone.id, created);
      return { phone, ...created };
    });
    const reporting = keyed.filter(({ phone }) => reports(phone));
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
        key: reports(phone) ? key : null,
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

/** A retired phone has no key, like any other. */
function reports({ evidence, retired, parents }: EntryRows['phones']): boolean {
  return evidence === 'handset' && !retired && !parents.some((parent) => parent.retired);
}

function smppGateway({ smpp: { host, port } }: CarrierLab): ConfiguredGateway {
  return {
    name: 'carrier lab',
    kind: 'smpp',
    isDefault: true,
    isDefaultMms: false,
    sendsMms: false,
    offices: [],
    settings: {
      ...defaultSettings(SMPP_SETTINGS),
      ...LAB_LOGIN,
      host,
      port,
      window: 50,
    },
  };
}

/** SMPP carries no files, so the MMS of all offices use this gateway. */
function mmsGateway({ api: { url, accountSid, authToken } }: CarrierLab): ConfiguredGateway {
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
