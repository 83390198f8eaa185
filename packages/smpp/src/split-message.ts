/**
 * A text as the PDUs that carry it: which alphabet, how much goes into one, and how a phone is told which part of which
 * message each is (3GPP TS 23.040 section 9.2.3.24, SMPP 3.4 sections 5.3.2.22 to 24 and 32).
 */
import { CODING_DEFAULT, CODING_LATIN1, CODING_UCS2 } from './data-coding.ts';
import { encodeGsm } from './gsm0338.ts';
import { tlvsOf } from './named-tlvs.ts';
import { encodeUcs2 } from './ucs2.ts';
import { buildUdh, CONCATENATION_8_BIT, CONCATENATION_16_BIT, ESM_UDHI } from './udh.ts';

/** How the parts of a long message are told from others: what SMSCs take differs. */
export const concatenationWays = ['udh8', 'udh16', 'sar', 'payload'] as const;
/**
 * - `udh8`: a user data header with a reference of 8 bits, which every phone knows.
 * - `udh16`: one of 16 bits; its header takes an octet more.
 * - `sar`: the sar_* parameters; the SMSC makes the header of them, for which room is left.
 * - `payload`: the whole text in one PDU, in message_payload; the SMSC splits it.
 */
export type ConcatenationWay = (typeof concatenationWays)[number];

/** What comes before UCS-2, which has every character. */
export const alphabets = ['gsm', 'latin1'] as const;
export type Alphabet = (typeof alphabets)[number];

export interface SplitOptions {
  /** By default `udh8`. */
  readonly concatenation?: ConcatenationWay;
  /** `gsm`, the default: GSM 03.38 (data_coding 0); `latin1`: data_coding 3. Else, in both cases, UCS-2. */
  readonly alphabet?: Alphabet;
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
const OCTETS_OF_MESSAGE = 140;

/** How the octets of one alphabet are cut. */
interface Cut {
  readonly dataCoding: MessagePart['dataCoding'];
  /** The octets that one message holds behind so many octets of header, its length octet included; 0 for no header. */
  room(header: number): number;
  /** Whether a cut before `end` would tear a pair; then it is made one unit earlier. */
  tears(octets: Buffer, end: number): boolean;
  /** In octets. */
  readonly unit: number;
}

const gsm: Cut = {
  dataCoding: CODING_DEFAULT,
  // An octet here is a septet on the air, and the text begins at a whole one behind the header.
  room: (header) => Math.floor(((OCTETS_OF_MESSAGE - header) * 8) / 7),
  // An escape is never the second septet of a pair, so one look back is enough.
  tears: (octets, end) => octets[end - 1] === 0x1b,
  unit: 1,
};
const latin1: Cut = {
  dataCoding: CODING_LATIN1,
  room: (header) => OCTETS_OF_MESSAGE - header,
  tears: () => false,
  unit: 1,
};
const ucs2: Cut = {
  dataCoding: CODING_UCS2,
  room: (header) => (OCTETS_OF_MESSAGE - header) & ~1,
  tears: (octets, end) => ((octets[end - 2] ?? 0) & 0xfc) === 0xd8 && ((octets[end] ?? 0) & 0xfc) === 0xdc,
  unit: 2,
};

/** Whether the whole text can be written in Latin-1 (ISO 8859-1). Its control characters are no text. */
export const isLatin1 = (text: string): boolean => /^[\t\n\r\x20-\x7e\xa0-\xff]*$/.test(text);

function encode(text: string, alphabet: Alphabet): { readonly octets: Buffer; readonly by: Cut } {
  const septets = alphabet === 'gsm' ? encodeGsm(text) : null;
  if (septets !== null) return { octets: septets, by: gsm };
  if (alphabet === 'latin1' && isLatin1(text)) return { octets: Buffer.from(text, 'latin1'), by: latin1 };
  return { octets: encodeUcs2(text), by: ucs2 };
}

/** Octets of a header that holds a concatenation element alone, its length octet included. */
const headers: { readonly [Way in ConcatenationWay]: number } = {
  udh8: 6,
  udh16: 7,
  // The references of the sar_* parameters have 16 bits, and so may the header that the SMSC makes of them.
  sar: 7,
  payload: 7,
};

/**
 * Splits a text: in one PDU without a header where it fits (160 septets, 140 characters of Latin-1, 70 units of UCS-2),
 * else in parts of 153, 134 or 67 with `udh8`, and of 152, 133 or 66 with `udh16` and `sar`. No extension pair and
 * no surrogate pair is ever torn apart.
 * @param ref tells this message's parts from another's on the same phone; of it 8 bits are used, or 16
 * @throws RangeError for a text of more than 255 parts, whoever would split it
 */
export function splitMessage(
  text: string,
  ref: number,
  { concatenation = 'udh8', alphabet = 'gsm' }: SplitOptions = {},
): MessagePart[] {
  const { octets, by } = encode(text, alphabet);
  if (octets.length <= by.room(0)) return [onePart(octets, by)];
  const { dataCoding } = by;
  const pieces = cut(octets, by, by.room(headers[concatenation]));
  if (pieces.length > MAX_PARTS)
    throw new RangeError(`the text takes ${pieces.length} parts; a message has ${MAX_PARTS} at most`);
  if (concatenation === 'payload')
    return [{ shortMessage: NO_OCTETS, dataCoding, esmClass: 0, tlvs: tlvsOf({ messagePayload: octets }) }];
  return pieces.map((piece, index) => {
    const place = { ref, total: pieces.length, part: index + 1 };
    if (concatenation === 'sar') return { shortMessage: piece, dataCoding, esmClass: 0, tlvs: sarOf(place) };
    const header = concatenation === 'udh8' ? udh8(place) : udh16(place);
    return { shortMessage: Buffer.concat([header, piece]), dataCoding, esmClass: ESM_UDHI };
  });
}

/** The text in one PDU without a header; null where it takes more, and {@link splitMessage} a reference. */
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

function cut(octets: Buffer, { tears, unit }: Cut, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < octets.length; ) {
    let end = Math.min(start + size, octets.length);
    if (end < octets.length && tears(octets, end)) end -= unit;
    pieces.push(octets.subarray(start, end));
    start = end;
  }
  return pieces;
}
