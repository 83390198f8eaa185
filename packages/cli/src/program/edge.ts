/** Starts the HTTP server of this process with its inboxes, secrets and live feed. */
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
import { createFileComparison } from '@textprobe/server/features/media/compare-files';
import { sweepMedia } from '@textprobe/server/features/media/media-sweep';
import { createLiveFeed } from '@textprobe/server/live/live-feed';
import { createSmtpMailer } from '@textprobe/server/mail/smtp-mailer';
import type { FetchLink } from '@textprobe/server/media/media-intake';
import { buildServer } from '@textprobe/server/server';
import { createAuditLinks } from '@textprobe/server/upkeep/audit-links';
import { warnOfEndingTokens } from '@textprobe/server/upkeep/ending-tokens';
import { createReadiness } from '@textprobe/server/upkeep/health';
import { sweepEnded } from '@textprobe/server/upkeep/housekeeping';
import type { MetricsDeps } from '@textprobe/server/upkeep/metrics';
import type { Logger } from '../process/logger.ts';
import type { Stops } from '../process/shutdown.ts';
import { explainListenError, UserError } from '../process/user-error.ts';
import type { Settings } from '../settings/settings.ts';
import type { Reach } from './callback-urls.ts';
import { forgetFirstPassword } from './first-start.ts';
import { createGatewayKinds } from './gateway-settings.ts';
import type { ConfiguredGateway } from './gateways-file.ts';
import { createHandsetKeyFinder, createHandsetKeyUses } from './handset-keys.ts';
import { openHandsetSources } from './handset-sources.ts';
import { watchHandsets } from './handset-watch.ts';
import { openMedia } from './media.ts';
import { findStoredReceipts, openReceiptInboxes } from './receipt-inboxes.ts';
import { createPhoneSetUp } from './set-up-sms-gateway.ts';
import { startUpkeep } from './upkeep.ts';

interface EdgeOptions
  extends Pick<
    Settings,
    | 'host'
    | 'port'
    | 'publicUrl'
    | 'trustedProxies'
    | 'dataDir'
    | 'media'
    | 'databaseTimeoutMs'
    | 'requestLimit'
    | 'requestDelayMs'
    | 'signup'
    | 'requireTwoFactor'
    | 'signOn'
    | 'mail'
    | 'demo'
  > {
  readonly db: Database;
  /** The pool limited to index scans. */
  readonly indexOnlyPool: Database;
  readonly codes: MessageCodes;
  readonly url: string;
  readonly engineApi: EngineApi;
  /** The gateways of the settings, whose carriers may post receipts here. */
  readonly configuredGateways: readonly ConfiguredGateway[];
  readonly reach: Reach;
  /** Whether this process runs the simulated carriers. */
  readonly hasLab: boolean;
  readonly sealer: Sealer;
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds. */
  readonly offlineAfterMs: number;
  readonly metrics: MetricsDeps;
  /** This process's counters. */
  readonly counters: SetAsideMetrics;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stops: Stops;
}

export interface Edge {
  /** E.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Readiness fails and event streams end; calls are still answered, each with `connection: close`. */
  drain(): void;
  /** Stops accepting calls and waits for those in flight, at most 4 s. Idempotent; also in `stops`. */
  close(): Promise<void>;
}

const SWEEP_MS = 3_600_000;
/** The comparison of an MMS's files is visible within two seconds. */
const COMPARE_MS = 1_000;
/** A row of the audit trail is linked within a second (AUDIT-2). */
const LINK_MS = 500;
/**
 * The listen backlog; the system may allow less. Node's default of 511 fills up soon under load: further connections
 * are dropped silently and retried after 1, 3 and 7 seconds, while a 503 says at once when to retry.
 */
const BACKLOG = 4_000;
/** Timeout of calls in flight at shutdown, such as a long list read slowly. Milliseconds. */
const CUT_CALLS_AFTER_MS = 4_000;

