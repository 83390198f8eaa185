/** Converts delivery receipts to those of the gateway port: three states, canonical ids, and errors in words. */

import { maskReceipt } from '@textprobe/domain/ignored-receipts';
import { type IdReading, narrowIds, readId, readIdEveryWay } from '@textprobe/domain/message-id-spelling';
import { storableText } from '@textprobe/domain/storable-text';
import { CODING_DEFAULT, decodeText, isUcs2 } from '@textprobe/smpp/data-coding';
import {
  type ReceiptFacts,
  type ReceiptState,
  readFields,
  readReceiptFacts,
  receiptError,
  spellings,
  statedState,
} from '@textprobe/smpp/delivery-receipt';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { networkErrorCode } from '@textprobe/smpp/tlv';
import { messageBody } from '@textprobe/smpp/udh';
import { type CarrierReceipt, canonicalProviderId } from '../gateway-port.ts';
import { numberOnWire } from './addresses.ts';
import type { SmppGatewaySettings } from './settings.ts';

/** The failures among the states of SMPP 3.4 section 5.2.28, with words for an operator. */
const failures: { readonly [State in ReceiptState]?: string } = {
  expired: 'expired: its validity ended before the phone could be reached (EXPIRED)',
  deleted: 'deleted by the carrier (DELETED)',
  undeliverable: 'undeliverable (UNDELIV)',
  rejected: 'rejected by the carrier (REJECTD)',
  skipped: 'skipped by the carrier (SKIPPED)',
};

/** `isMarked`: esm_class or receipted_message_id says that it is a receipt; otherwise anyone could have sent it. */
export interface SmppReceipt extends CarrierReceipt {
  readonly isMarked: boolean;
}

/**
 * The receipt in a deliver_sm or data_sm; null if the PDU is not a receipt. The receipt counts only if it is marked, unless the
 * gateway reads unmarked ones.
 * @param at epoch milliseconds of its arrival
 * @param configured how this carrier's receipts spell the ids of submit_sm_resp, and what they speak for
 */
export function readReceipt(
  pdu: DeliveredPdu,
  at: number,
  { messageIds, longReceipts }: Pick<SmppGatewaySettings, 'messageIds' | 'longReceipts'> = LEARN,
): SmppReceipt | null {
  const facts = readReceiptFacts(pdu);
  if (facts === null) return null;
  const providerId = storableText(facts.messageId);
  return {
    providerId,
    idVariants: idsOf(canonicalProviderId(providerId), facts, messageIds),
    // A receipt travels in the reverse direction: its source is the phone. Some carriers do not swap the addresses.
    recipient: numberOnWire(pdu.sourceAddr),
    destination: numberOnWire(pdu.destinationAddr),
    covers: hasAllParts(facts.text) ? 'message' : COVERS[longReceipts],
    ...readState(facts, pdu),
    at,
    raw: rawReceipt(pdu, facts),
    isMarked: facts.isMarked,
  };
}

function readState(facts: ReceiptFacts, pdu: DeliveredPdu): Pick<CarrierReceipt, 'state' | 'error'> {
  if (facts.state === null) return { state: 'none', error: describeUnknown(statedState(facts)) };
  const failure = failures[facts.state];
  if (failure === undefined)
    return { state: facts.state === 'delivered' ? 'delivered' : 'enroute', error: null };
  return { state: 'failed', error: describeFailure(failure, receiptError(facts.text, pdu.tlvs)) };
}

function describeUnknown(stated: string | null): string {
  if (stated === null) return 'The carrier’s receipt names no state.';
  return `The carrier says ${storableText(stated)}, which is no SMPP state.`;
}

const LEARN = { messageIds: 'learn', longReceipts: 'learn' } as const;
const COVERS = { learn: 'learn', each: 'part', one: 'message' } as const;

/** Whether the text counts several parts, all of them delivered, as in `sub:003 dlvrd:003`. */
function hasAllParts(text: string): boolean {
  if (text.includes('sub:001')) return false;
  const [, submitted, delivered] = /\bsub[:=]\s*0*(\d+)\W+dlvrd[:=]\s*0*(\d+)/i.exec(text) ?? [];
  return submitted === delivered && Number(submitted) > 1;
}

function describeFailure(failure: string, error: string | null): string {
  const code = error === null ? '' : `, the carrier’s error code ${storableText(error)}`;
  return `The carrier’s receipt says ${failure}${code}.`;
}

/** @param id in its canonical spelling */
function idsOf(
  id: string,
  { messageId, otherId }: ReceiptFacts,
  messageIds: IdReading | 'learn',
): readonly string[] {
  const reading = messageIds === 'learn' ? null : messageIds;
  if (otherId === null) {
    const read = reading === null ? null : readId(id, reading);
    return read === null ? readIdEveryWay(id) : [read];
  }
  const all = spellings(messageId, otherId).map((one) => canonicalProviderId(storableText(one)));
  const variants = [...new Set(all)];
  return reading === null ? variants : narrowIds(id, variants, new Set([reading]));
}

/** What people may see of a receipt that was ignored. */
export function maskedReceipt(pdu: DeliveredPdu): string {
  const { id, state } = readFields(pdu);
  const phone = pdu.sourceAddr;
  return storableText(maskReceipt({ id, state, phone }));
}

/** The text of the receipt, followed by its optional parameters. */
function rawReceipt(pdu: DeliveredPdu, facts: ReceiptFacts): string {
  const { idParameter, stateParameter } = facts;
  const network = networkErrorCode(pdu.tlvs);
  let raw = textOf(pdu, facts);
  if (idParameter !== null) raw += ` receipted_message_id=${idParameter}`;
  if (stateParameter !== null) raw += ` message_state=${stateParameter}`;
  if (network !== null) raw += ` network_error_code=${network.network}/${network.code}`;
  return storableText(raw.trim());
}

/**
 * The text for people. SMSCs write receipts in ASCII and call it the default alphabet, where GSM would read `_` and `$` as other
 * characters, so only a GSM text with a message class is decoded as GSM.
 */
function textOf(pdu: DeliveredPdu, { text }: ReceiptFacts): string {
  if (pdu.dataCoding === CODING_DEFAULT || isUcs2(pdu.dataCoding)) return text;
  const { payload } = messageBody(pdu);
  // Else the text is UTF-16, or not in short_message alone.
  return text.length === payload.length ? decodeText(payload, pdu.dataCoding) : text;
}
