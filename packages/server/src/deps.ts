/** The dependencies of the server: it opens no connection itself and is independent of the process. */
import type { Database } from '@textprobe/database/core/connection';
import type { MessageCodes } from '@textprobe/database/messages/message-codes';
import type { Sealer } from '@textprobe/database/secrets/sealing';
import type { Clock } from '@textprobe/domain/clock';
import type { EngineApi } from '@textprobe/engine/api';
import type { Inbox } from '@textprobe/gateways/inbox-port';
import type { MediaStorage } from '@textprobe/media/media-storage';
import type { ReportRenderer } from '@textprobe/reports/report-renderer';
import type { FastifyBaseLogger } from 'fastify';
import type { RequireTwoFactor } from './auth/sessions.ts';
import type { SignOnSettings } from './auth/sign-on.ts';
import type { GatewayKinds } from './features/gateways/gateway-settings.ts';
import type { GatewayReceipts } from './features/gateways/receipt-inbox-routes.ts';
import type { SetUpSmsGateway } from './features/pairings/set-up-sms-gateway.ts';
import type { LiveFeed } from './live/live-feed.ts';
import type { Mailer } from './mail/mailer.ts';
import type { FetchLink } from './media/media-intake.ts';
import type { MetricsDeps } from './upkeep/metrics.ts';

export interface ServerDeps {
  readonly db: Database;
  readonly codes: MessageCodes;
  readonly engineApi: EngineApi;
  /** Mounted under their own paths. */
  readonly inboxes: readonly Inbox[];
  /** Inboxes for the receipts that carriers post, of the gateways in the gateways file. */
  readonly receiptInboxes: readonly GatewayReceipts[];
  /** How long a phone that pings may be silent before it counts as offline, in milliseconds. */
  readonly offlineAfterMs: number;
  readonly clock: Clock;
  /** A pino logger, or anything of its shape. */
  readonly log: FastifyBaseLogger;
  /** The URL of the console, e.g. `https://textprobe.example`; null: plain http on this machine. */
  readonly publicUrl: string | null;
  /** Mails links; null: no mail server is set up. Needs `publicUrl`: without it, a link may lead to an address that others do not reach. */
  readonly mailer: Mailer | null;
  /** `request`: people may request an account. */
  readonly signup: 'closed' | 'request';
  /** Whose sessions may do nothing before they have set up two-factor login. */
  readonly requireTwoFactor: RequireTwoFactor;
  /** Null: people log in with a password only. */
  readonly signOn: SignOnSettings | null;
  /** The simulated carriers and the demo directory are in use, so nothing has to be set up. */
  readonly demo: boolean;
  /** Addresses and CIDRs whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Folder of the built console (`index.html`, `assets/`); null: this process serves calls only. */
  readonly webRoot: string | null;
  /** Shared by all processes of an installation, at least 32 bytes each. */
  readonly secrets: {
    readonly cookie: Buffer;
    readonly csrf: Buffer;
    readonly mediaLinks: Buffer;
    /** Keys the hashes of phone numbers in the audit trail. */
    readonly audit: Buffer;
  };
  /** Encrypts stored secrets that must be read again: those of gateways and handset apps. */
  readonly sealer: Sealer;
  /** The kinds of gateways that users may add. */
  readonly gatewayKinds: GatewayKinds;
  /** The receipt inbox of a gateway in the database; null for an unknown id. */
  readonly findGatewayReceipts: (gatewayId: number) => Promise<GatewayReceipts | null>;
  readonly media: {
    /** The same for all processes of an installation. */
    readonly storage: MediaStorage;
    /** `fetchLink` of the media package. */
    readonly fetchLink: FetchLink;
  };
  /** Renders PDFs in processes of its own; its creator stops it. */
  readonly reports: ReportRenderer;
  /** Notifies of changed tests until the returned function is called. See `createLiveFeed`. */
  readonly subscribeLive: LiveFeed['subscribe'];
  /** See `createReadiness`. */
  readonly readiness: () => Promise<Readiness>;
  /** Creates a handset key and the hash to store: `createHandsetKey` of the gateways package. */
  readonly createHandsetKey: () => { readonly key: string; readonly hash: Buffer };
  /** Called after the owner of an account has changed its password. Must not throw. */
  readonly onPasswordChange: (username: string) => Promise<void>;
  readonly setUpSmsGateway: SetUpSmsGateway;
  readonly metrics: MetricsDeps;
  readonly limits?: Partial<ServerLimits>;
}

export interface Readiness {
  readonly ready: boolean;
  /** A sentence for the administrator; set when not ready. */
  readonly reason?: string;
}

/** Limits of one process. Times in milliseconds. */
export interface ServerLimits {
  /** Requests in flight, without event streams; one more is refused with 503. */
  readonly requestsInFlight: number;
  /** Acceptable wait for the processor or the database; beyond it fewer requests are admitted. */
  readonly requestDelayMs: number;
  readonly liveStreams: number;
  readonly connections: number;
  /** Timeouts for the whole request and for its headers. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveMs: number;
  /** Login attempts of one address, successful or not; guessing is slowed long before, in the database. */
  readonly loginsPerMinute: number;
  /** Health probes answered within 10 ms; more are queued. */
  readonly probesAtOnce: number;
}

// Ten files of 10 MB take 280 s at 3 Mbit/s, so a request has five minutes to arrive.
// The pool has ten connections: more requests than this would only queue longer.
export const DEFAULT_LIMITS: ServerLimits = {
  requestsInFlight: 512,
  requestDelayMs: 500,
  liveStreams: 200,
  connections: 4_000,
  requestTimeoutMs: 300_000,
  headersTimeoutMs: 15_000,
  keepAliveMs: 72_000,
  loginsPerMinute: 240,
  // 1,600 a second take a fifth of a core; a load balancer probes once a second.
  probesAtOnce: 16,
};
