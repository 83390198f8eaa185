/** The environment of the truth test: the engine on PostgreSQL, the SMPP gateway over TCP, the lab's handsets over HTTP. */
import type { AddressInfo } from 'node:net';
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import type { Scenario } from '@textprobe/carrier-lab/scenario-model';
import { silentLog } from '@textprobe/database/core/log';
import { keepHandsetWatch } from '@textprobe/database/phone-health/phone-health';
import type { Clock } from '@textprobe/domain/clock';
import { serveInbox, testKeyOf } from '@textprobe/engine/testing/serve-inbox';
import { createWorld, type World } from '@textprobe/engine/testing/world';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { createTruthBook, type TruthBook } from './truth-book.ts';
import { CARRIERS, DEADLINE_MS, EXPIRY_MS, RESPONSE_TIMEOUT_MS, truthScenario } from './truth-scenario.ts';

export interface TruthWorld {
  readonly world: World;
  readonly lab: CarrierLab;
  readonly book: TruthBook;
  /** How long a message may wait for submission, in milliseconds. */
  readonly expiryMs: number;
  /** When the scenario has a phone switched off, by the clock; null: never. */
  absenceOf(phone: string): { readonly from: number; readonly until: number } | null;
  close(): Promise<void>;
}

/** Every third phone has no agent, so its receipts are the only evidence. */
const SILENT_PHONE_EVERY = 3;

export async function createTruthWorld(options: {
  seed: string;
  clock: Clock;
  offices: number;
  phones: number;
  scenario?: Scenario;
  /** The submit_sm per second; unlimited by default. */
  throughput?: number;
  /** How long a message may wait for submission, in milliseconds; default half an hour. */
  expiryMs?: number;
  /** How long a phone that pings may be silent before it counts as offline. */
  offlineAfterMs?: number;
}): Promise<TruthWorld> {
  const { seed, clock, offices, phones, scenario = loadScenario(truthScenario()), throughput } = options;
  const { expiryMs = EXPIRY_MS } = options;
  const deps = { clock, log: silentLog };
  const world = await createWorld({
    clock,
    offices,
    phones,
    deadlineMs: DEADLINE_MS,
    ...(options.offlineAfterMs === undefined ? {} : { offlineAfterMs: options.offlineAfterMs }),
  });
  const handsets = await seedPhones(world);
  const server = await serveInbox(world, new Set());
  const book = createTruthBook(tagOf);
  const stopWatch =
    options.offlineAfterMs === undefined ? () => undefined : keepWatch(world, options.offlineAfterMs);
  const startedAt = clock.now();
  const lab = await createCarrierLab({
    ...deps,
    scenario,
    seed,
    systemId: 'textprobe',
    password: 'secret',
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handsets,
    truth: book.note,
  });
  const check = checkSmppSettings({
    ...lab.smpp,
    binds: 2,
    window: 250,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    ...(throughput === undefined ? {} : { throughput }),
  });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const share = createSoleShare(deps.clock);
  await world.startEngine(createSmppGateway({ ...deps, name: 'lab', settings: check.settings, share }), {
    leaseMs: 10 * RESPONSE_TIMEOUT_MS,
    sendExpiryMs: expiryMs,
  });
  return {
    world,
    lab,
    book,
    expiryMs,
    absenceOf(phone) {
      const absence = scenario.absences.find((one) => one.phone === phone);
      if (absence === undefined) return null;
      return { from: startedAt + absence.from, until: startedAt + (absence.until ?? Infinity) };
    },
    async close() {
      await stopWatch();
      await lab.stop();
      server.closeAllConnections();
      server.close();
      await world.close();
    },
  };
}

/** Keeps recording that handset posts are being received, as the edge does. @returns stops it, and waits for the last write */
function keepWatch({ db, clock }: World, lapseMs: number): () => Promise<void> {
  let isStopped = false;
  let cancel: (() => void) | undefined;
  let beating = beat();

  async function beat(): Promise<void> {
    await keepHandsetWatch(db, { now: clock.now(), lapseMs });
    if (isStopped) return;
    cancel = clock.after(lapseMs / 6, () => {
      beating = beat();
    });
  }

  return async () => {
    isStopped = true;
    cancel?.();
    await beating;
  };
}

/** Every text begins with the tag of its test. */
export function tagOf(text: string): string {
  return text.slice(0, text.indexOf(' '));
}

async function seedPhones({ db }: World) {
  const names = Object.keys(CARRIERS);
  const phones = await db.selectFrom('test_phones').selectAll().orderBy('id').execute();
  return Promise.all(
    phones.map(async ({ id, phone_number: phoneNumber }, index) => {
      const carrier = names[index % names.length] as string;
      const isSilent = index % SILENT_PHONE_EVERY === SILENT_PHONE_EVERY - 1;
      const evidence = isSilent ? ('receipt' as const) : ('handset' as const);
      await db.updateTable('test_phones').set({ carrier, evidence }).where('id', '=', id).execute();
      return { phoneNumber, carrier, key: isSilent ? null : testKeyOf(id) };
    }),
  );
}
