/** The worker of this process: the gateways and the dispatch engine over them. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '@textprobe/database/connection';
import { assignOffices, registerGateways } from '@textprobe/database/gateways/gateways';
import type { JobQueue } from '@textprobe/database/job-queue';
import { readOrCreateSecret } from '@textprobe/database/secrets';
import { listen } from '@textprobe/database/listen';
import { WAITING_CHANNEL } from '@textprobe/database/live/waiting-channel';
import type { Log } from '@textprobe/database/log';
import type { Clock } from '@textprobe/domain/clock';
import { createEngine, type Engine } from '@textprobe/engine/engine';
import type { EngineMetrics } from '@textprobe/engine/metrics';
import type { Gateway } from '@textprobe/gateways/gateway-port';
import { longestSubmissionMs } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { longestTwilioSubmissionMs } from '@textprobe/gateways/twilio/settings';
import { createTwilioGateway } from '@textprobe/gateways/twilio/twilio-gateway';
import { UserError } from '../user-error.ts';
import type { CarrierGateway } from './carriers-file.ts';
import { mediaLinker, type Reach, receiptPath } from './reach.ts';

export interface WorkerOptions {
  readonly db: Database;
  readonly url: string;
  readonly queue: JobQueue;
  readonly carriers: readonly CarrierGateway[];
  /** How carriers reach the HTTP edge, wherever that is. */
  readonly reach: Reach;
  /** How long a message of a scheduled run may be silent before it counts as lost, in milliseconds. */
  readonly deadlineMs: number;
  readonly metrics: EngineMetrics;
  readonly clock: Clock;
  readonly log: Log;
}

/** A claim outlives the longest submission by this much before its worker counts as gone. */
const LEASE_MARGIN_MS = 5_000;

/** @throws UserError where a gateway names an office that is not in the directory */
export async function createWorker(options: WorkerOptions): Promise<Engine> {
  const { db, url, queue, carriers, reach, clock, log } = options;
  const ids = await registerGateways(db, carriers);
  const gateways = new Map<number, Gateway>();
  for (const carrier of carriers) {
    const id = ids.get(carrier.name);
    if (id === undefined) throw new Error(`gateway ${carrier.name} got no row`);
    await assign(db, id, carrier);
    gateways.set(id, createGateway(id, carrier, options));
  }
  return createEngine({
    db,
    queue,
    gateways,
    clock,
    log,
    metrics: options.metrics,
    deadlineMs: options.deadlineMs,
    workerId: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    leaseMs: Math.max(...carriers.map(longestMs)) + LEASE_MARGIN_MS,
    linkMedia: mediaLinker(reach, await readOrCreateSecret(db, 'media links'), clock),
    listenForWaiting: (onNotice) =>
      listen(url, [WAITING_CHANNEL], { onNotification: onNotice, onReconnect: onNotice }, { clock, log }),
  });
}

function createGateway(id: number, carrier: CarrierGateway, { reach, clock, log }: WorkerOptions): Gateway {
  const { name } = carrier;
  if (carrier.kind === 'smpp') return createSmppGateway({ name, settings: carrier.settings, clock, log });
  const statusCallback = () => {
    const origin = reach.origin();
    return origin === null ? null : origin + receiptPath(id);
  };
  return createTwilioGateway({ name, settings: carrier.settings, clock, log, statusCallback });
}

function longestMs({ kind, settings }: CarrierGateway): number {
  return kind === 'smpp' ? longestSubmissionMs(settings) : longestTwilioSubmissionMs(settings);
}

async function assign(db: Database, gatewayId: number, { name, offices }: CarrierGateway): Promise<void> {
  const missing = await assignOffices(
    db,
    gatewayId,
    offices.map(([partner, client, office]) => ({ partner, client, office })),
  );
  if (missing.length === 0) return;
  const paths = missing.map(({ partner, client, office }) => `"${partner} / ${client} / ${office}"`);
  throw new UserError(
    `CARRIERS: gateway "${name}" names offices that are not in the directory: ${paths.join(', ')}. ` +
      'Import them first (textprobe import FILE), or take them out of the carriers file.',
  );
}
