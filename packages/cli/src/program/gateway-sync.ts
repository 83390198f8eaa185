/**
 * Keeps the gateways of this process's engine in sync with the database: one that was created, changed or removed is opened,
 * reopened or closed within a moment, without a restart. A notification triggers it; polling covers a missed one.
 */
import type { Database } from '@textprobe/database/core/connection';
import { listen } from '@textprobe/database/core/listen';
import type { Log } from '@textprobe/database/core/log';
import { readStoredGateways, type StoredGateway } from '@textprobe/database/gateways/stored-gateways';
import { GATEWAYS_CHANNEL } from '@textprobe/database/live/channels';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { Engine } from '@textprobe/engine/engine';
import type { Gateway, GatewayShare } from '@textprobe/gateways/gateway-port';
import { createClosedGateway, type GatewaySettings, openGateway } from '@textprobe/gateways/kinds';
import { repeat } from '../process/repeat.ts';
import { receiptUrl } from './callback-urls.ts';
import { readStoredSettings } from './gateway-settings.ts';

interface GatewaySync {
  /** Idempotent. */
  close(): Promise<void>;
}

interface GatewaySyncOptions {
  readonly db: Database;
  readonly url: string;
  readonly engine: Pick<Engine, 'replaceGateway'>;
  readonly sealer: Sealer;
  readonly publicUrl: string | null;
  /** What this process shares of a gateway with the others. */
  readonly share: (gatewayId: number, gateway: GatewaySettings, version: number) => GatewayShare;
  /** Called with each gateway before it is opened. */
  readonly onOpening: (gatewayId: number, gateway: GatewaySettings) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_MS = 5_000;
/** How long messages in hand of a changed gateway may take to be answered, in milliseconds: as long as at a stop. */
const DRAIN_MS = 5_500;

/** Resolves once the gateways of the database stand in the engine as they are now. */
export async function syncGateways(options: GatewaySyncOptions): Promise<GatewaySync> {
  const { db, url, engine, publicUrl, clock, log } = options;
  /** The version of each that the engine has. */
  const known = new Map<number, number>();
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    const stored = await readStoredGateways(db);
    const gone = [...known.keys()].filter((id) => !stored.some((one) => one.id === id));
    const changed = stored.filter(({ id, version }) => known.get(id) !== version);
    await Promise.all([...gone.map((id) => bring(id, null)), ...changed.map((one) => bring(one.id, one))]);
  }

  /** Has the engine work over it as it is now. What fails is tried again at the next look, and keeps no other from it. */
  async function bring(id: number, stored: StoredGateway | null): Promise<void> {
    try {
      await engine.replaceGateway(id, stored && open(stored), DRAIN_MS);
    } catch (error) {
      return log.error({ err: error, gatewayId: id }, 'a gateway could not be opened or ended');
    }
    if (stored === null) {
      known.delete(id);
      log.info({ gatewayId: id }, 'a gateway was taken away');
    } else {
      known.set(id, stored.version);
      log.info({ gateway: stored.name, version: stored.version }, 'a gateway of the database was opened');
    }
  }

  /** One look at a time: a change during one is found by the next. */
  function lookAgain(): Promise<void> {
    looking = looking.catch(() => undefined).then(look);
    return looking;
  }

  function open(stored: StoredGateway): Gateway {
    const { id, name } = stored;
    const read = readStoredSettings(stored, options);
    if (!read.ok) {
      log.error({ gateway: name, reason: read.reason }, 'a gateway cannot be opened');
      return createClosedGateway({ name, sendsMms: true, reason: read.reason, since: clock.now() });
    }
    options.onOpening(id, read.gateway);
    const statusCallback = () => receiptUrl(publicUrl, id);
    const share = options.share(id, read.gateway, stored.version);
    return openGateway(read.gateway, { name, clock, log, share, statusCallback });
  }

  const wake = () => {
    lookAgain().catch((error: unknown) => log.warn({ err: error }, 'the gateways could not be looked at'));
  };
  const listener = await listen(
    url,
    [GATEWAYS_CHANNEL],
    { onNotification: wake, onReconnect: wake },
    { clock, log },
  );
  await lookAgain();
  const stopLooking = repeat(clock, LOOK_MS, lookAgain, log);
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    await listener.close();
    await stopLooking();
    await looking.catch(() => undefined);
  }

  return { close: () => (closed ??= close()) };
}
