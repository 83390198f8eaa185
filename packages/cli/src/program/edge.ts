/** The HTTP edge of this process: the server with its inboxes, secrets and live feed, listening. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeDatabase, type Database, openDatabase } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import { readOrCreateSecret } from '@textprobe/database/secrets/secrets';
import type { SetAsideMetrics } from '@textprobe/database/set-aside/set-aside';
import type { Clock } from '@textprobe/domain/clock';
import type { EngineApi } from '@textprobe/engine/api';
import { createHandsetKey } from '@textprobe/gateways/inbox/handset-key';
import { createNativeInbox } from '@textprobe/gateways/inbox/native-inbox';
import { fetchLink } from '@textprobe/media/fetch-link';
import { createReportRenderer } from '@textprobe/reports/report-renderer';
import { createLiveFeed } from '@textprobe/server/features/live/live-feed';
import { createFileComparison } from '@textprobe/server/features/media/compare-files';
import { sweepMedia } from '@textprobe/server/features/media/media-sweep';
import type { FetchLink } from '@textprobe/server/features/tests/test-media';
import { buildServer } from '@textprobe/server/server';
import { createReadiness } from '@textprobe/server/upkeep/health';
import { sweepEnded } from '@textprobe/server/upkeep/housekeeping';
import type { MetricsDeps } from '@textprobe/server/upkeep/metrics';
import type { Logger } from '../process/logger.ts';
import type { Stops } from '../process/shutdown.ts';
import { explainListenError, UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';
import type { Reach } from './callback-urls.ts';
import type { CarrierGateway } from './carriers-file.ts';
import { createGatewayKinds } from './gateway-settings.ts';
import { createHandsetKeyFinder, createHandsetKeyUses } from './handset-keys.ts';
import { openHandsetSources } from './handset-sources.ts';
import { watchHandsets } from './handset-watch.ts';
import { openMedia } from './media.ts';
import { findStoredReceipts, openReceiptInboxes } from './receipt-inboxes.ts';
import { startUpkeep } from './upkeep.ts';

interface EdgeOptions
  extends Pick<
    Settings,
    | 'host'
    | 'port'
    | 'publicUrl'
    | 'trustedProxies'
    | 'media'
    | 'databaseTimeoutMs'
    | 'requestLimit'
    | 'requestDelayMs'
  > {
  readonly db: Database;
  /** The same by connections that go by keys alone. */
  readonly indexOnlyPool: Database;
  readonly codes: MessageCodes;
  readonly url: string;
  readonly engineApi: EngineApi;
  /** Those whose carriers post their receipts to this edge. */
  readonly carriers: readonly CarrierGateway[];
  readonly reach: Reach;
  readonly sealer: Sealer;
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds. */
  readonly offlineAfterMs: number;
  readonly metrics: MetricsDeps;
  /** What this process counts. */
  readonly counters: SetAsideMetrics;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stops: Stops;
}

export interface Edge {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Readiness says no from now on, event streams end; calls are still answered, each on a connection that ends with it. */
  drain(): void;
  /** Takes no more calls and ends those under way, by force after a few seconds. Idempotent; also in `stops`. */
  close(): Promise<void>;
}

const SWEEP_MS = 3_600_000;
/** An operator who waits for his MMS sees within two seconds what became of its files. */
const COMPARE_MS = 1_000;
/**
 * Connections that wait to be taken; the system may allow fewer. Node's own 511 are soon too few for a crowd: what comes
 * beyond is dropped without a word and tries again after 1, 3, 7 seconds, where we would say at once when to come back.
 */
const BACKLOG = 4_000;
/** A call under way gets so long to end: somebody may be reading a long list slowly. Milliseconds. */
const CUT_CALLS_AFTER_MS = 4_000;

