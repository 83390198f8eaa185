/** The worker of this process: the gateways and the dispatch engine over them. */
import type { Database } from '@textprobe/database/core/connection';
import { listen } from '@textprobe/database/core/listen';
import { assignOffices } from '@textprobe/database/gateways/gateways';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import { readOrCreateSecret } from '@textprobe/database/secrets/secrets';
import { createGatewayShare } from '@textprobe/engine/dispatch/gateway-share';
import { createEngine, ENGINE_CHANNELS, type Engine, type EngineOptions } from '@textprobe/engine/engine';
import type { Gateway, GatewayShare } from '@textprobe/gateways/gateway-port';
import { type GatewaySettings, longestMs, markSettings, openGateway } from '@textprobe/gateways/kinds';
import { nameProcess } from '../process/process-name.ts';
import { UserError } from '../process/user-error.ts';
import { createReach, mediaLinker, type Reach, receiptUrl } from './callback-urls.ts';
import { registerCarriers } from './carriers.ts';
import type { CarrierGateway } from './carriers-file.ts';
import { syncGateways } from './gateway-sync.ts';

export interface WorkerOptions
  extends Pick<
    EngineOptions,
    | 'db'
    | 'indexOnlyPool'
    | 'codes'
    | 'deadlineMs'
    | 'sendExpiryMs'
    | 'offlineAfterMs'
    | 'metrics'
    | 'clock'
    | 'log'
  > {
  readonly url: string;
  readonly carriers: readonly CarrierGateway[];
  /** How the carriers of the settings reach the HTTP edge, wherever that is; those of the database by `publicUrl`. */
  readonly reach: Reach;
  readonly publicUrl: string | null;
  /** Opens the secrets of the gateways in the database. */
  readonly sealer: Sealer;
}

/** A claim outlives the longest submission by this much before its worker counts as gone. */
const LEASE_MARGIN_MS = 5_000;

export interface Worker {
  readonly engine: Engine;
  /** Ends the watch over the gateways of the database; before the engine. Idempotent. */
  close(): Promise<void>;
}

/** @throws UserError where a gateway names an office that is not in the directory, or has the name of one in the database */
export async function createWorker(options: WorkerOptions): Promise<Worker> {
  const { db, url, carriers, reach, publicUrl, clock, log } = options;
  const workerId = nameProcess();
  const share = (gatewayId: number, gateway: GatewaySettings, version?: number) =>
    createGatewayShare({ db, clock }, { gatewayId, workerId, settingsMark: markSettings(gateway, version) });
  const ids = await registerCarriers(db, carriers);
  const gateways = new Map<number, Gateway>();
  for (const [id, carrier] of ids) {
    await assign(db, id, carrier);
    gateways.set(id, openCarrier(id, carrier, share(id, carrier), options));
  }
  // It only grows: what a former version of a gateway has in hand may take as long as that said.
  const longest = new Map([...ids].map(([id, carrier]) => [id, longestMs(carrier)]));
  const secret = await readOrCreateSecret(db, 'media links');
  const linkForSettings = mediaLinker(reach, secret, clock);
  const linkForDatabase = mediaLinker(createReach(publicUrl), secret, clock);
  const engine = createEngine({
    ...options,
    gateways,
    workerId,
    leaseMs: (gatewayId) => (longest.get(gatewayId) ?? 0) + LEASE_MARGIN_MS,
    linkMedia: (mediaId, gatewayId) =>
      gateways.has(gatewayId) ? linkForSettings(mediaId) : linkForDatabase(mediaId),
    listenForWaiting: (onNotice) =>
      listen(url, ENGINE_CHANNELS, { onNotification: onNotice, onReconnect: onNotice }, { clock, log }),
  });
  const sync = await syncGateways({
    ...options,
    engine,
    share,
    onOpening: (id, gateway) => {
      longest.set(id, Math.max(longest.get(id) ?? 0, longestMs(gateway)));
    },
  });
  return { engine, close: sync.close };
}

function openCarrier(
  id: number,
  carrier: CarrierGateway,
  share: GatewayShare,
  { reach, clock, log }: WorkerOptions,
): Gateway {
  const statusCallback = () => receiptUrl(reach.origin(), id);
  return openGateway(carrier, { name: carrier.name, clock, log, share, statusCallback });
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
