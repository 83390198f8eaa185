/**
 * The other side of the wire, within the process: what was written to it, and what it has to say about that, late, twice
 * and in any order.
 */
import type { Random } from '@textprobe/carrier-lab/random';
import type { ClaimedMessage } from '@textprobe/database/messages/message-claims';
import { appendMessageCode } from '@textprobe/domain/message-code';
import { receiptStateRank } from '@textprobe/domain/message-lifecycle';
import type { SubmissionOutcome } from '@textprobe/gateways/gateway-port';

/** Something that the carrier or a handset will say. */
export type Saying =
  | {
      readonly kind: 'receipt';
      readonly providerId: string;
      readonly recipient: string;
      readonly state: number;
    }
  | { readonly kind: 'arrival'; readonly code: string; readonly text: string };

export interface CarrierWorld {
  /** Writes a message to the carrier. @returns its answer */
  submit(message: ClaimedMessage, now: number): SubmissionOutcome;
  /** How often each message was written, by id. */
  readonly written: ReadonlyMap<number, number>;
  /** Takes one of the things to say, any one; null when there are none. */
  take(): Saying | null;
  /** Takes one of the receipts, any one; null when there are none. */
  takeReceipt(): Extract<Saying, { kind: 'receipt' }> | null;
  readonly left: number;
}

export function createCarrierWorld(random: Random): CarrierWorld {
  const written = new Map<number, number>();
  const sayings: Saying[] = [];

  function promise(message: ClaimedMessage, providerId: string): void {
    const fate = random.next();
    const state = receiptStateRank(fate < 0.7 ? 'delivered' : 'failed');
    const receipt = { kind: 'receipt', providerId, recipient: message.recipient, state } as const;
    if (fate < 0.85) sayings.push(receipt);
    if (fate > 0.2 && fate < 0.4) sayings.push({ ...receipt, state: receiptStateRank('enroute') }, receipt);
    if (fate < 0.6) {
      const text = appendMessageCode(message.body, message.code);
      sayings.push({ kind: 'arrival', code: message.code, text: fate < 0.1 ? `?${text}` : text });
      if (fate < 0.2) sayings.push({ kind: 'arrival', code: message.code, text });
    }
  }

  return {
    written,
    submit(message, now) {
      written.set(message.id, (written.get(message.id) ?? 0) + 1);
      const providerId = `p${message.id}`;
      const fate = random.next();
      if (fate < 0.1) return { kind: 'rejected', at: now, error: 'Invalid destination address' };
      promise(message, providerId);
      if (fate < 0.2) return { kind: 'unknown', at: now, error: 'no answer' };
      return { kind: 'accepted', at: now, parts: [{ part: 1, parts: 1, providerId }] };
    },
    take() {
      const [saying] = sayings.splice(Math.floor(random.next() * sayings.length), 1);
      return saying ?? null;
    },
    takeReceipt() {
      const receipts = sayings.filter((saying) => saying.kind === 'receipt');
      const receipt = receipts[Math.floor(random.next() * receipts.length)];
      if (receipt === undefined) return null;
      sayings.splice(sayings.indexOf(receipt), 1);
      return receipt;
    },
    get left() {
      return sayings.length;
    },
  };
}
