/** The interface of a programmable carrier for conformance tests, with any protocol. */
import type { Gateway } from '../gateway-port.ts';

/** One part as the carrier received it. */
export interface CarrierSubmission {
  /** E.164. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** The text of this part only. */
  readonly text: string;
  /** From 1 to `parts`. */
  readonly part: number;
  readonly parts: number;
}

/**
 * The first message id in tests with receipts. It has ten digits like real ids: a short id can be read as decimal or
 * hexadecimal, and stays unmatched until the gateway has learned which of them its carrier uses.
 */
export const FIRST_MESSAGE_ID = 4_000_000_001;

/** `silence`: no answer until `answerNow`. */
export type CarrierAnswer = { readonly accept: string } | 'refuse' | 'throttle' | 'silence';

export interface CarrierReceiptToSend {
  readonly providerId: string;
  readonly state: 'delivered' | 'undeliverable' | 'enroute';
  /** E.164 of the phone. */
  readonly phone: string;
  /** E.164 of the sender. */
  readonly office: string;
}

export interface TestCarrier {
  /** Decides the answer to each submission from now on; by default all are accepted. */
  answerBy(decide: (submission: CarrierSubmission) => CarrierAnswer): void;
  /** All submissions received, in order. */
  readonly submissions: readonly CarrierSubmission[];
  /** Resolves once `count` submissions have been received in total. */
  submitted(count: number): Promise<void>;
  /** Answers the oldest unanswered submission. */
  answerNow(answer: Exclude<CarrierAnswer, 'silence'>): void;
  /** The highest number of submissions unanswered at the same time. */
  readonly mostUnanswered: number;
  /** Resolves to true if the gateway accepted the receipt, false if it requested a resend. */
  sendReceipt(receipt: CarrierReceiptToSend): Promise<boolean>;
  /** Closes the link and accepts no new one. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** How often a gateway unbound cleanly; always 0 without a permanent link. */
  readonly unbinds: number;
}

/** A gateway that is not started yet, its carrier, and their clock. */
export interface GatewayRig {
  readonly gateway: Gateway;
  readonly carrier: TestCarrier;
  /** Milliseconds after which a missing answer counts as lost. */
  readonly responseTimeoutMs: number;
  /** The longest delay between losing the link and the first reconnect attempt, in milliseconds. */
  readonly reconnectMs: number;
  /** The longest time until an idle gateway detects the loss, in milliseconds; 0 with a permanent link. */
  readonly noticesLossMs: number;
  /** Whether the link is permanent, so that the gateway unbinds from it. */
  readonly hasPermanentLink: boolean;
  advance(ms: number): Promise<void>;
  dispose(): Promise<void>;
}

export interface RigOptions {
  /** How many parts may be unanswered at the same time. */
  readonly window: number;
  /** Messages per second; no limit by default. */
  readonly throughput?: number;
}

export type SetUpGateway = (options: RigOptions) => Promise<GatewayRig>;
