/** The user data header (3GPP TS 23.040 section 9.2.3.24): information elements before a message's text. */
import { messagePayload } from './tlv.ts';

/** The esm_class bit for a message that begins with a user data header (SMPP 3.4 section 5.2.12). */
export const ESM_UDHI = 0x40;

/** The concatenation elements (sections 9.2.3.24.1 and 9.2.3.24.8). */
export const CONCATENATION_8_BIT = 0x00;
export const CONCATENATION_16_BIT = 0x08;

const NO_OCTETS = Buffer.alloc(0);

export interface InformationElement {
  /** E.g. 0x00: concatenation with an 8-bit reference. */
  readonly id: number;
  readonly data: Buffer;
}

/** The fields that carry the text of a submit_sm, deliver_sm, data_sm or outgoing part. */
export interface MessageLike {
  readonly esmClass: number;
  /** Absent in data_sm: its text is in message_payload. */
  readonly shortMessage?: Buffer;
  readonly tlvs?: ReadonlyMap<number, Buffer>;
}

/** The header with its leading length octet. @throws RangeError for more than 255 octets of elements. */
export function buildUdh(elements: readonly InformationElement[]): Buffer {
  const body = elements.flatMap(({ id, data }) => [Buffer.of(id, data.length), data]);
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  if (length > 0xff) throw new RangeError(`a user data header of ${length} octets is too long`);
  return Buffer.concat([Buffer.of(length), ...body]);
}

/** Separates header and text; null if the octets do not begin with a valid header. */
export function parseUdh(octets: Buffer): { elements: InformationElement[]; payload: Buffer } | null {
  const end = 1 + (octets[0] ?? octets.length);
  if (end > octets.length) return null;
  const elements: InformationElement[] = [];
  for (let at = 1; at < end; ) {
    const dataEnd = at + 2 + (octets[at + 1] ?? 0);
    if (at + 2 > end || dataEnd > end) return null;
    elements.push({ id: octets[at] ?? 0, data: octets.subarray(at + 2, dataEnd) });
    at = dataEnd;
  }
  return { elements, payload: octets.subarray(end) };
}

/**
 * The information elements and the text octets of a message, from short_message or, if that is empty, message_payload. A
 * malformed header is left in the text, so that nothing is lost.
 */
export function messageBody(pdu: MessageLike): { elements: InformationElement[]; payload: Buffer } {
  const { shortMessage = NO_OCTETS, tlvs } = pdu;
  const payload = tlvs && shortMessage.length === 0 ? messagePayload(tlvs) : null;
  const octets = payload ?? shortMessage;
  const parsed = pdu.esmClass & ESM_UDHI ? parseUdh(octets) : null;
  return parsed ?? { elements: [], payload: octets };
}
