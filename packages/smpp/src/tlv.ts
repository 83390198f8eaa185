/** Optional parameters (SMPP 3.4 section 5.3): kept raw by tag, with readers for the ones this library gives meaning to. */
import { ESME_RINVOPTPARSTREAM, ESME_RINVPARLEN } from './command-status.ts';
import { PduError } from './pdu-error.ts';

export const TAG_RECEIPTED_MESSAGE_ID = 0x001e;
export const TAG_SAR_MSG_REF_NUM = 0x020c;
export const TAG_SAR_TOTAL_SEGMENTS = 0x020e;
export const TAG_SAR_SEGMENT_SEQNUM = 0x020f;
export const TAG_NETWORK_ERROR_CODE = 0x0423;
export const TAG_MESSAGE_PAYLOAD = 0x0424;
export const TAG_MESSAGE_STATE = 0x0427;

type Tlvs = ReadonlyMap<number, Buffer>;

/** How many octets the parameters take on the wire. @throws PduError for a tag or value that does not fit. */
export function tlvsLength(tlvs: Tlvs): number {
  let length = 0;
  for (const [tag, value] of tlvs) {
    if (!Number.isInteger(tag) || tag < 0 || tag > 0xffff || value.length > 0xffff)
      throw new PduError(`optional parameter ${tag} does not fit`, ESME_RINVPARLEN);
    length += 4 + value.length;
  }
  return length;
}

/** Writes the parameters at `offset`; returns the offset behind them. */
export function writeTlvs(target: Buffer, offset: number, tlvs: Tlvs): number {
  let at = offset;
  for (const [tag, value] of tlvs) {
    target.writeUInt16BE(tag, at);
    target.writeUInt16BE(value.length, at + 2);
    target.set(value, at + 4);
    at += 4 + value.length;
  }
  return at;
}

/**
 * Reads the parameters from `offset` to the end of `frame`. One to three octets left at the end are passed over: some
 * SMSCs pad. A repeated tag keeps its last value.
 * @throws PduError (ESME_RINVOPTPARSTREAM) for a value longer than what is left.
 */
export function readTlvs(frame: Buffer, offset: number): Map<number, Buffer> {
  const tlvs = new Map<number, Buffer>();
  for (let at = offset; at + 4 <= frame.length; ) {
    const end = at + 4 + frame.readUInt16BE(at + 2);
    if (end > frame.length)
      throw new PduError('an optional parameter runs past the end of its PDU', ESME_RINVOPTPARSTREAM);
    tlvs.set(frame.readUInt16BE(at), frame.subarray(at + 4, end));
    at = end;
  }
  return tlvs;
}

/** receipted_message_id: the id under which the SMSC accepted the message that a receipt is about. */
export function receiptedMessageId(tlvs: Tlvs): string | null {
  const value = tlvs.get(TAG_RECEIPTED_MESSAGE_ID);
  if (!value) return null;
  const end = value.indexOf(0);
  return value.toString('latin1', 0, end < 0 ? value.length : end).trim() || null;
}

/** message_state as its number (section 5.2.28). */
export function messageState(tlvs: Tlvs): number | null {
  return unsigned(tlvs.get(TAG_MESSAGE_STATE));
}

/** network_error_code: which kind of network failed (1 ANSI-136, 2 IS-95, 3 GSM) and its own code. */
export function networkErrorCode(tlvs: Tlvs): { network: number; code: number } | null {
  const value = tlvs.get(TAG_NETWORK_ERROR_CODE);
  return value?.length === 3 ? { network: value.readUInt8(0), code: value.readUInt16BE(1) } : null;
}

/** message_payload: the text where it is too long for short_message. */
export function messagePayload(tlvs: Tlvs): Buffer | null {
  return tlvs.get(TAG_MESSAGE_PAYLOAD) ?? null;
}

/** The sar_* parameters: another way than a user data header to say which part of which message this is. */
export function sarSegment(tlvs: Tlvs): { ref: number; total: number; part: number } | null {
  const ref = unsigned(tlvs.get(TAG_SAR_MSG_REF_NUM));
  const total = unsigned(tlvs.get(TAG_SAR_TOTAL_SEGMENTS));
  const part = unsigned(tlvs.get(TAG_SAR_SEGMENT_SEQNUM));
  return ref === null || total === null || part === null ? null : { ref, total, part };
}

function unsigned(value: Buffer | undefined): number | null {
  return value && value.length >= 1 && value.length <= 4 ? value.readUIntBE(0, value.length) : null;
}
