/**
 * Parses delivery receipts: the deliver_sm in which an SMSC reports the outcome of a message (SMPP 3.4 section 2.11 and
 * appendix B). The text format is only a recommendation, so parsing is lenient; optional parameters take precedence over
 * the text.
 */
import { isUcs2 } from './data-coding.ts';
import { messageIdVariants } from './message-id.ts';
import type { MessageFields } from './pdu.ts';
import { isFinal, moreDefinite, type ReceiptState, stateOfNumber, stateOfWord } from './receipt-state.ts';
import { fieldOf, findError } from './receipt-text.ts';
import {
  messageState,
  networkErrorCode,
  receiptedMessageId,
  TAG_INCOMPLETE,
  TAG_MESSAGE_PAYLOAD,
} from './tlv.ts';
import { decodeUcs2, decodeUtf16, guessUtf16 } from './ucs2.ts';
import { messageBody } from './udh.ts';

export { formatDeliveryReceipt, type ReceiptToSend } from './format-delivery-receipt.ts';
export type { ReceiptState } from './receipt-state.ts';

export interface DeliveryReceipt {
  /** As the carrier wrote it. */
  readonly messageId: string;
  /** Every spelling that submit_sm_resp may have had, most likely first. */
  readonly idVariants: string[];
  /** Null: the receipt names no state, or none that SMPP knows. */
  readonly state: ReceiptState | null;
  /** The carrier's error code as it wrote it; null if there is none, or only zeros. */
  readonly error: string | null;
}

/** A deliver_sm or a data_sm: some carriers send receipts in the latter. */
type ReceiptPdu = Pick<MessageFields, 'esmClass' | 'dataCoding' | 'tlvs'> &
  Partial<Pick<MessageFields, 'shortMessage'>>;

const ESM_MESSAGE_TYPE = 0x3c;
/** A bit of its own: SMSCs also set it together with others. */
const ESM_DELIVERY_RECEIPT = 0x04;
const ESM_INTERMEDIATE_NOTIFICATION = 0x20;

/** Whether esm_class marks a delivery receipt or an intermediate notification (section 5.2.12). */
export function isDeliveryReceipt(esmClass: number): boolean {
  return (
    (esmClass & ESM_DELIVERY_RECEIPT) !== 0 || (esmClass & ESM_MESSAGE_TYPE) === ESM_INTERMEDIATE_NOTIFICATION
  );
}

/** The raw contents of a receipt, before they are interpreted. */
export interface ReceiptFacts {
  /** As the carrier wrote it: receipted_message_id or, without that, the id in the text. */
  readonly messageId: string;
  /** The id in the text if it differs from `messageId`; else null. */
  readonly otherId: string | null;
  /** The more definite of `stateParameter` and the word of the text; null: neither is a state of SMPP. */
  readonly state: ReceiptState | null;
  /** receipted_message_id and message_state from the optional parameters; null if absent. */
  readonly idParameter: string | null;
  readonly stateParameter: number | null;
  /** Whether esm_class or receipted_message_id marks it: otherwise anyone could have sent it. */
  readonly isMarked: boolean;
  /** The text, without a user data header. */
  readonly text: string;
}

/**
 * Parses the receipt in a deliver_sm; null if it is not a receipt, or names no message. Either esm_class or
 * receipted_message_id must mark it: anyone could send a message with the text `id:1 stat:DELIVRD`.
 */
export function parseDeliveryReceipt(pdu: ReceiptPdu): DeliveryReceipt | null {
  const facts = readReceiptFacts(pdu);
  if (facts === null || !facts.isMarked) return null;
  const { messageId, otherId, state, text } = facts;
  return { messageId, idVariants: spellings(messageId, otherId), state, error: receiptError(text, pdu.tlvs) };
}

/**
 * Like {@link parseDeliveryReceipt}, for high rates: leaves out what only unusual receipts need. Also reads an unmarked text
 * with an id and a state; the caller decides whether to believe it.
 */
export function readReceiptFacts(pdu: ReceiptPdu): ReceiptFacts | null {
  const { tlvs } = pdu;
  const idParameter = receiptedMessageId(tlvs);
  const isMarked = idParameter !== null || isDeliveryReceipt(pdu.esmClass);
  const text = receiptText(pdu);
  const idInText =
    idParameter !== null && beginsWithId(text, idParameter) ? idParameter : fieldOf(text, 'id');
  const messageId = idParameter ?? idInText;
  if (messageId === null) return null;
  if (!isMarked && fieldOf(text, 'stat') === null) return null;
  const stateParameter = messageState(tlvs);
  const byNumber = stateParameter === null ? null : stateOfNumber(stateParameter);
  return {
    messageId,
    otherId: idInText === messageId ? null : idInText,
    state: isFinal(byNumber) ? byNumber : moreDefinite(byNumber, stateOfWord(fieldOf(text, 'stat') ?? '')),
    idParameter,
    stateParameter,
    isMarked,
    text,
  };
}

/** The id and the state that a PDU names, as far as it does, whether it is a receipt or not. */
export function readFields(pdu: ReceiptPdu): { readonly id: string | null; readonly state: string | null } {
  const text = receiptText(pdu);
  return { id: receiptedMessageId(pdu.tlvs) ?? fieldOf(text, 'id'), state: fieldOf(text, 'stat') };
}

/** The state as the carrier names it, for one that SMPP does not know; null if it names none. */
export function statedState({ text, stateParameter }: ReceiptFacts): string | null {
  return fieldOf(text, 'stat') ?? (stateParameter === null ? null : `message_state ${stateParameter}`);
}

/** What SMSCs write for `err:` where there is no error. */
const NO_ERROR = /^(?:(?:0x)?0+|null|nil|none|n\/?a|-+)$/i;

/** The carrier's error code; null if there is none, or only zeros. @param text of the receipt */
export function receiptError(text: string, tlvs: ReceiptPdu['tlvs']): string | null {
  const err = findError(text);
  if (err !== null && !NO_ERROR.test(err)) return err;
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

/**
 * The text of short_message. If that lacks the fields of a receipt, they may be in message_payload beside it, or run on behind an
 * sm_length that is too short.
 */
function receiptText(pdu: ReceiptPdu): string {
  const { payload } = messageBody(pdu);
  const text = readText(payload, pdu.dataCoding);
  const longer = pdu.tlvs.get(TAG_MESSAGE_PAYLOAD);
  if (longer !== undefined && !hasField(text)) return readText(longer, pdu.dataCoding);
  const rest = pdu.tlvs.get(TAG_INCOMPLETE);
  if (rest === undefined || rest.length === 0 || fieldOf(text, 'stat') !== null) return text;
  const whole = readText(Buffer.concat([payload, rest]), pdu.dataCoding);
  return fieldOf(whole, 'stat') === null ? text : whole;
}

const hasField = (text: string): boolean => fieldOf(text, 'id') !== null || fieldOf(text, 'stat') !== null;

/**
 * Read by its octets, whatever data_coding says: SMSCs write receipts in ASCII and label them UCS-2, or in UTF-16 of either byte
 * order. Not decodeText: with data_coding 0, GSM would read `_` and `$` as other characters.
 */
function readText(payload: Buffer, dataCoding: number): string {
  const order = guessUtf16(payload);
  if (order !== null) return decodeUtf16(payload, order);
  const text = payload.toString('latin1');
  return isUcs2(dataCoding) && !hasField(text) ? decodeUcs2(payload) : text;
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
