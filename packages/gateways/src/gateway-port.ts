/**
 * The port to a carrier network: what the engine asks of a way out, and what a way out tells the engine.
 * Fulfilled by `smpp/` and `twilio/`; every implementation passes `testing/gateway-conformance.ts`.
 */
import { createHash } from 'node:crypto';

/** One message to be handed over. `reference` is the engine's own key and comes back in late outcomes. */
export interface OutboundMessage {
  readonly reference: string;
  /** E.164. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** The whole text, message code included. */
  readonly text: string;
  /** The files of an MMS, as links that the carrier can fetch for a while; none for an SMS. */
  readonly media: readonly { readonly url: string }[];
}

/** A PDU (or API message) of the submission as the carrier named it. `part` counts from 1. */
export interface AcceptedPart {
  readonly part: number;
  readonly parts: number;
  /** As the carrier wrote it. */
  readonly providerId: string;
}

/** The standard allows an id 64 characters. PostgreSQL indexes 2,704 bytes at most: an id of 3 kB could not be stored. */
const LONGEST_ID = 200;
const KEPT_OF_LONG_ID = 100;

/**
 * The one spelling of a provider id, by which parts are stored and receipts look for them: lower case, no leading
 * zeros. Of one that is too long for an index the beginning stands, and a hash of the whole: its receipts still find it.
 * `CarrierReceipt.idVariants` are in this spelling already; an `AcceptedPart.providerId` is not.
 */
export function canonicalProviderId(providerId: string): string {
  const lower = providerId.toLowerCase();
  const id = lower.startsWith('0') ? lower.replace(/^0+(?=.)/, '') : lower;
  if (id.length <= LONGEST_ID) return id;
  // A shortened one is shorter than the longest: to spell it once more changes nothing.
  return `${id.slice(0, KEPT_OF_LONG_ID).toWellFormed()}…${createHash('sha256').update(id).digest('hex')}`;
}

/**
 * What became of a submission. Instants are epoch milliseconds of the write to the wire.
 * - `deferred`: surely NOT submitted (throttled, queue full, link down before the first byte): may be tried again.
 * - `rejected`: the carrier refused it, or it cannot be sent at all.
 * - `unknown`: at least one byte may have reached the carrier and no answer came, or of a long message a later part could
 *   not be submitted in time: never tried again by the machine.
 */
export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly at: number; readonly parts: readonly AcceptedPart[] }
  | {
      readonly kind: 'rejected';
      readonly at: number;
      readonly error: string;
      /** The parts of a long message that were accepted before another was refused: the phone never gets it whole. */
      readonly parts?: readonly AcceptedPart[];
    }
  | { readonly kind: 'deferred'; readonly retryAfterMs: number; readonly reason: string }
  | {
      readonly kind: 'unknown';
      readonly at: number;
      readonly error: string;
      /** The parts that were answered before the answer of another was lost. */
      readonly parts?: readonly AcceptedPart[];
    };

/** What the carrier says happened to one part. */
export interface CarrierReceipt {
  /** The carrier's id as it stands in the receipt. */
  readonly providerId: string;
  /** Every spelling under which the submission may have been answered, likeliest first; lower case, no leading zeros. */
  readonly idVariants: readonly string[];
  /** E.164 of the phone the receipt is about, null where the carrier does not tell. */
  readonly recipient: string | null;
  readonly state: 'enroute' | 'failed' | 'delivered';
  readonly error: string | null;
  /** Epoch milliseconds, our clock, when it came in. */
  readonly at: number;
  /** The receipt as it came, for the record. */
  readonly raw: string;
}

export interface GatewayHandlers {
  /**
   * Calls `done` once: with null when the receipt is committed, which the gateway acknowledges to the carrier only then, or
   * with an error, for which it asks the carrier to send the receipt again. An exception counts as an error.
   */
  onReceipt(receipt: CarrierReceipt, done: ReceiptDone): void;
  /** An answer that came after its submission had been told as `unknown`. */
  onLateOutcome(reference: string, outcome: SubmissionOutcome): Promise<void>;
  /** Capacity has risen from none, or the link came up. */
  onCapacity(): void;
}

/** @param error null: the receipt is committed. A second call does nothing. */
export type ReceiptDone = (error: unknown) => void;

/** How a link stands, in words for an administrator. */
export interface LinkState {
  readonly link: 'up' | 'down' | 'stopped';
  /** Epoch milliseconds. */
  readonly since: number;
  readonly reason: string | null;
}

export type OnOutcome<M extends OutboundMessage> = (message: M, outcome: SubmissionOutcome) => void;

export interface Gateway {
  readonly name: string;
  /** False: it is handed no MMS, since a text without its files would pass for the whole message. */
  readonly sendsMms: boolean;
  /** See `GatewayShare`; missing where nothing is shared. */
  readonly settingsMark?: string;
  /** How many messages may be handed over now; 0 while the link is down or the carrier asked for a pause. */
  capacity(): number;
  /**
   * Submits the messages in their order and calls `onOutcome` exactly once for each: before this returns or later, in any order,
   * the message itself as it was given. Never throws: every ending is an outcome. `onOutcome` must not throw either; an
   * exception is logged and the outcome counts as told.
   */
  submitBatch<M extends OutboundMessage>(messages: readonly M[], onOutcome: OnOutcome<M>): void;
  /** Begins to connect and resolves at once; connects again by itself for as long as it is started. */
  start(handlers: GatewayHandlers): void;
  /** Takes nothing new, waits for what is under way up to `withinMs`, unbinds. Idempotent. */
  stop(withinMs: number): Promise<void>;
  state(): LinkState;
}

/**
 * A way in for the receipts of a carrier that posts them over HTTP. It works in whichever process has the HTTP edge,
 * apart from its `Gateway`.
 */
export interface ReceiptInbox {
  /** Answers POST. */
  readonly path: string;
  /** Asked before a body is read: whether the headers bear what may be a proof. Where not, it is refused with 403. */
  bearsProof(headers: Readonly<Record<string, string | undefined>>): boolean;
  /**
   * @param request header names in lower case; the body as it came
   * @param deliver resolves once the receipt is committed; only then is it acknowledged
   * @returns the status to answer with; the body is empty. Never rejects.
   */
  receive(
    request: { readonly headers: Readonly<Record<string, string | undefined>>; readonly body: Uint8Array },
    deliver: (receipt: CarrierReceipt) => Promise<void>,
  ): Promise<number>;
}

/** Instants at which this process alone may write. See `GatewayShare`. */
export interface TakenInstants {
  readonly count: number;
  /** Milliseconds from `databaseNow` to the first; with a count of 0, to the first that is free. */
  readonly inMs: number;
  /** Epoch milliseconds by the database's clock, which all processes share. */
  readonly databaseNow: number;
}

/** What the processes that have one gateway open share of it, over the database. */
export interface GatewayShare {
  /** Names the settings without telling their secrets: processes with the same mark have the same account open. */
  readonly settingsMark: string;
  /** Takes up to `count` free instants one interval apart, none further ahead than `aheadMs`. */
  takeInstants(wanted: { count: number; intervalMs: number; aheadMs: number }): Promise<TakenInstants>;
  /** How many other processes are bound with the same settings now. */
  countBoundElsewhere(): Promise<number>;
}
