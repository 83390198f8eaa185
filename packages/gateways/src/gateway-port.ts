/**
 * The port to a carrier network: what the engine asks of a gateway, and what a gateway reports back.
 * Implemented by `smpp/` and `twilio/`; every implementation passes `testing/gateway-conformance.ts`.
 */
import { createHash } from 'node:crypto';
import type { IgnoredReason } from '@textprobe/domain/ignored-receipts';
import type { ReceiptState } from '@textprobe/domain/ledger-states';
import type { ReceiptCover } from '@textprobe/domain/receipt-facts';

/** One message to submit. `reference` is the engine's own key; late outcomes carry it. */
export interface OutboundMessage {
  readonly reference: string;
  /** E.164, a short code or a name. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** The full text, including the message code. */
  readonly text: string;
  /** The files of an MMS, as temporary links for the carrier to fetch; empty for an SMS. */
  readonly media: readonly { readonly url: string }[];
}

/** One part (PDU or API message) of a submission, with the id that the carrier gave it. `part` counts from 1. */
export interface AcceptedPart {
  readonly part: number;
  readonly parts: number;
  /** Unchanged, as the carrier wrote it. */
  readonly providerId: string;
}

/** The standard allows 64 characters. PostgreSQL indexes at most 2,704 bytes, so an id of 3 kB could not be stored. */
const LONGEST_ID = 200;
const KEPT_OF_LONG_ID = 100;

/**
 * The canonical form of a provider id, under which parts are stored and receipts look them up: lower case, without
 * leading zeros. An id that is too long for an index is truncated and extended by a hash of the whole, so its receipts
 * still match. `CarrierReceipt.idVariants` are canonical already; `AcceptedPart.providerId` is not.
 */
export function canonicalProviderId(providerId: string): string {
  const lower = providerId.toLowerCase();
  const id = lower.startsWith('0') ? lower.replace(/^0+(?=.)/, '') : lower;
  if (id.length <= LONGEST_ID) return id;
  // The result stays below LONGEST_ID, so this function is idempotent.
  return `${id.slice(0, KEPT_OF_LONG_ID).toWellFormed()}…${createHash('sha256').update(id).digest('hex')}`;
}

/**
 * The result of a submission. `at` is the time of the write to the wire, in epoch milliseconds.
 * - `deferred`: certainly NOT submitted (throttled, queue full, link down before the first byte). Safe to retry.
 * - `rejected`: the carrier refused it, or it cannot be sent at all.
 * - `unknown`: at least one byte may have reached the carrier without an answer, or a later part of a long message could
 *   not be submitted in time. Never retried automatically.
 */
export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly at: number; readonly parts: readonly AcceptedPart[] }
  | {
      readonly kind: 'rejected';
      readonly at: number;
      readonly error: string;
      /** The parts accepted before another part was refused: the phone never gets the whole message. */
      readonly parts?: readonly AcceptedPart[];
    }
  | { readonly kind: 'deferred'; readonly retryAfterMs: number; readonly reason: string }
  | {
      readonly kind: 'unknown';
      readonly at: number;
      readonly error: string;
      /** The parts that were accepted while another part got no answer. */
      readonly parts?: readonly AcceptedPart[];
    };

/** A delivery receipt: what the carrier reports about one part. */
export interface CarrierReceipt {
  /** The carrier's id exactly as in the receipt. */
  readonly providerId: string;
  /** Every form of the id that the submit response may have used, most likely first; canonical (lower case, no leading zeros). */
  readonly idVariants: readonly string[];
  /** The recipient's number as written, in E.164 or as digits with or without the country; null if the receipt has none. */
  readonly recipient: string | null;
  /** The number that the receipt is addressed to, usually our sender: the recipient's if the carrier does not swap the two. */
  readonly destination?: string | null;
  /** `none`: it names no state, or none that we know, and so says nothing; `error` has its word. */
  readonly state: ReceiptState;
  /** What it speaks for if the message has several parts; by default the part with its id. */
  readonly covers?: ReceiptCover;
  /** Why it failed, or which unknown state it names. */
  readonly error: string | null;
  /** When we received it: epoch milliseconds by our clock. */
  readonly at: number;
  /** The raw receipt, kept as evidence. */
  readonly raw: string;
}

/** A receipt that counted for nothing, or only in part. */
export interface IgnoredReceipt {
  readonly reason: Exclude<IgnoredReason, 'unmatched'>;
  /** Epoch milliseconds by our clock. */
  readonly at: number;
  /** What people may see of it. */
  readonly masked: string;
}

/** One part of a receipt that a carrier sends in several messages. Addresses, reference and number of parts identify the receipt. */
export interface ReceiptPart {
  /** The addresses as on the wire. */
  readonly source: string;
  readonly destination: string;
  readonly reference: number;
  readonly parts: number;
  /** From 1 to `parts`. */
  readonly part: number;
  /** When we received it: epoch milliseconds by our clock. */
  readonly at: number;
  /** What the gateway needs to join it: the same for a part that is sent again. */
  readonly content: string;
}

