/** Delivery receipts as the port speaks of them: states folded to three, ids in one spelling, errors in words. */
import { type IdReading, narrowIds } from '@textprobe/domain/message-id-spelling';
import { CODING_DEFAULT, CODING_LATIN1, decodeText } from '@textprobe/smpp/data-coding';
import {
  type DeliveryReceipt,
  parseDeliveryReceipt,
  type ReceiptState,
} from '@textprobe/smpp/delivery-receipt';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { messageState, networkErrorCode, receiptedMessageId } from '@textprobe/smpp/tlv';
import { messageBody } from '@textprobe/smpp/udh';
import { type CarrierReceipt, canonicalProviderId } from '../gateway-port.ts';
import { fromWire } from './addresses.ts';

/** What each state of SMPP 3.4 section 5.2.28 is to us; failures with the words for an operator. */
const failures: { readonly [State in ReceiptState]?: string } = {
  expired: 'expired: its validity ended before the phone could be reached (EXPIRED)',
  deleted: 'deleted by the carrier (DELETED)',
  undeliverable: 'undeliverable (UNDELIV)',
  rejected: 'rejected by the carrier (REJECTD)',
  skipped: 'skipped by the carrier (SKIPPED)',
};

/**
 * The receipt in a deliver_sm or data_sm, null where it is none.
 * @param at epoch milliseconds, when it came in
 * @param messageIds how this carrier's receipts write the ids of its answers, where that was told
 */
export function readReceipt(
  pdu: DeliveredPdu,
  at: number,
  messageIds: IdReading | 'learn' = 'learn',
): CarrierReceipt | null {
  const receipt = parseDeliveryReceipt(pdu);
  if (!receipt) return null;
  const providerId = storable(receipt.messageId);
  const variants = [...new Set(receipt.idVariants.map((id) => canonicalProviderId(storable(id))))];
  return {
    providerId,
    idVariants:
      messageIds === 'learn'
        ? variants
        : narrowIds(canonicalProviderId(providerId), variants, new Set([messageIds])),
    // A receipt travels the other way round: its source is the phone.
    recipient: fromWire(pdu.sourceAddrTon, pdu.sourceAddr),
    ...stateAndError(receipt),
    at,
    raw: rawReceipt(pdu),
  };
}

function stateAndError({ state, error }: DeliveryReceipt): Pick<CarrierReceipt, 'state' | 'error'> {
  const failure = failures[state];
  if (failure === undefined) return { state: state === 'delivered' ? 'delivered' : 'enroute', error: null };
  const code = error === null ? '' : `, carrier’s error code ${storable(error)}`;
  return { state: 'failed', error: `The carrier’s receipt says ${failure}${code}.` };
}

/** The text as it stands in the receipt, then what the optional parameters say. */
function rawReceipt(pdu: DeliveredPdu): string {
  const id = receiptedMessageId(pdu.tlvs);
  const state = messageState(pdu.tlvs);
  const network = networkErrorCode(pdu.tlvs);
  const parameters = [
    id === null ? [] : `receipted_message_id=${id}`,
    state === null ? [] : `message_state=${state}`,
    network === null ? [] : `network_error_code=${network.network}/${network.code}`,
  ].flat();
  // SMSCs write receipts in ASCII and call it the default alphabet, where GSM would read `_` and `$` as others.
  const coding = pdu.dataCoding === CODING_DEFAULT ? CODING_LATIN1 : pdu.dataCoding;
  const text = decodeText(messageBody(pdu).payload, coding);
  return storable([text, ...parameters].join(' ').trim());
}

/** PostgreSQL holds no NUL and UTF-8 no lone surrogate: both become U+FFFD. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
