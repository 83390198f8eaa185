/**
 * Optional parameters (SMPP 3.4 section 5.3) on the wire, undecoded by tag, and lenient readers for those that this library
 * interprets. The readers ignore malformed values: the contents of a receipt matter more than its form.
 */
import { ESME_RINVOPTPARSTREAM, ESME_RINVPARLEN } from './command-status.ts';
import { faultOfTlvs } from './named-tlvs.ts';
import { PduError } from './pdu-error.ts';
import { tlvDefinitions } from './tlv-definitions.ts';

export const TAG_RECEIPTED_MESSAGE_ID = tlvDefinitions.receiptedMessageId.tag;
export const TAG_SAR_MSG_REF_NUM = tlvDefinitions.sarMsgRefNum.tag;
export const TAG_SAR_TOTAL_SEGMENTS = tlvDefinitions.sarTotalSegments.tag;
export const TAG_SAR_SEGMENT_SEQNUM = tlvDefinitions.sarSegmentSeqnum.tag;
export const TAG_NETWORK_ERROR_CODE = tlvDefinitions.networkErrorCode.tag;
export const TAG_MESSAGE_PAYLOAD = tlvDefinitions.messagePayload.tag;
export const TAG_MESSAGE_STATE = tlvDefinitions.messageState.tag;
/** Never on the wire: the octets from an incomplete parameter to the end of a received PDU; none if it ends within its text. */
export const TAG_INCOMPLETE = 0x10000;

type Tlvs = ReadonlyMap<number, Buffer>;

/** The length of the parameters in octets. @throws PduError for a tag or value that does not fit its definition. */
export function tlvsLength(tlvs: Tlvs): number {
  let length = 0;
  for (const [tag, value] of tlvs) {
    if (!Number.isInteger(tag) || tag < 0 || tag > 0xffff || value.length > 0xffff)
      throw new PduError(`optional parameter ${tag} does not fit`, ESME_RINVPARLEN);
    length += 4 + value.length;
  }
  const fault = faultOfTlvs(tlvs);
  if (fault) throw new PduError(fault.message, fault.status);
  return length;
}

/** Writes the parameters at `offset`; returns the offset after them. */
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
 * Reads the parameters from `offset` to the end of `frame`. One to three octets left at the end are ignored: some SMSCs pad.
 * A repeated tag keeps its last value.
 * @param isStrict false: a value that runs past the end is kept as {@link TAG_INCOMPLETE}, so that a receipt or an answer is
 *   not lost with it
 * @throws PduError (ESME_RINVOPTPARSTREAM) for such a value, if strict
 */
export function readTlvs(frame: Buffer, offset: number, isStrict: boolean): Map<number, Buffer> {
  const tlvs = new Map<number, Buffer>();
  for (let at = offset; at + 4 <= frame.length; ) {
    const end = at + 4 + frame.readUInt16BE(at + 2);
    if (end > frame.length) {
      if (!isStrict) return tlvs.set(TAG_INCOMPLETE, frame.subarray(at));
      throw new PduError('an optional parameter runs past the end of its PDU', ESME_RINVOPTPARSTREAM);
    }
    tlvs.set(frame.readUInt16BE(at), frame.subarray(at + 4, end));
    at = end;
  }
  return tlvs;
}

/** receipted_message_id: the id that the SMSC assigned to the message of a receipt. */
export function receiptedMessageId(tlvs: Tlvs): string | null {
  const value = tlvs.get(TAG_RECEIPTED_MESSAGE_ID);
  if (!value) return null;
  const end = value.indexOf(0);
  return value.toString('latin1', 0, end < 0 ? value.length : end).trim() || null;
}

/** message_state as a number (section 5.2.28); some SMSCs write it in ASCII digits. */
export function messageState(tlvs: Tlvs): number | null {
  const value = tlvs.get(TAG_MESSAGE_STATE);
  const first = value?.[0] ?? 0;
  if (value === undefined || first < 0x30 || first > 0x39) return unsigned(value);
  const digits = /^(\d+)\0*$/.exec(value.toString('latin1'));
  return digits === null ? unsigned(value) : Number(digits[1]);
}

/** network_error_code: the type of the network (1 ANSI-136, 2 IS-95, 3 GSM) and its error code. */
export function networkErrorCode(tlvs: Tlvs): { network: number; code: number } | null {
  const value = tlvs.get(TAG_NETWORK_ERROR_CODE);
  return value?.length === 3 ? { network: value.readUInt8(0), code: value.readUInt16BE(1) } : null;
}

/** message_payload: the text, if it is too long for short_message. */
export function messagePayload(tlvs: Tlvs): Buffer | null {
  return tlvs.get(TAG_MESSAGE_PAYLOAD) ?? null;
}

/** The sar_* parameters: the alternative to a concatenation header. */
export function sarSegment(tlvs: Tlvs): { ref: number; total: number; part: number } | null {
  const ref = unsigned(tlvs.get(TAG_SAR_MSG_REF_NUM));
  const total = unsigned(tlvs.get(TAG_SAR_TOTAL_SEGMENTS));
  const part = unsigned(tlvs.get(TAG_SAR_SEGMENT_SEQNUM));
  return ref === null || total === null || part === null ? null : { ref, total, part };
}

function unsigned(value: Buffer | undefined): number | null {
  return value && value.length >= 1 && value.length <= 4 ? value.readUIntBE(0, value.length) : null;
}
