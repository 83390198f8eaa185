/**
 * Long messages: one text in several PDUs, each with a user data header that says which part of which message it is
 * (3GPP TS 23.040 sections 9.2.3.24.1 and 9.2.3.24.8), and the way back.
 */
import { CODING_DEFAULT, CODING_UCS2 } from './data-coding.ts';
import { encodeGsm, isGsm } from './gsm0338.ts';
import { sarSegment } from './tlv.ts';
import { encodeUcs2 } from './ucs2.ts';
import { buildUdh, ESM_UDHI, type InformationElement, type MessageLike, messageBody } from './udh.ts';

const CONCATENATION_8_BIT = 0x00;
const CONCATENATION_16_BIT = 0x08;
const MAX_PARTS = 255;

// 140 octets are 160 septets or 70 UCS-2 units; the header of six octets leaves 153 or 67.
const limits = {
  gsm: { single: 160, part: 153 },
  ucs2: { single: 140, part: 134 },
} as const;

/** The fields of a submit_sm (or deliver_sm) that carry one part of a text. */
export interface MessagePart {
  shortMessage: Buffer;
  dataCoding: typeof CODING_DEFAULT | typeof CODING_UCS2;
  esmClass: number;
}

/**
 * A text as the PDUs that carry it: GSM 03.38 where that has every character, else UCS-2; in one PDU without a header
 * where it fits (160 septets, 70 units), else in parts of 153 septets or 67 units. No extension pair and no surrogate
 * pair is ever torn apart.
 * @param ref tells this message's parts from another's on the same phone; its low 8 bits are used.
 * @throws RangeError for a text of more than 255 parts.
 */
export function splitMessage(text: string, ref: number): MessagePart[] {
  const gsm = isGsm(text);
  const octets = gsm ? encodeGsm(text) : encodeUcs2(text);
  const dataCoding = gsm ? CODING_DEFAULT : CODING_UCS2;
  const { single, part } = gsm ? limits.gsm : limits.ucs2;
  if (octets.length <= single) return [{ shortMessage: octets, dataCoding, esmClass: 0 }];
  const pieces = cut(octets, part, gsm ? endsInEscape : endsInHighSurrogate, gsm ? 1 : 2);
  if (pieces.length > MAX_PARTS)
    throw new RangeError(`the text takes ${pieces.length} parts; a message has ${MAX_PARTS} at most`);
  return pieces.map((piece, index) => {
    const data = Buffer.of(ref & 0xff, pieces.length, index + 1);
    const header = buildUdh([{ id: CONCATENATION_8_BIT, data }]);
    return { shortMessage: Buffer.concat([header, piece]), dataCoding, esmClass: ESM_UDHI };
  });
}

/** @param tears whether a cut before the given offset would tear a pair; then it is made one unit earlier. */
function cut(
  octets: Buffer,
  size: number,
  tears: (octets: Buffer, end: number) => boolean,
  unit: number,
): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < octets.length; ) {
    let end = Math.min(start + size, octets.length);
    if (end < octets.length && tears(octets, end)) end -= unit;
    pieces.push(octets.subarray(start, end));
    start = end;
  }
  return pieces;
}

// An escape is never the second septet of a pair, so one look back is enough.
const endsInEscape = (octets: Buffer, end: number): boolean => octets[end - 1] === 0x1b;

const endsInHighSurrogate = (octets: Buffer, end: number): boolean =>
  ((octets[end - 2] ?? 0) & 0xfc) === 0xd8 && ((octets[end] ?? 0) & 0xfc) === 0xdc;

/** Which part of which message a PDU is. `payload`: the octets of its text, without the header. */
export interface Concatenation {
  readonly ref: number;
  readonly total: number;
  /** From 1 to `total`. */
  readonly part: number;
  readonly payload: Buffer;
}

/** Reads an 8- or 16-bit concatenation element, else the sar_* parameters. Null for a message that stands alone. */
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