/** @throws UserError where the port cannot be had */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const { db, url, engineApi, clock, log, stops } = options;
  const storage = await openMedia(options.media, options);
  const fetchFile: FetchLink = (url, authorization = null) => fetchLink({ clock, authorization }, url);
  const feed = await createLiveFeed({ url, clock, log });
  stops.add('the live feed', () => feed.close());
  // Ended after the server, which was added later: reports under way are still sent while that closes.
  const reports = createReportRenderer({ clock });
  stops.add('the render processes', () => reports.close());
  // Readiness has a connection of its own: probes wait for no one, and no one for them. It is given up like any other:
  // one that was dead without a word kept the process unready for a quarter of an hour.
  const probed = openDatabase({
    url,
    log,
    applicationName: 'textprobe readiness',
    maxConnections: 1,
    silence: { clock, limitMs: options.databaseTimeoutMs },
  });
  stops.add('the connection of readiness', () => closeDatabase(probed));
  const app = await buildServer({
    ...options,
    reports,
    inboxes: [
      createNativeInbox({
        clock,
        findPhoneByKey: createHandsetKeyFinder(options.indexOnlyPool, createHandsetKeyUses(options)),
      }),
      ...openHandsetSources({ ...options, storage, fetchLink: fetchFile }),
    ],
    receiptInboxes: await openReceiptInboxes(options),
    webRoot: findWebRoot(log),
    secrets: {
      cookie: await readOrCreateSecret(db, 'cookie'),
      csrf: await readOrCreateSecret(db, 'csrf'),
      mediaLinks: await readOrCreateSecret(db, 'media links'),
    },
    gatewayKinds: createGatewayKinds(clock),
    findGatewayReceipts: findStoredReceipts(options),
    media: { storage, fetchLink: fetchFile },
    subscribeLive: feed.subscribe,
    readiness: createReadiness({ db: probed, clock }),
    createHandsetKey,
    limits: { requestsInFlight: options.requestLimit, requestDelayMs: options.requestDelayMs },
  });
  stops.add('the watch over handsets', await watchHandsets(options));
  const close = closeOnce(app, clock);
  stops.add('the HTTP server', close);
  const compareFiles = createFileComparison({
    ...options,
    storage,
    metrics: options.counters,
    publishChanges: engineApi.publishChanges,
  });
  const upkeep = startUpkeep({ db, clock, log }, [
    { name: 'removing what has ended', everyMs: SWEEP_MS, run: () => sweepEnded({ db, clock }) },
    { name: 'removing unused files', everyMs: SWEEP_MS, run: () => sweepMedia({ db, storage, clock, log }) },
    { name: 'comparing files', everyMs: COMPARE_MS, run: compareFiles },
  ]);
  stops.add('the upkeep', upkeep);
  const bound = await listenOn(app, options);
  const address = addressOf(options.host, bound);
  options.reach.setEdge(address);
  return { address, drain: () => app.drain(), close };
}

function closeOnce(app: Awaited<ReturnType<typeof buildServer>>, clock: Clock): () => Promise<void> {
  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    const cancel = clock.after(CUT_CALLS_AFTER_MS, () => app.server.closeAllConnections());
    await app.close();
    cancel();
  }
  return () => (closed ??= close());
}

async function listenOn(
  app: Awaited<ReturnType<typeof buildServer>>,
  { host, port }: Pick<EdgeOptions, 'host' | 'port'>,
): Promise<number> {
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const place = { host, port, hostSetting: 'HOST', portSetting: 'PORT' };
    throw new UserError(explainListenError(error as NodeJS.ErrnoException, place), error);
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** A wildcard address is nothing to open in a browser. */
function addressOf(host: string, port: number): string {
  const shown =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

function findWebRoot(log: Logger): string | null {
  const root = fileURLToPath(new URL('../../../web/dist/app', import.meta.url));
  // The page itself: while the console is being built its folder is there, and empty.
  if (existsSync(join(root, 'index.html'))) return root;
  log.warn({ root }, 'the console has not been built: only the calls are served');
  return null;
}
