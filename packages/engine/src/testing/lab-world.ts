/** A world with the real SMPP gateway, bound to the carrier lab, whose handsets post to a real HTTP server. */
import type { AddressInfo } from 'node:net';
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import { silentLog } from '@textprobe/database/core/log';
import { realClock } from '@textprobe/database/testing/real-clock';
import type { Clock } from '@textprobe/domain/clock';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { createSoleShare } from '@textprobe/gateways/testing/sole-share';
import { serveInbox, testKeyOf } from './serve-inbox.ts';
import { createWorld, type World } from './world.ts';

export interface LabWorld {
  readonly world: World;
  readonly lab: CarrierLab;
  /** Messages that the HTTP server reported as matched to a handset. */
  readonly confirmed: ReadonlySet<number>;
  close(): Promise<void>;
}

/** @param options.scenario a scenario's name or JSON text; `deadlineMs` applies to the messages */
export async function createLabWorld(options: {
  scenario: string;
  seed: string;
  offices: number;
  phones: number;
  deadlineMs: number;
  /** Messages per second; unlimited by default. */
  throughput?: number;
  /** The clock of everything in it; the real one by default. */
  clock?: Clock;
}): Promise<LabWorld> {
  const { throughput, clock = realClock } = options;
  const deps = { clock, log: silentLog };
  const world = await createWorld(options);
  const phones = await world.db.selectFrom('test_phones').selectAll().execute();
  const confirmed = new Set<number>();
  const server = await serveInbox(world, confirmed);
  const lab = await createCarrierLab({
    ...deps,
    scenario: loadScenario(options.scenario),
    seed: options.seed,
    systemId: 'textprobe',
    password: 'secret',
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handsets: phones.map((phone) => ({
      phoneNumber: phone.phone_number,
      carrier: phone.carrier,
      key: testKeyOf(phone.id),
    })),
  });
  const check = checkSmppSettings({
    ...lab.smpp,
    window: 20,
    responseTimeoutMs: 800,
    ...(throughput && { throughput }),
  });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const share = createSoleShare(deps.clock);
  await world.startEngine(createSmppGateway({ ...deps, name: 'lab', settings: check.settings, share }), {
    leaseMs: 4_000,
  });
  return {
    world,
    lab,
    confirmed,
    async close() {
      await lab.stop();
      server.closeAllConnections();
      server.close();
      await world.close();
    },
  };
}
