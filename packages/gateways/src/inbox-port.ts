/**
 * The port for handset reports: an inbox turns an HTTP request in its own dialect into arrivals, and their outcomes into
 * a response. Implemented by `inbox/`; every implementation passes `testing/inbox-conformance.ts`.
 */
import type { IgnoredField } from '@textprobe/domain/ignored-field';
import type { MessageStatus } from '@textprobe/domain/message-status';

/** One message that a handset reports as received. */
export interface Arrival {
  readonly inbox: string;
  /** The authenticated test phone; null if a console session reports on behalf of any phone. */
  readonly phoneId: number | null;
  /** The account of that session. */
  readonly accountId?: number;
  /** SHA-256 of the handset key that authenticated it; absent if no key did. */
  readonly keyHash?: Buffer;
  /** The handset source that reported it; absent if none did. */
  readonly sourceId?: string;
  /** The partners whose messages that account may confirm; null or absent: all. */
  readonly partnerIds?: readonly number[] | null;
  /** The bare code, or any text that contains it. */
  readonly messageCode: string;
  /** The full text as received; null if only a bare code was reported. */
  readonly text: string | null;
  readonly sender: string | null;
  /** Ids of its files, from `InboxForm`; absent if the report cannot contain files, so that missing ones cannot be determined. */
  readonly media?: readonly string[];
  /** The reported arrival time (epoch ms) and whose clock it is by; delays are computed from our clock. */
  readonly stated: { readonly at: number; readonly clock: 'handset' | 'service center' } | null;
  /** Start of its request by our clock (epoch ms); now, if absent. */
  readonly at?: number;
  /** Its row in `handset_reports`: at most one arrival is taken from each row. */
  readonly report?: number;
  /** Some of its files could not be fetched, so missing files cannot be determined. */
  readonly filesIncomplete?: boolean;
  /** The fields of the report that could not be read or were cut; absent if there are none. */
  readonly ignored?: readonly IgnoredField[];
}

/** A ping from a test phone's handset, with its own health data. */
export interface PhonePing {
  readonly phoneId: number;
  /** When we received it, by our clock (epoch ms). */
  readonly at: number;
  /** From 0 (empty) to 1 (full); null if not reported. */
  readonly battery: number | null;
  readonly charging: boolean | null;
  /** Connection type in the handset's own words, such as `wifi` or `LTE`. */
  readonly network: string | null;
}

/**
 * The outcome of an arrival, returned once it is committed. `unmatched`: stored for later matching; `repeated`: a duplicate
 * of an earlier report; nothing changes.
 */
export type ArrivalOutcome =
  | { readonly kind: 'matched'; readonly testLogID: number; readonly testActivityStatus: MessageStatus }
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'repeated' };

/** A file of an MMS: included in the report, or to be fetched. */
export type ReportedFile =
  | {
      readonly kind: 'data';
      readonly name: string;
      /** Base64. */
      readonly data: string;
    }
  | {
      readonly kind: 'link';
      readonly url: string;
      /** User name for fetching it, with the source's secret as the password; null: without credentials. */
      readonly user: string | null;
    };

/**
 * A message that an app or a provider reports for a test phone, in one shape for all dialects. It is stored before the
 * request is answered and turned into an arrival afterwards.
 */
export interface HandsetReport {
  /** The sender's id for the report: the same when it is resent. */
  readonly id: string;
  /** As received; empty if there were only files. */
  readonly text: string;
  /** As reported, possibly in national format. */
  readonly sender: string | null;
  /** The number it was sent to, as reported. */
  readonly recipient: string | null;
  /** The app's id for the handset. */
  readonly deviceId: string | null;
  /** Slot of the SIM that received it, from 1. */
  readonly simSlot: number | null;
  readonly stated: Arrival['stated'];
  readonly files: readonly ReportedFile[];
  /** The report mentions files that it does not include. */
  readonly filesIncomplete: boolean;
  /** The fields that could not be read or were cut. */
  readonly ignored: readonly IgnoredField[];
}

/** A parsed form, whose files are already stored. */
export interface InboxForm {
  /** The text of the part named `content`; null if there is none. */
  readonly content: string | null;
  /** The ids of its files, in order, for `Arrival.media`. */
  readonly media: readonly string[];
  /** The files that could not be kept, as for `Arrival.ignored`. */
  readonly ignored: readonly IgnoredField[];
}

export interface InboxRequest {
  /** One of the inbox's `paths` or `formPaths`: the pattern, not the actual URL. */
  readonly path: string;
  /** The values of the path's `:names`. */
  readonly params: Readonly<Record<string, string>>;
  /** The full public URL with its query; null if PUBLIC_URL is not set. */
  readonly url: string | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Raw; empty if the request is a form. */
  readonly body: Uint8Array;
  /**
   * Present for a form at one of `formPaths`: reads the form and streams its files to the media storage. Call it only after
   * authentication. Its rejections (a form that cannot be read) are responses of the HTTP edge; let them through.
   * Files that end up in no delivered arrival are removed.
   */
  readonly readForm?: () => Promise<InboxForm>;
  /** The account of the console session if its CSRF token is valid, else null. */
  readonly accountId: number | null;
}

/** `body` is sent as JSON, `text` unchanged; `problem` becomes a problem details body (RFC 9457) at the edge. */
export type InboxResponse =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: number; readonly text: string; readonly contentType: string }
  | {
      readonly status: number;
      readonly problem: {
        readonly code: string;
        readonly detail: string;
        readonly errors?: readonly {
          readonly field: string;
          readonly code: string;
          readonly message: string;
        }[];
      };
    };

/**
 * Handles one request.
 * @param deliver takes arrivals. An arrival counts as a ping, so it needs no separate one.
 * @param recordPings resolves once they are committed
 */
export type Receive = (
  request: InboxRequest,
  deliver: (arrivals: readonly Arrival[]) => Promise<readonly ArrivalOutcome[]>,
  recordPings: (pings: readonly PhonePing[]) => Promise<void>,
) => Promise<InboxResponse>;

/**
 * The result of checking the headers, before the body is read. `proven`: the sender is authenticated; `claimed`: the
 * signature covers the body, so `receive` checks it. In both cases `receive` handles the whole request.
 */
export type Admittance =
  | { readonly kind: 'refused'; readonly response: InboxResponse }
  | { readonly kind: 'proven' | 'claimed'; readonly receive: Receive };

export interface Inbox {
  readonly name: string;
  /** POST paths. */
  readonly paths: readonly string[];
  /** POST paths that take forms with files. */
  readonly formPaths?: readonly string[];
  /** Whether a console session may replace the sender's own credentials. */
  readonly takesSessions: boolean;
  /** The body limit in bytes; by default that of JSON bodies. */
  readonly bodyLimit?: number;
  /** Called before the body is read, with an empty body. Malformed credentials are refused without a query. */
  admit(request: InboxRequest): Promise<Admittance>;
}
