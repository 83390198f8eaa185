/** Reads which part of which message a PDU is, from its header or sar parameters. The sending side is `split-message.ts`. */
import { sarSegment } from './tlv.ts';
import {
  CONCATENATION_8_BIT,
  CONCATENATION_16_BIT,
  type InformationElement,
  type MessageLike,
  messageBody,
} from './udh.ts';

/** Which part of which message a PDU is. `payload`: the octets of the text, without the header. */
export interface Concatenation {
  readonly ref: number;
  readonly total: number;
  /** From 1 to `total`. */
  readonly part: number;
  readonly payload: Buffer;
}

/** Reads an 8- or 16-bit concatenation element, else the sar_* parameters. Null for a single-part message. */
export function parseConcatenation(pdu: MessageLike): Concatenation | null {
  const { elements, payload } = messageBody(pdu);
  const place =
    elements.map(placeOf).find((found) => found !== null) ?? (pdu.tlvs ? sarSegment(pdu.tlvs) : null);
  if (!place || place.part < 1 || place.part > place.total) return null;
  return { ...place, payload };
}

function placeOf({ id, data }: InformationElement): { ref: number; total: number; part: number } | null {
  if (id === CONCATENATION_8_BIT && data.length === 3)
    return { ref: data.readUInt8(0), total: data.readUInt8(1), part: data.readUInt8(2) };
  if (id === CONCATENATION_16_BIT && data.length === 4)
    return { ref: data.readUInt16BE(0), total: data.readUInt8(2), part: data.readUInt8(3) };
  return null;
}