/** @throws UserError when the port is not available */
export async function openEdge(options: EdgeOptions): Promise<Edge> {
  const { db, url, engineApi, clock, log, stops } = options;
  const storage = await openMedia(options.media, options);
  const fetchFile: FetchLink = (url, authorization = null) => fetchLink({ clock, authorization }, url);
  const feed = await createLiveFeed({ url, clock, log });
  stops.add('the live feed', () => feed.close());
  // Stopped after the server, which is added later: reports in progress are still sent while it closes.
  const reports = createReportRenderer({ clock });
  stops.add('the render processes', () => reports.close());
  // Readiness has a connection of its own, so that probes and calls do not wait for each other. It has the same timeout as
  // the others: a silently dead one kept the process unready for a quarter of an hour.
  const probed = openDatabase({
    url,
    log,
    applicationName: 'textprobe readiness',
    maxConnections: 1,
    silence: { clock, limitMs: options.databaseTimeoutMs },
  });
  stops.add('the readiness connection', () => closeDatabase(probed));
  const app = await buildServer({
    ...options,
    reports,
    inboxes: [
      createNativeInbox({
        clock,
        findPhoneByKey: createHandsetKeyFinder(options.indexOnlyPool, clock, createHandsetKeyUses(options)),
      }),
      ...openHandsetSources({ ...options, storage, fetchLink: fetchFile }),
    ],
    receiptInboxes: await openReceiptInboxes(options),
    mailer: options.mail === null ? null : createSmtpMailer(options.mail, { clock, log }),
    webRoot: findWebRoot(log),
    secrets: {
      cookie: await readOrCreateSecret(db, 'cookie'),
      csrf: await readOrCreateSecret(db, 'csrf'),
      mediaLinks: await readOrCreateSecret(db, 'media links'),
      audit: await readOrCreateSecret(db, 'audit trail'),
    },
    gatewayKinds: createGatewayKinds({ clock, hasLab: options.hasLab }),
    findGatewayReceipts: findStoredReceipts(options),
    media: { storage, fetchLink: fetchFile },
    subscribeLive: feed.subscribe,
    readiness: createReadiness({ db: probed, clock }),
    createHandsetKey,
    setUpSmsGateway: createPhoneSetUp({ clock }),
    onPasswordChange: (username) => forgetFirstPassword(username, options),
    limits: { requestsInFlight: options.requestLimit, requestDelayMs: options.requestDelayMs },
  });
  stops.add('the handset watch', await watchHandsets(options));
  const close = closeOnce(app, clock);
  stops.add('the HTTP server', close);
  const compareFiles = createFileComparison({
    ...options,
    storage,
    metrics: options.counters,
    engine: engineApi,
  });
  const upkeep = startUpkeep({ db, clock, log }, [
    {
      name: 'naming tokens that end soon',
      everyMs: SWEEP_MS,
      run: () => warnOfEndingTokens({ db, clock, log }),
    },
    { name: 'deleting expired rows', everyMs: SWEEP_MS, run: () => sweepEnded({ db, clock }) },
    { name: 'deleting unused files', everyMs: SWEEP_MS, run: () => sweepMedia({ db, storage, clock, log }) },
    { name: 'comparing files', everyMs: COMPARE_MS, run: compareFiles },
    {
      name: 'linking the audit trail',
      everyMs: LINK_MS,
      run: createAuditLinks({ db, clock, log }),
    },
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
    const address = { host, port, hostSetting: 'HOST', portSetting: 'PORT' };
    throw new UserError(explainListenError(error as NodeJS.ErrnoException, address), error);
  }
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** A wildcard address cannot be opened in a browser. */
function addressOf(host: string, port: number): string {
  const shown =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}

function findWebRoot(log: Logger): string | null {
  const root = fileURLToPath(new URL('../../../web/dist/app', import.meta.url));
  // Checks for the page: the folder exists, empty, while the console is being built.
  if (existsSync(join(root, 'index.html'))) return root;
  log.warn({ root }, 'the console is not built: serving the API only');
  return null;
}
