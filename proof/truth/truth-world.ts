/**
 * The environment of the truth test: the engine on PostgreSQL, the SMPP gateway over TCP for SMS, the Messages API over HTTP for
 * MMS, and the lab's handsets over HTTP.
 */
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import type { Scenario } from '@textprobe/carrier-lab/scenario-model';
import { silentLog } from '@textprobe/database/core/log';
import { keepHandsetWatch } from '@textprobe/database/handsets/phone-health';
import type { Clock } from '@textprobe/domain/clock';
import { testKeyOf } from '@textprobe/engine/testing/serve-inbox';
import { createWorld, type World } from '@textprobe/engine/testing/world';
import type { Gateway } from '@textprobe/gateways/gateway-port';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { checkTwilioSettings } from '@textprobe/gateways/twilio/settings';
import { createTwilioGateway } from '@textprobe/gateways/twilio/twilio-gateway';
import { repeat } from './repeat.ts';
import { createTruthBook, type TruthBook } from './truth-book.ts';
import { openTruthEdge, type TruthEdge } from './truth-edge.ts';
import { CARRIERS, DEADLINE_MS, EXPIRY_MS, RESPONSE_TIMEOUT_MS, truthScenario } from './truth-scenario.ts';
import type { WorkClock } from './work-clock.ts';

export interface TruthWorld {
  readonly world: World;
  readonly lab: CarrierLab;
  readonly book: TruthBook;
  readonly edge: TruthEdge;
  /** How long a message may wait for submission, in milliseconds. */
  readonly expiryMs: number;
  /** When the scenario has a phone switched off, by the clock; null: never. */
  absenceOf(phone: string): { readonly from: number; readonly until: number } | null;
  close(): Promise<void>;
}

/** For both of the lab's gateways. */
const PASSWORD = 'secret';

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
  /** Phones that are silent for this long count as offline, if the servers have listened all that time; they are on `clock`. */
  offline?: { afterMs: number; clock: WorkClock };
}): Promise<TruthWorld> {
  const { seed, clock, offices, phones, scenario = loadScenario(truthScenario()), throughput } = options;
  const { expiryMs = EXPIRY_MS, offline } = options;
  const deps = { clock, log: silentLog };
  const world = await createWorld({
    clock,
    offices,
    phones,
    deadlineMs: DEADLINE_MS,
    ...(offline === undefined ? {} : { offlineAfterMs: offline.afterMs }),
  });
  const handsets = await seedPhones(world);
  const edge = await openTruthEdge(world, PASSWORD);
  const book = createTruthBook(tagOf);
  const stopWatch = offline === undefined ? async () => undefined : keepHandsetWatchUp(world, offline);
  const startedAt = clock.now();
  const lab = await createCarrierLab({
    ...deps,
    scenario,
    seed,
    systemId: 'textprobe',
    password: PASSWORD,
    target: edge.address,
    handsets,
    truth: book.note,
  });
  const sms = smsGateway(lab, deps, throughput);
  await world.startEngine(sms, {
    gateways: new Map([
      [world.gatewayId, sms],
      [edge.mmsGatewayId, mmsGateway(lab, deps, edge)],
    ]),
    linkMedia: edge.linkMedia,
    leaseMs: 10 * RESPONSE_TIMEOUT_MS,
    sendExpiryMs: expiryMs,
  });
  return {
    world,
    lab,
    book,
    edge,
    expiryMs,
    absenceOf(phone) {
      const absence = scenario.absences.find((one) => one.phone === phone);
      if (absence === undefined) return null;
      return { from: startedAt + absence.from, until: startedAt + (absence.until ?? Infinity) };
    },
    async close() {
      await stopWatch();
      await lab.stop();
      await edge.close();
      await world.close();
    },
  };
}

type GatewayDeps = Pick<Parameters<typeof createSmppGateway>[0], 'clock' | 'log'>;

function smsGateway(lab: CarrierLab, deps: GatewayDeps, throughput: number | undefined): Gateway {
  const check = checkSmppSettings({
    ...lab.smpp,
    binds: 2,
    window: 250,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    ...(throughput === undefined ? {} : { throughput }),
  });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const share = createSoleShare(deps.clock);
  return createSmppGateway({ ...deps, name: 'lab', settings: check.settings, share });
}

function mmsGateway({ api }: CarrierLab, deps: GatewayDeps, { statusCallback }: TruthEdge): Gateway {
  const { url: baseUrl, accountSid, authToken } = api;
  const check = checkTwilioSettings({
    baseUrl,
    accountSid,
    authToken,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
  });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const share = createSoleShare(deps.clock);
  return createTwilioGateway({ ...deps, name: 'lab MMS', settings: check.settings, share, statusCallback });
}

/**
 * Keeps recording that handset posts are being received, as the edge does. The clock is paused for each record: otherwise a
 * database that stalls for `lapseMs` would rightly make the product doubt every silence.
 */
function keepHandsetWatchUp({ db }: World, of: { afterMs: number; clock: WorkClock }): () => Promise<void> {
  const { afterMs: lapseMs, clock } = of;
  return repeat(clock, lapseMs / 6, () =>
    clock.pauseDuring(() => keepHandsetWatch(db, { now: clock.now(), lapseMs })),
  );
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
