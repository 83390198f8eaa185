/** Joins receipts that a carrier sends in several deliver_sm, such as UCS-2 ones, which exceed 70 characters. */
import { ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { type Concatenation, parseConcatenation } from '@textprobe/smpp/concatenation';
import { isDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { TAG_MESSAGE_PAYLOAD } from '@textprobe/smpp/tlv';
import { ESM_UDHI } from '@textprobe/smpp/udh';
import type { KeptParts, ReceiptPart, ReceiptPartStore } from '../gateway-port.ts';

type Receive = (pdu: DeliveredPdu, respond: (status: number) => void) => void;

/**
 * Passes everything on to `receive` but parts of receipts: each is acknowledged once it is stored, because a carrier with a
 * window of one sends no second part before, and the last once the joined receipt is committed.
 * @param options.onError a part could not be stored, so the carrier is asked to resend it
 * @param options.onReplaced an incomplete receipt was dropped, because another one has its reference
 */
export function joinReceiptParts(
  receive: Receive,
  options: {
    readonly now: () => number;
    /** Counts a part until it is stored. */
    track(work: Promise<void>): void;
    readonly store: () => ReceiptPartStore;
    onError(error: unknown): void;
    onReplaced(pdu: DeliveredPdu): void;
  },
): Receive {
  async function keep(part: ReceiptPart): Promise<KeptParts | null> {
    try {
      return await options.store().keep(part);
    } catch (error) {
      options.onError(error);
      return null;
    }
  }

  async function join(pdu: DeliveredPdu, found: Concatenation, respond: (status: number) => void) {
    const part = partOf(pdu, found, options.now());
    const kept = await keep(part);
    if (kept === null) return respond(ESME_RX_T_APPN);
    if (kept.hasReplaced) options.onReplaced(pdu);
    if (kept.contents === null) return respond(ESME_ROK);
    receive(joined(pdu, kept.contents.map(readContent)), (status) => {
      // What is not dropped here, the sweep drops after a day.
      if (status === ESME_ROK) void options.store().drop(part).catch(options.onError);
      respond(status);
    });
  }

  return (pdu, respond) => {
    const found = isDeliveryReceipt(pdu.esmClass) ? parseConcatenation(pdu) : null;
    if (found === null || found.total === 1) return receive(pdu, respond);
    options.track(join(pdu, found, respond));
  };
}

interface Content {
  readonly payload: Buffer;
  readonly tlvs: readonly (readonly [number, Buffer])[];
}

function partOf(pdu: DeliveredPdu, { ref, total, part, payload }: Concatenation, at: number): ReceiptPart {
  const tlvs = [...pdu.tlvs].map(([tag, value]) => [tag, value.toString('base64')]);
  return {
    source: pdu.sourceAddr,
    destination: pdu.destinationAddr,
    reference: ref,
    parts: total,
    part,
    at,
    content: JSON.stringify({ payload: payload.toString('base64'), tlvs }),
  };
}

function readContent(content: string): Content {
  const { payload, tlvs } = JSON.parse(content) as { payload: string; tlvs: [number, string][] };
  return {
    payload: Buffer.from(payload, 'base64'),
    tlvs: tlvs.map(([tag, value]) => [tag, Buffer.from(value, 'base64')]),
  };
}

/** One PDU with the whole text in message_payload, as data_sm has it. */
function joined(last: DeliveredPdu, parts: readonly Content[]): DeliveredPdu {
  const tlvs = new Map(parts.flatMap((part) => part.tlvs));
  tlvs.set(TAG_MESSAGE_PAYLOAD, Buffer.concat(parts.map(({ payload }) => payload)));
  const whole = { esmClass: last.esmClass & ~ESM_UDHI, tlvs };
  return last.command === 'data_sm' ? { ...last, ...whole } : { ...last, ...whole, shortMessage: NOTHING };
}

const NOTHING = Buffer.alloc(0);
