/**
 * The port through which handsets report: an inbox turns one HTTP request of its own dialect into arrivals, and what
 * became of them into an answer. Fulfilled by `inbox/`; every implementation passes `testing/inbox-conformance.ts`.
 */
import type { MessageStatus } from '@textprobe/domain/message-status';

/** One text that a handset says it got. */
export interface Arrival {
  readonly inbox: string;
  /** The test phone that proved itself; null where a console session reports on behalf of any phone. */
  readonly phoneId: number | null;
  /** The account of that session. */
  readonly accountId?: number;
  /** The bare code, or any text that holds it. */
  readonly messageCode: string;
  /** The whole text as it arrived; null when only a bare code was reported. */
  readonly text: string | null;
  readonly sender: string | null;
  /** Ids of the files that came with it, as `InboxForm` gave them. */
  readonly media?: readonly string[];
  /** When the far side says it arrived (epoch ms) and whose clock that is; delays are computed from ours. */
  readonly stated: { readonly at: number; readonly clock: 'handset' | 'service centre' } | null;
  /** When it came in by our clock (epoch ms): when its request began. It is now where none is told. */
  readonly at?: number;
  /** The row it was written down in (`handset_reports`): of one row no more than one arrival is ever taken. */
  readonly report?: number;
  /** Files came with it that could not be had: which of those sent are missing cannot be told. */
  readonly filesIncomplete?: boolean;
}

/** A sign of life that a handset gave of itself: a ping, with what it says of its own health. */
export interface HandsetSign {
  readonly phoneId: number;
  /** When it came in, by our clock (epoch ms). */
  readonly at: number;
  /** From 0 (empty) to 1 (full); null where it does not say. */
  readonly battery: number | null;
  readonly charging: boolean | null;
  /** What it is connected by, in its own words, such as `wifi` or `LTE`. */
  readonly network: string | null;
}

/**
 * What became of an arrival, told once it is committed. `unmatched`: kept for matching later; `repeated`: its report was
 * taken before, and nothing has changed.
 */
export type ArrivalOutcome =
  | { readonly kind: 'matched'; readonly testLogID: number; readonly testActivityStatus: MessageStatus }
  | { readonly kind: 'unmatched' }
  | { readonly kind: 'repeated' };

/** A file of an MMS: within the report, or to be fetched. */
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
      /** The user name to fetch it with, its password being the source's secret; null: no credentials are sent. */
      readonly user: string | null;
    };

/**
 * What an app or a provider says that a test phone got, in one shape for all their dialects: written down before it is
 * answered, and made an arrival after that.
 */
export interface HandsetReport {
  /** The far side's name for it: the same when it is sent again. */
  readonly id: string;
  /** As it arrived; empty where only files did. */
  readonly text: string;
  /** As it came, perhaps in national form. */
  readonly sender: string | null;
  /** The number it was sent to, as the far side says it. */
  readonly recipient: string | null;
  /** As the app names the handset. */
  readonly deviceId: string | null;
  /** Of the card that got it, from 1 on. */
  readonly simSlot: number | null;
  readonly stated: Arrival['stated'];
  readonly files: readonly ReportedFile[];
  /** The far side says that there were files which it does not hand over. */
  readonly filesIncomplete: boolean;
}

/** What came as a form, its files stored by then. */
export interface InboxForm {
  /** The text of the part named `content`; null where there was none. */
  readonly content: string | null;
  /** The ids of its files, in their order, for `Arrival.media`. */
  readonly media: readonly string[];
}

export interface InboxRequest {
  /** One of the inbox's `paths` or `formPaths`, as it stands there. */
  readonly path: string;
  /** What stood in the path for its `:names`. */
  readonly params: Readonly<Record<string, string>>;
  /** The whole address as the outside knows it, with its query; null where no public address was set. */
  readonly url: string | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it came; empty where a form did. */
  readonly body: Uint8Array;
  /**
   * Where a form came at one of `formPaths`: reads it, its files streamed to the media storage. To be called only once
   * whoever posts has proven who they are. Rejections (a file too large, of a wrong type) are the edge's own refusals and
   * are let through. Files that come to be in no arrival that is delivered are removed again.
   */
  readonly readForm?: () => Promise<InboxForm>;
  /** The account of a console session whose CSRF token was valid, else null. */
  readonly accountId: number | null;
}

/** `body` is sent as JSON, `text` as it is; `problem` becomes a problem details body (RFC 9457) at the edge. */
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
 * Takes one report.
 * @param deliver takes what arrived. An arrival is a sign of life by itself and needs no other.
 * @param report takes pings; resolves once they are committed
 */
export type Receive = (
  request: InboxRequest,
  deliver: (arrivals: readonly Arrival[]) => Promise<readonly ArrivalOutcome[]>,
  report: (signs: readonly HandsetSign[]) => Promise<void>,
) => Promise<InboxResponse>;

/**
 * What the headers of a request show, before its body is read. `proven`: who posts has proven who it is; `claimed`: its
 * proof is a signature over the body. Both are received by `receive`, which is given the whole request.
 */
export type Admittance =
  | { readonly kind: 'refused'; readonly response: InboxResponse }
  | { readonly kind: 'proven' | 'claimed'; readonly receive: Receive };

export interface Inbox {
  readonly name: string;
  /** Paths it answers with POST. */
  readonly paths: readonly string[];
  /** Paths it answers with POST where forms with files come. */
  readonly formPaths?: readonly string[];
  /** Whether a console session may stand in for the far side's own proof. */
  readonly takesSessions: boolean;
  /** The largest body that is read, in bytes; that of JSON bodies unless told. */
  readonly bodyLimit?: number;
  /** Asked before a body is read. It sees all of the request but its body; what has not the form of a proof costs no query. */
  admit(request: InboxRequest): Promise<Admittance>;
}
