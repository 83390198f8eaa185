/** What the server is given: it opens nothing by itself and knows no process. */
import type { LiveEvent } from '@textprobe/contract/live';
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { EngineApi } from '@textprobe/engine/api';
import type { Inbox } from '@textprobe/gateways/inbox-port';
import type { MediaStorage } from '@textprobe/media/media-storage';
import type { ReportRenderer } from '@textprobe/reports/report-renderer';
import type { FastifyBaseLogger } from 'fastify';
import type { GatewayKinds } from './features/gateways/gateway-settings.ts';
import type { GatewayReceipts } from './features/gateways/receipt-inbox-routes.ts';
import type { FetchLink } from './features/tests/test-media.ts';
import type { MetricsDeps } from './upkeep/metrics.ts';

export interface ServerDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly engineApi: EngineApi;
  /** Mounted under their own paths. */
  readonly inboxes: readonly Inbox[];
  /** What takes the receipts that carriers post, of the gateways that stay as long as the server runs. */
  readonly receiptInboxes: readonly GatewayReceipts[];
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds. */
  readonly offlineAfterMs: number;
  readonly clock: Clock;
  /** A pino logger, or anything of its shape. */
  readonly log: FastifyBaseLogger;
  /** The address people type, e.g. `https://textprobe.example`; null: plain http on this machine. */
  readonly publicUrl: string | null;
  /** Addresses and CIDRs whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Folder of the built console (`index.html`, `assets/`); null: this process serves calls only. */
  readonly webRoot: string | null;
  /** Shared by all processes of an installation, at least 32 bytes each. */
  readonly secrets: { readonly cookie: Buffer; readonly csrf: Buffer; readonly mediaLinks: Buffer };
  /** Seals what this server keeps that is secret and must be read again: of gateways, of handset apps. */
  readonly sealer: Sealer;
  /** The kinds of gateways that may be set up here. */
  readonly gatewayKinds: GatewayKinds;
  /** The way in for the receipts of a gateway that was set up here; null where there is none of that id. */
  readonly findGatewayReceipts: (gatewayId: number) => Promise<GatewayReceipts | null>;
  readonly media: {
    /** Where files lie; the same for all processes of an installation. */
    readonly storage: MediaStorage;
    /** `fetchLink` of the media package. */
    readonly fetchLink: FetchLink;
  };
  /** Makes PDFs, in processes of its own; whoever made it ends it. */
  readonly reports: ReportRenderer;
  /** Tells of changed tests until the answered function is called. See `createLiveFeed`. */
  readonly subscribeLive: (listener: (event: LiveEvent) => void) => () => void;
  /** See `createReadiness`. */
  readonly readiness: () => Promise<Readiness>;
  /** Makes a handset key and the hash to keep of it: `createHandsetKey` of the gateways package. */
  readonly createHandsetKey: () => { readonly key: string; readonly hash: Buffer };
  readonly metrics: MetricsDeps;
  readonly limits?: Partial<ServerLimits>;
}

export interface Readiness {
  readonly ready: boolean;
  /** A sentence for whoever looks after the machine; given when not ready. */
  readonly reason?: string;
}

/** Bounds of one process. Times in milliseconds. */
export interface ServerLimits {
  /** Requests being answered at once, event streams not counted; one more is refused with 503. */
  readonly requestsInFlight: number;
  /** So long a request may wait for the processor or the database; beyond that fewer are let in. */
  readonly requestDelayMs: number;
  readonly liveStreams: number;
  readonly connections: number;
  /** For a whole request to arrive, and for its head. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveMs: number;
  /** Logins an address may try in a minute, right or wrong; guessing is slowed long before, in the database. */
  readonly loginsPerMinute: number;
  /** Health probes answered within 10 ms; more wait for their turn. */
  readonly probesAtOnce: number;
}

// Ten files of 10 MB take 280 s at 3 Mbit/s, so a request has five minutes to arrive; its head has no such excuse.
// 512 requests at about 1 ms of database each wait a quarter of a second on a pool of ten: more would only wait longer.
export const DEFAULT_LIMITS: ServerLimits = {
  requestsInFlight: 512,
  requestDelayMs: 500,
  liveStreams: 200,
  connections: 4_000,
  requestTimeoutMs: 300_000,
  headersTimeoutMs: 15_000,
  keepAliveMs: 72_000,
  loginsPerMinute: 240,
  // 1,600 a second, a fifth of a core: a load balancer asks once a second.
  probesAtOnce: 16,
};
