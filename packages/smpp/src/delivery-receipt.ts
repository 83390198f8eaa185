/**
 * Delivery receipts: the deliver_sm by which an SMSC tells what became of a message (SMPP 3.4 section 2.11 and
 * appendix B). The text format is only a recommendation, so reading is lenient; where a carrier sends the optional
 * parameters too, those are believed first.
 */
import { CODING_UCS2 } from './data-coding.ts';
import { messageIdVariants } from './message-id.ts';
import type { MessageFields } from './pdu.ts';
import { type ReceiptState, stateOfNumber, stateOfWord } from './receipt-state.ts';
import { messageState, networkErrorCode, receiptedMessageId } from './tlv.ts';
import { decodeUcs2 } from './ucs2.ts';
import { messageBody } from './udh.ts';

export { formatDeliveryReceipt, type ReceiptToSend } from './format-delivery-receipt.ts';
export type { ReceiptState } from './receipt-state.ts';

export interface DeliveryReceipt {
  /** As the carrier wrote it. */
  readonly messageId: string;
  /** Every spelling under which the submission may have been answered, likeliest first. */
  readonly idVariants: string[];
  readonly state: ReceiptState;
  /** The carrier's own error code as it wrote it; null where it names none or only zeros. */
  readonly error: string | null;
}

/** A deliver_sm or, where a carrier prefers that, a data_sm. */
type ReceiptPdu = Pick<MessageFields, 'esmClass' | 'dataCoding' | 'tlvs'> &
  Partial<Pick<MessageFields, 'shortMessage'>>;

const ESM_MESSAGE_TYPE = 0x3c;
const ESM_DELIVERY_RECEIPT = 0x04;
const ESM_INTERMEDIATE_NOTIFICATION = 0x20;

/** Whether esm_class marks a delivery receipt or an intermediate notification (section 5.2.12). */
export function isDeliveryReceipt(esmClass: number): boolean {
  const type = esmClass & ESM_MESSAGE_TYPE;
  return type === ESM_DELIVERY_RECEIPT || type === ESM_INTERMEDIATE_NOTIFICATION;
}

/**
 * The receipt in a deliver_sm; null where it is none, or names no message. Text alone makes no receipt: anyone could
 * write `id:1 stat:DELIVRD` in a message of their own. Either esm_class or receipted_message_id must say so.
 */
export function parseDeliveryReceipt(pdu: ReceiptPdu): DeliveryReceipt | null {
  const idParameter = receiptedMessageId(pdu.tlvs);
  if (!isDeliveryReceipt(pdu.esmClass) && idParameter === null) return null;
  const field = receiptFields(receiptText(pdu));
  const idInText = field('id');
  const messageId = idParameter ?? idInText;
  if (messageId === null) return null;
  const stateNumber = messageState(pdu.tlvs);
  return {
    messageId,
    idVariants: spellings(messageId, idInText ?? messageId),
    state: stateNumber === null ? stateOfWord(field('stat') ?? '') : stateOfNumber(stateNumber),
    error: errorOf(field('err'), pdu.tlvs),
  };
}

function spellings(messageId: string, idInText: string): string[] {
  const variants = messageIdVariants(messageId);
  // The same number in another spelling tells nothing more: read on from there it would be a third one.
  if (variants.includes(idInText)) return variants;
  return [...new Set([...variants, ...messageIdVariants(idInText)])];
}

// Not by decodeText: SMSCs write receipts in ASCII under data_coding 0, where GSM would read `_` and `$` as others.
function receiptText(pdu: ReceiptPdu): string {
  const { payload } = messageBody(pdu);
  return pdu.dataCoding === CODING_UCS2 ? decodeUcs2(payload) : payload.toString('latin1');
}

/**
 * Finds `name:value` whatever the order and case of the fields. What follows `text:` is the message itself and may hold
 * anything, so it is searched only for a field found nowhere before it.
 */
function receiptFields(text: string): (name: keyof typeof fieldPatterns) => string | null {
  const textAt = text.search(/(?:^|\s)text:/i);
  const head = textAt < 0 ? text : text.slice(0, textAt);
  return (name) => (fieldPatterns[name].exec(head) ?? fieldPatterns[name].exec(text))?.[1] ?? null;
}

const fieldPatterns = {
  id: /(?:^|[\s,;])id:\s*([^\s,;]+)/i,
  stat: /(?:^|[\s,;])stat:\s*([^\s,;]+)/i,
  err: /(?:^|[\s,;])err:\s*([^\s,;]+)/i,
};

function errorOf(err: string | null, tlvs: ReceiptPdu['tlvs']): string | null {
  if (err !== null && !/^0+$/.test(err)) return err;
  const network = networkErrorCode(tlvs);
  return network && network.code !== 0 ? String(network.code) : null;
}
