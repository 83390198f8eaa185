/** Starts the worker of this process: the gateways and the dispatch engine. */
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
import { registerConfigured } from './configured-gateways.ts';
import { syncGateways } from './gateway-sync.ts';
import type { ConfiguredGateway } from './gateways-file.ts';

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
  readonly configuredGateways: readonly ConfiguredGateway[];
  /** How the carriers of configured gateways reach the HTTP server; those of gateways in the database use `publicUrl`. */
  readonly reach: Reach;
  readonly publicUrl: string | null;
  /** Decrypts the secrets of gateways in the database. */
  readonly sealer: Sealer;
}

/** How much longer a claim's lease is than the longest submission. */
const LEASE_MARGIN_MS = 5_000;

export interface Worker {
  readonly engine: Engine;
  /** Stops the gateway sync; call it before the engine stops. Idempotent. */
  close(): Promise<void>;
}

/** @throws UserError when a gateway lists an unknown office, or its name is taken by a gateway in the database */
export async function createWorker(options: WorkerOptions): Promise<Worker> {
  const { db, url, configuredGateways, reach, publicUrl, clock, log } = options;
  const workerId = nameProcess();
  const share = (gatewayId: number, gateway: GatewaySettings, version?: number) =>
    createGatewayShare({ db, clock }, { gatewayId, workerId, settingsMark: markSettings(gateway, version) });
  const ids = await registerConfigured(db, configuredGateways);
  const gateways = new Map<number, Gateway>();
  for (const [id, configured] of ids) {
    await assign(db, id, configured);
    gateways.set(id, openConfigured(id, configured, share(id, configured), options));
  }
  // Only grows: messages in flight over a previous version of a gateway may take as long as its settings allow.
  const longest = new Map([...ids].map(([id, configured]) => [id, longestMs(configured)]));
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

function openConfigured(
  id: number,
  configured: ConfiguredGateway,
  share: GatewayShare,
  { reach, clock, log }: WorkerOptions,
): Gateway {
  const statusCallback = () => receiptUrl(reach.origin(), id);
  return openGateway(configured, { name: configured.name, clock, log, share, statusCallback });
}

async function assign(db: Database, gatewayId: number, { name, offices }: ConfiguredGateway): Promise<void> {
  const missing = await assignOffices(
    db,
    gatewayId,
    offices.map(([partner, client, office]) => ({ partner, client, office })),
  );
  if (missing.length === 0) return;
  const paths = missing.map(({ partner, client, office }) => `"${partner} / ${client} / ${office}"`);
  throw new UserError(
    `GATEWAYS: gateway "${name}" lists offices that are not in the directory: ${paths.join(', ')}. ` +
      'Import them first (textprobe import FILE), or remove them from the gateways file.',
  );
}
