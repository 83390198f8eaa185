/**
 * An in-process carrier: records what was submitted, and returns receipts and arrivals late, twice and in any order.
 */
import type { Random } from '@textprobe/carrier-lab/random';
import type { ClaimedMessage } from '@textprobe/database/messages/message-claims';
import { receiptStateRank } from '@textprobe/domain/ledger-states';
import { appendMessageCode } from '@textprobe/domain/message-code';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';

/** A receipt or an arrival that the carrier or a handset will report. */
export type CarrierEvent =
  | {
      readonly kind: 'receipt';
      readonly providerId: string;
      readonly recipient: string;
      readonly state: number;
    }
  | { readonly kind: 'arrival'; readonly code: string; readonly text: string };

export interface CarrierWorld {
  /** Submits a message to the carrier. @returns its response */
  submit(message: ClaimedMessage, now: number): SubmissionOutcome;
  /** How often each message was submitted, by id. */
  readonly written: ReadonlyMap<number, number>;
  /** Takes a random pending event; null if there are none. */
  take(): CarrierEvent | null;
  /** Takes a random pending receipt; null if there are none. */
  takeReceipt(): Extract<CarrierEvent, { kind: 'receipt' }> | null;
  readonly remaining: number;
}

export function createCarrierWorld(random: Random): CarrierWorld {
  const written = new Map<number, number>();
  const events: CarrierEvent[] = [];

  function scheduleEvents(message: ClaimedMessage, providerId: string): void {
    const roll = random.next();
    const state = receiptStateRank(roll < 0.7 ? 'delivered' : 'failed');
    const receipt = { kind: 'receipt', providerId, recipient: message.recipient, state } as const;
    if (roll < 0.85) events.push(receipt);
    if (roll > 0.2 && roll < 0.4) events.push({ ...receipt, state: receiptStateRank('enroute') }, receipt);
    if (roll < 0.6) {
      const text = appendMessageCode(message.body, message.code);
      events.push({ kind: 'arrival', code: message.code, text: roll < 0.1 ? `?${text}` : text });
      if (roll < 0.2) events.push({ kind: 'arrival', code: message.code, text });
    }
  }

  return {
    written,
    submit(message, now) {
      written.set(message.id, (written.get(message.id) ?? 0) + 1);
      const providerId = `p${message.id}`;
      const roll = random.next();
      if (roll < 0.1) return { kind: 'rejected', at: now, error: 'Invalid destination address' };
      scheduleEvents(message, providerId);
      if (roll < 0.2) return { kind: 'unknown', at: now, error: 'no answer' };
      return { kind: 'accepted', at: now, parts: [{ part: 1, parts: 1, providerId }] };
    },
    take() {
      const [event] = events.splice(Math.floor(random.next() * events.length), 1);
      return event ?? null;
    },
    takeReceipt() {
      const receipts = events.filter((event) => event.kind === 'receipt');
      const receipt = receipts[Math.floor(random.next() * receipts.length)];
      if (receipt === undefined) return null;
      events.splice(events.indexOf(receipt), 1);
      return receipt;
    },
    get remaining() {
      return events.length;
    },
  };
}