export interface KeptParts {
  /** The contents of all parts in order once none is missing; else null. */
  readonly contents: readonly string[] | null;
  /** Whether parts of another, incomplete receipt with the same identity were dropped, uncounted so far. */
  readonly hasReplaced: boolean;
}

/** Parts of receipts, shared by all processes that have the gateway open. */
export interface ReceiptPartStore {
  /** Resolves once the part is committed. Rejects if it cannot be. */
  keep(part: ReceiptPart): Promise<KeptParts>;
  /** Drops all parts of the receipt. */
  drop(part: ReceiptPart): Promise<void>;
}

export interface GatewayHandlers {
  /**
   * Calls `done` once: with null when the receipt is committed, and only then does the gateway acknowledge it to the carrier;
   * or with an error, and the gateway asks the carrier to resend the receipt. A thrown exception counts as an error.
   */
  onReceipt(receipt: CarrierReceipt, done: ReceiptDone): void;
  /** An answer that arrived after its submission was reported as `unknown`. */
  onLateOutcome(reference: string, outcome: SubmissionOutcome): Promise<void>;
  readonly receiptParts: ReceiptPartStore;
  /** A receipt was ignored, or a part of it. Must not throw. */
  onIgnored(ignored: IgnoredReceipt): void;
  /** Capacity rose from zero, or the link came up. */
  onCapacity(): void;
}

/** @param error null if the receipt is committed. Further calls have no effect. */
export type ReceiptDone = (error: unknown) => void;

/** The state of a link, as shown to administrators. */
export interface LinkState {
  readonly link: 'up' | 'down' | 'stopped';
  /** Epoch milliseconds. */
  readonly since: number;
  readonly reason: string | null;
}

export type OnOutcome<M extends OutboundMessage> = (message: M, outcome: SubmissionOutcome) => void;

export interface Gateway {
  readonly name: string;
  /** If false, the engine submits no MMS: the text without its files would look like the whole message. */
  readonly sendsMms: boolean;
  /** See `GatewayShare`; absent if nothing is shared. */
  readonly settingsMark?: string;
  /** How many messages may be submitted now; 0 while the link is down or the carrier asked for a pause. */
  capacity(): number;
  /**
   * Submits the messages in order and calls `onOutcome` exactly once for each, with the same message object: before this
   * returns or later, in any order. Never throws: every result is an outcome. `onOutcome` must not throw either; an exception
   * is logged and the outcome counts as reported.
   */
  submitBatch<M extends OutboundMessage>(messages: readonly M[], onOutcome: OnOutcome<M>): void;
  /** Starts connecting and returns at once; reconnects automatically until it is stopped. */
  start(handlers: GatewayHandlers): void;
  /** Accepts no new messages, waits up to `withinMs` for those in flight, then unbinds. Idempotent. */
  stop(withinMs: number): Promise<void>;
  state(): LinkState;
}

/**
 * Takes the receipts of a carrier that posts them over HTTP. Runs in the process with the HTTP edge, which need not be the
 * one that runs the `Gateway`.
 */
export interface ReceiptInbox {
  /** The path for POST requests. */
  readonly path: string;
  /** Called before the body is read: whether the headers contain a well-formed signature. If not, the answer is 403. */
  hasSignature(headers: Readonly<Record<string, string | undefined>>): boolean;
  /**
   * @param request header names in lower case; the raw body
   * @param deliver resolves once the receipt is committed; the carrier's request is answered only then
   * @returns the HTTP status of the answer, whose body is empty. Never rejects.
   */
  receive(
    request: { readonly headers: Readonly<Record<string, string | undefined>>; readonly body: Uint8Array },
    deliver: (receipt: CarrierReceipt) => Promise<void>,
  ): Promise<number>;
}

/** Send instants that are reserved for this process. See `GatewayShare`. */
export interface TakenInstants {
  readonly count: number;
  /** Milliseconds from `databaseNow` to the first one; with a count of 0, to the first free one. */
  readonly inMs: number;
  /** The time by the database's clock, which all processes share. Epoch milliseconds. */
  readonly databaseNow: number;
}

/** What the processes that have one gateway open share through the database. */
export interface GatewayShare {
  /** A digest of the settings that reveals no secret: processes with the same mark use the same account. */
  readonly settingsMark: string;
  /** Reserves up to `count` free instants, one interval apart and at most `aheadMs` ahead. */
  takeInstants(wanted: { count: number; intervalMs: number; aheadMs: number }): Promise<TakenInstants>;
  /** How many other processes are bound with the same settings. */
  countBoundElsewhere(): Promise<number>;
}
