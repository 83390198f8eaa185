/** The other side as conformance tests need it: a carrier that does what it is told, whatever protocol it speaks. */
import type { Gateway } from '../gateway-port.ts';

/** One part as it reached the carrier. */
export interface CarrierSubmission {
  /** E.164. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  /** Of this part alone. */
  readonly text: string;
  /** From 1 to `parts`. */
  readonly part: number;
  readonly parts: number;
}

/**
 * Message ids are counted from here on where receipts follow. They have ten digits, as those of carriers do: small ones may
 * be read in two ways, and stay unmatched while the gateway does not know yet how its carrier spells them.
 */
export const FIRST_MESSAGE_ID = 4_000_000_001;

/** `silence`: no answer, unless `answerNow` gives it later. */
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
  /** How each submission is answered from now on; at first all are accepted. */
  answerBy(decide: (submission: CarrierSubmission) => CarrierAnswer): void;
  /** All that came in, in order. */
  readonly submissions: readonly CarrierSubmission[];
  /** Resolves once `count` submissions have come in, counted from the beginning. */
  submitted(count: number): Promise<void>;
  /** Answers the oldest submission that was met with silence. */
  answerNow(answer: Exclude<CarrierAnswer, 'silence'>): void;
  /** The most submissions that were ever unanswered at a time. */
  readonly mostUnanswered: number;
  /** Resolves to whether the gateway took the receipt (true) or asked for it again. */
  sendReceipt(receipt: CarrierReceiptToSend): Promise<boolean>;
  /** Cuts the link and takes no other. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** How often a gateway took its leave in good order; where nothing stands, there is nothing to take leave of. */
  readonly farewells: number;
}

/** A gateway before it is started, its carrier, and the time both live in. */
export interface GatewayRig {
  readonly gateway: Gateway;
  readonly carrier: TestCarrier;
  /** Milliseconds after which an answer is taken for lost. */
  readonly responseTimeoutMs: number;
  /** Longest wait between the loss of the link and the first try to have it back, in milliseconds. */
  readonly reconnectMs: number;
  /** Longest time until a gateway that sends nothing learns of the loss, in milliseconds; 0 where a link stands. */
  readonly noticesLossMs: number;
  /** Whether a link stands between messages, which a gateway takes leave of. */
  readonly linkStands: boolean;
  advance(ms: number): Promise<void>;
  dispose(): Promise<void>;
}

export interface RigOptions {
  /** How many parts may be unanswered at a time. */
  readonly window: number;
  /** Messages a second; without it, as many as the window lets. */
  readonly throughput?: number;
}

export type SetUpGateway = (options: RigOptions) => Promise<GatewayRig>;
