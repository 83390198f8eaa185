/**
 * Parses delivery receipts: the deliver_sm in which an SMSC reports the outcome of a message (SMPP 3.4 section 2.11 and
 * appendix B). The text format is only a recommendation, so parsing is lenient; optional parameters take precedence over
 * the text.
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
  /** Every spelling that submit_sm_resp may have had, most likely first. */
  readonly idVariants: string[];
  readonly state: ReceiptState;
  /** The carrier's error code as it wrote it; null if there is none, or only zeros. */
  readonly error: string | null;
}

/** A deliver_sm or a data_sm: some carriers send receipts in the latter. */
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

/** The raw contents of a receipt, before they are interpreted. */
export interface ReceiptFacts {
  /** As the carrier wrote it: receipted_message_id or, without that, the id in the text. */
  readonly messageId: string;
  /** The id in the text if it differs from `messageId`; else null. */
  readonly otherId: string | null;
  readonly state: ReceiptState;
  /** receipted_message_id and message_state from the optional parameters; null if absent. */
  readonly idParameter: string | null;
  readonly stateParameter: number | null;
  /** The text, without a user data header. */
  readonly text: string;
}

/**
 * Parses the receipt in a deliver_sm; null if it is not a receipt, or names no message. Either esm_class or
 * receipted_message_id must mark it: anyone could send a message with the text `id:1 stat:DELIVRD`.
 */
export function parseDeliveryReceipt(pdu: ReceiptPdu): DeliveryReceipt | null {
  const facts = readReceiptFacts(pdu);
  if (facts === null) return null;
  const { messageId, otherId, state, text } = facts;
  return { messageId, idVariants: spellings(messageId, otherId), state, error: receiptError(text, pdu.tlvs) };
}

/** Like {@link parseDeliveryReceipt}, for high rates: leaves out what only unusual receipts need. */
export function readReceiptFacts(pdu: ReceiptPdu): ReceiptFacts | null {
  const { tlvs } = pdu;
  const idParameter = receiptedMessageId(tlvs);
  if (idParameter === null && !isDeliveryReceipt(pdu.esmClass)) return null;
  const text = receiptText(pdu);
  const idInText = idParameter !== null && beginsWithId(text, idParameter) ? idParameter : field(text, 'id');
  const messageId = idParameter ?? idInText;
  if (messageId === null) return null;
  const stateParameter = messageState(tlvs);
  return {
    messageId,
    otherId: idInText === messageId ? null : idInText,
    state: stateParameter === null ? stateOfWord(field(text, 'stat') ?? '') : stateOfNumber(stateParameter),
    idParameter,
    stateParameter,
    text,
  };
}

/** The carrier's error code; null if there is none, or only zeros. @param text of the receipt */
export function receiptError(text: string, tlvs: ReceiptPdu['tlvs']): string | null {
  const err = field(text, 'err');
  if (err !== null && !/^0+$/.test(err)) return err;
  const network = networkErrorCode(tlvs);
  return network && network.code !== 0 ? String(network.code) : null;
}

/**
 * Every spelling of a receipt's id that submit_sm_resp may have had, most likely first.
 * @param otherId another id in the same receipt
 */
export function spellings(messageId: string, otherId: string | null): string[] {
  const variants = messageIdVariants(messageId);
  // `otherId` is the same number in another spelling. Converting it again would yield a third number.
  if (otherId === null || variants.includes(otherId)) return variants;
  return [...new Set([...variants, ...messageIdVariants(otherId)])];
}

// Not decodeText: SMSCs write receipts in ASCII with data_coding 0, where GSM would read `_` and `$` as other characters.
function receiptText(pdu: ReceiptPdu): string {
  const { payload } = messageBody(pdu);
  return pdu.dataCoding === CODING_UCS2 ? decodeUcs2(payload) : payload.toString('latin1');
}

const SPACE = 0x20;
const TILDE = 0x7e;

/** Whether the text begins with `id:` and this id, as it usually does, which saves the regular expression. */
function beginsWithId(text: string, id: string): boolean {
  const end = 3 + id.length;
  if (!text.startsWith('id:') || !text.startsWith(id, 3)) return false;
  if (text.length > end && text.charCodeAt(end) !== SPACE) return false;
  for (let at = 3; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= SPACE || code > TILDE || code === COMMA || code === SEMICOLON) return false;
  }
  return true;
}

const COMMA = 0x2c;
const SEMICOLON = 0x3b;

const fieldPatterns = {
  id: /(?:^|[\s,;])id:\s*([^\s,;]+)/i,
  stat: /(?:^|[\s,;])stat:\s*([^\s,;]+)/i,
  err: /(?:^|[\s,;])err:\s*([^\s,;]+)/i,
};

/**
 * Finds `name:value` in any order and case. Everything after `text:` is the message itself and may contain anything, so it
 * is searched only for a field that is missing before it.
 */
function field(text: string, name: keyof typeof fieldPatterns): string | null {
  const textAt = text.search(/(?:^|\s)text:/i);
  const head = textAt < 0 ? text : text.slice(0, textAt);
  return (fieldPatterns[name].exec(head) ?? fieldPatterns[name].exec(text))?.[1] ?? null;
}
