/** Joins receipts that a carrier sends in several deliver_sm, such as UCS-2 ones, which exceed 70 characters. */
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { type Concatenation, parseConcatenation } from '@textprobe/smpp/concatenation';
import { isDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { type ArrivingPart, createPartJoiner } from '@textprobe/smpp/part-joiner';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { TAG_MESSAGE_PAYLOAD } from '@textprobe/smpp/tlv';
import { ESM_UDHI } from '@textprobe/smpp/udh';

type Receive = (pdu: DeliveredPdu, respond: (status: number) => void) => void;

interface ReceiptPart extends ArrivingPart {
  readonly concatenation: Concatenation;
  readonly pdu: DeliveredPdu;
}

/**
 * Passes everything on to `receive` but parts of receipts, which it keeps in memory until the last one arrives. All but
 * the last are acknowledged at once: a carrier with a window of one sends no second part before. If the receipt cannot be
 * committed, the carrier resends only the last part, so the others are kept until then.
 */
export function joinReceiptParts(receive: Receive): Receive {
  const joiner = createPartJoiner<ReceiptPart>();
  return (pdu, respond) => {
    const concatenation = isDeliveryReceipt(pdu.esmClass) ? parseConcatenation(pdu) : null;
    if (concatenation === null || concatenation.total === 1) return receive(pdu, respond);
    const { payload } = concatenation;
    const source = `${pdu.sourceAddr} ${pdu.destinationAddr}`;
    const last = { source, concatenation, payload, dataCoding: pdu.dataCoding, pdu };
    const parts = joiner.add(last)?.of;
    if (parts === undefined) return respond(ESME_ROK);
    receive(joined(pdu, parts), (status) => {
      if (status !== ESME_ROK) for (const part of parts) if (part !== last) joiner.add(part);
      respond(status);
    });
  };
}

/** One PDU with the whole text in message_payload, as data_sm has it. */
function joined(last: DeliveredPdu, parts: readonly ReceiptPart[]): DeliveredPdu {
  const tlvs = new Map(parts.flatMap(({ pdu }) => [...pdu.tlvs]));
  tlvs.set(TAG_MESSAGE_PAYLOAD, Buffer.concat(parts.map(({ payload }) => payload)));
  const whole = { esmClass: last.esmClass & ~ESM_UDHI, tlvs };
  return last.command === 'data_sm' ? { ...last, ...whole } : { ...last, ...whole, shortMessage: NOTHING };
}

const NOTHING = Buffer.alloc(0);
