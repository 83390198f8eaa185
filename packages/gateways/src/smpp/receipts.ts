/** Converts delivery receipts to those of the gateway port: three states, canonical ids, and errors in words. */
import { type IdReading, narrowIds, readId, readIdEveryWay } from '@textprobe/domain/message-id-spelling';
import { storableText } from '@textprobe/domain/storable-text';
import { CODING_DEFAULT, CODING_LATIN1, CODING_UCS2, decodeText } from '@textprobe/smpp/data-coding';
import {
  type ReceiptFacts,
  type ReceiptState,
  readReceiptFacts,
  receiptError,
  spellings,
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

/**
 * The receipt in a deliver_sm or data_sm; null if the PDU is not a receipt.
 * @param at epoch milliseconds of its arrival
 * @param configured how this carrier's receipts spell the ids of submit_sm_resp, and what they speak for
 */
export function readReceipt(
  pdu: DeliveredPdu,
  at: number,
  { messageIds, longReceipts }: Pick<SmppGatewaySettings, 'messageIds' | 'longReceipts'> = LEARN,
): CarrierReceipt | null {
  const facts = readReceiptFacts(pdu);
  if (facts === null) return null;
  const providerId = storableText(facts.messageId);
  const failure = failures[facts.state];
  return {
    providerId,
    idVariants: idsOf(canonicalProviderId(providerId), facts, messageIds),
    // A receipt travels in the reverse direction: its source is the phone. Some carriers do not swap the addresses.
    recipient: numberOnWire(pdu.sourceAddr),
    destination: numberOnWire(pdu.destinationAddr),
    covers: hasAllParts(facts.text) ? 'message' : COVERS[longReceipts],
    state: failure !== undefined ? 'failed' : facts.state === 'delivered' ? 'delivered' : 'enroute',
    error: failure === undefined ? null : describeFailure(failure, receiptError(facts.text, pdu.tlvs)),
    at,
    raw: rawReceipt(pdu, facts),
  };
}

const LEARN = { messageIds: 'learn', longReceipts: 'learn' } as const;
const COVERS = { learn: 'learn', each: 'part', one: 'message' } as const;

/** Whether the text counts several parts, all of them delivered, as in `sub:003 dlvrd:003`. */
function hasAllParts(text: string): boolean {
  if (text.includes('sub:001')) return false;
  const [, submitted, delivered] = /\bsub:\s*0*(\d+)\W+dlvrd:\s*0*(\d+)/i.exec(text) ?? [];
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

/** The text of the receipt, followed by its optional parameters. */
function rawReceipt(pdu: DeliveredPdu, { text, idParameter, stateParameter }: ReceiptFacts): string {
  const network = networkErrorCode(pdu.tlvs);
  let raw = isReadAlike(pdu.dataCoding) ? text : decodeText(messageBody(pdu).payload, pdu.dataCoding);
  if (idParameter !== null) raw += ` receipted_message_id=${idParameter}`;
  if (stateParameter !== null) raw += ` message_state=${stateParameter}`;
  if (network !== null) raw += ` network_error_code=${network.network}/${network.code}`;
  return storableText(raw.trim());
}

/**
 * Whether a receipt's fields and its text are in the same alphabet. SMSCs write receipts in ASCII and call it the default
 * alphabet, where GSM would read `_` and `$` as other characters, so the default counts as Latin-1.
 */
const isReadAlike = (dataCoding: number): boolean =>
  dataCoding === CODING_DEFAULT || dataCoding === CODING_LATIN1 || dataCoding === CODING_UCS2;
