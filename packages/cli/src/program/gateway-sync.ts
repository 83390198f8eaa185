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
  /** The state of a gateway that this process shares with others. */
  readonly share: (gatewayId: number, gateway: GatewaySettings, version: number) => GatewayShare;
  /** Called with each gateway before it is opened. */
  readonly onOpening: (gatewayId: number, gateway: GatewaySettings) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const POLL_MS = 5_000;
/** How long in-flight messages of a changed gateway may take, in milliseconds; the same as at shutdown. */
const DRAIN_MS = 5_500;

/** Resolves once the engine has the current gateways of the database. */
export async function syncGateways(options: GatewaySyncOptions): Promise<GatewaySync> {
  const { db, url, engine, publicUrl, clock, log } = options;
  /** The version of each gateway in the engine. */
  const known = new Map<number, number>();
  let syncing = Promise.resolve();

  async function sync(): Promise<void> {
    const stored = await readStoredGateways(db);
    const gone = [...known.keys()].filter((id) => !stored.some((one) => one.id === id));
    const changed = stored.filter(({ id, version }) => known.get(id) !== version);
    await Promise.all([...gone.map((id) => apply(id, null)), ...changed.map((one) => apply(one.id, one))]);
  }

  /** Replaces or removes one gateway in the engine. A failure is retried at the next sync, and does not affect others. */
  async function apply(id: number, stored: StoredGateway | null): Promise<void> {
    try {
      await engine.replaceGateway(id, stored && open(stored), DRAIN_MS);
    } catch (error) {
      return log.error({ err: error, gatewayId: id }, 'could not open or close a gateway');
    }
    if (stored === null) {
      known.delete(id);
      log.info({ gatewayId: id }, 'gateway removed');
    } else {
      known.set(id, stored.version);
      log.info({ gateway: stored.name, version: stored.version }, 'gateway opened');
    }
  }

  /** Runs one sync at a time: the next one finds a change made during the last. */
  function syncAgain(): Promise<void> {
    syncing = syncing.catch(() => undefined).then(sync);
    return syncing;
  }

  function open(stored: StoredGateway): Gateway {
    const { id, name } = stored;
    const read = readStoredSettings(stored, options);
    if (!read.ok) {
      log.error({ gateway: name, reason: read.reason }, 'cannot open a gateway');
      return createClosedGateway({ name, sendsMms: true, reason: read.reason, since: clock.now() });
    }
    options.onOpening(id, read.gateway);
    const statusCallback = () => receiptUrl(publicUrl, id);
    const share = options.share(id, read.gateway, stored.version);
    return openGateway(read.gateway, { name, clock, log, share, statusCallback });
  }

  const wake = () => {
    syncAgain().catch((error: unknown) => log.warn({ err: error }, 'could not read the gateways'));
  };
  const listener = await listen(
    url,
    [GATEWAYS_CHANNEL],
    { onNotification: wake, onReconnect: wake },
    { clock, log },
  );
  await syncAgain();
  const stopPolling = repeat(clock, POLL_MS, syncAgain, log);
  let closed: Promise<void> | undefined;

  async function close(): Promise<void> {
    await listener.close();
    await stopPolling();
    await syncing.catch(() => undefined);
  }

  return { close: () => (closed ??= close()) };
}
