/**
 * Splits a text into PDUs: picks the alphabet, cuts the text and marks the parts (3GPP TS 23.040 section 9.2.3.24, SMPP 3.4
 * sections 5.3.2.22 to 24 and 32).
 */
import { CODING_DEFAULT, CODING_LATIN1, CODING_UCS2 } from './data-coding.ts';
import { encodeGsm } from './gsm0338.ts';
import { tlvsOf } from './named-tlvs.ts';
import { encodeUcs2 } from './ucs2.ts';
import { buildUdh, CONCATENATION_8_BIT, CONCATENATION_16_BIT, ESM_UDHI } from './udh.ts';

/** How the parts of a long message are marked; SMSCs differ in what they accept. */
export const concatenationMethods = ['udh8', 'udh16', 'sar', 'payload'] as const;
/**
 * - `udh8`: a user data header with an 8-bit reference, which every phone supports.
 * - `udh16`: one with a 16-bit reference; the header takes one octet more.
 * - `sar`: the sar_* parameters; the SMSC builds the header, so room is left for it.
 * - `payload`: the whole text in one PDU, in message_payload; the SMSC splits it.
 */
export type ConcatenationMethod = (typeof concatenationMethods)[number];

/** The alphabet to try before UCS-2, which has every character. */
export const alphabets = ['gsm', 'latin1'] as const;
export type Alphabet = (typeof alphabets)[number];

export interface SplitOptions {
  /** Default: `udh8`. */
  readonly concatenation?: ConcatenationMethod;
  /** `gsm`, the default: GSM 03.38 (data_coding 0); `latin1`: data_coding 3. Both fall back to UCS-2. */
  readonly alphabet?: Alphabet;
  /**
   * How many characters at the end stay in one part, 0 by default. They must take one septet, octet or 16-bit unit each;
   * beyond the size of a part the option has no effect. The number of parts never grows.
   */
  readonly uncutEnd?: number;
}

/** The fields of a submit_sm (or deliver_sm) that carry one part of a text. */
export interface MessagePart {
  readonly shortMessage: Buffer;
  readonly dataCoding: typeof CODING_DEFAULT | typeof CODING_LATIN1 | typeof CODING_UCS2;
  readonly esmClass: number;
  /** With `sar` and `payload`. */
  readonly tlvs?: ReadonlyMap<number, Buffer>;
}

const MAX_PARTS = 255;
const MESSAGE_OCTETS = 140;

/** How text in one alphabet is cut into parts. */
interface Cut {
  readonly dataCoding: MessagePart['dataCoding'];
  /** How many octets fit one message after `header` octets of header, including its length octet; 0: no header. */
  room(header: number): number;
  /** Whether a cut before `end` would split a pair; it is then made one unit earlier. */
  splitsPair(octets: Buffer, end: number): boolean;
  /** The size of one code unit in octets. */
  readonly unit: number;
}

const gsm: Cut = {
  dataCoding: CODING_DEFAULT,
  // One octet here is one septet on the air, and the text begins at a septet boundary after the header.
  room: (header) => Math.floor(((MESSAGE_OCTETS - header) * 8) / 7),
  // An escape is never the second septet of a pair, so looking back once is enough.
  splitsPair: (octets, end) => octets[end - 1] === 0x1b,
  unit: 1,
};
const latin1: Cut = {
  dataCoding: CODING_LATIN1,
  room: (header) => MESSAGE_OCTETS - header,
  splitsPair: () => false,
  unit: 1,
};
const ucs2: Cut = {
  dataCoding: CODING_UCS2,
  room: (header) => (MESSAGE_OCTETS - header) & ~1,
  splitsPair: (octets, end) =>
    ((octets[end - 2] ?? 0) & 0xfc) === 0xd8 && ((octets[end] ?? 0) & 0xfc) === 0xdc,
  unit: 2,
};

/** Whether the whole text is Latin-1 (ISO 8859-1) without control characters. */
export const isLatin1 = (text: string): boolean => /^[\t\n\r\x20-\x7e\xa0-\xff]*$/.test(text);

function encode(text: string, alphabet: Alphabet): { readonly octets: Buffer; readonly by: Cut } {
  const septets = alphabet === 'gsm' ? encodeGsm(text) : null;
  if (septets !== null) return { octets: septets, by: gsm };
  if (alphabet === 'latin1' && isLatin1(text)) return { octets: Buffer.from(text, 'latin1'), by: latin1 };
  return { octets: encodeUcs2(text), by: ucs2 };
}

/** The size of a header with only a concatenation element, in octets, including its length octet. */
const headers: { readonly [Method in ConcatenationMethod]: number } = {
  udh8: 6,
  udh16: 7,
  // sar_msg_ref_num has 16 bits, so the header that the SMSC builds may have a 16-bit reference.
  sar: 7,
  payload: 7,
};

/**
 * Splits a text. If it fits one PDU (160 septets, 140 Latin-1 characters, 70 units of UCS-2) there is no header; else parts
 * have 153, 134 or 67 with `udh8`, and 152, 133 or 66 with `udh16` and `sar`. Extension pairs and surrogate pairs are never
 * split.
 * @param ref distinguishes messages on the same phone; its low 8 or 16 bits are used
 * @throws RangeError for a text of more than 255 parts, whichever side splits it
 */
export function splitMessage(
  text: string,
  ref: number,
  { concatenation = 'udh8', alphabet = 'gsm', uncutEnd = 0 }: SplitOptions = {},
): MessagePart[] {
  const { octets, by } = encode(text, alphabet);
  if (octets.length <= by.room(0)) return [onePart(octets, by)];
  const { dataCoding } = by;
  const pieces = cut(octets, by, by.room(headers[concatenation]), uncutEnd);
  if (pieces.length > MAX_PARTS)
    throw new RangeError(`the text takes ${pieces.length} parts; the limit is ${MAX_PARTS}`);
  if (concatenation === 'payload')
    return [{ shortMessage: NO_OCTETS, dataCoding, esmClass: 0, tlvs: tlvsOf({ messagePayload: octets }) }];
  return pieces.map((piece, index) => {
    const place = { ref, total: pieces.length, part: index + 1 };
    if (concatenation === 'sar') return { shortMessage: piece, dataCoding, esmClass: 0, tlvs: sarOf(place) };
    const header = concatenation === 'udh8' ? udh8(place) : udh16(place);
    return { shortMessage: Buffer.concat([header, piece]), dataCoding, esmClass: ESM_UDHI };
  });
}

/** The text in one PDU without a header; null if it is longer, so {@link splitMessage} and a reference are needed. */
export function wholeMessage(text: string, { alphabet = 'gsm' }: SplitOptions = {}): MessagePart | null {
  if (text.length > gsm.room(0)) return null;
  const { octets, by } = encode(text, alphabet);
  return octets.length <= by.room(0) ? onePart(octets, by) : null;
}

const onePart = (shortMessage: Buffer, { dataCoding }: Cut): MessagePart => ({
  shortMessage,
  dataCoding,
  esmClass: 0,
});

const NO_OCTETS = Buffer.alloc(0);

interface Place {
  readonly ref: number;
  readonly total: number;
  readonly part: number;
}

const udh8 = ({ ref, total, part }: Place): Buffer =>
  buildUdh([{ id: CONCATENATION_8_BIT, data: Buffer.of(ref & 0xff, total, part) }]);

const udh16 = ({ ref, total, part }: Place): Buffer =>
  buildUdh([{ id: CONCATENATION_16_BIT, data: Buffer.of((ref >> 8) & 0xff, ref & 0xff, total, part) }]);

const sarOf = ({ ref, total, part }: Place): Map<number, Buffer> =>
  tlvsOf({ sarMsgRefNum: ref & 0xffff, sarTotalSegments: total, sarSegmentSeqnum: part });

function cut(octets: Buffer, { splitsPair, unit }: Cut, size: number, uncutEnd: number): Buffer[] {
  const pieces: Buffer[] = [];
  const lastCut = uncutEnd * unit > size ? octets.length : octets.length - uncutEnd * unit;
  for (let start = 0; start < octets.length; ) {
    let end = Math.min(start + size, octets.length);
    if (end < octets.length && end > lastCut && lastCut > start) end = lastCut;
    if (end < octets.length && splitsPair(octets, end)) end -= unit;
    pieces.push(octets.subarray(start, end));
    start = end;
  }
  return pieces;
}
