/** Receipts as the PDU that carries them: whether one was asked for, and what it says. */
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { tlvsOf } from '@textprobe/smpp/named-tlvs';
import type { DataFields, MessageFields, SubmitSm } from '@textprobe/smpp/pdu';
import type { ReceiptState } from './fate.ts';
import type { ReceiptCommand } from './scenario-model.ts';

/** What a receipt says of a message that failed: 3GPP's "absent subscriber", the commonest by far. */
const ERROR_UNDELIVERABLE = '027';

/** Whether registered_delivery asks for a receipt of this state (SMPP 3.4 section 5.2.17, bits 1 and 0). */
export function wantsReceipt(registeredDelivery: number, state: ReceiptState): boolean {
  const asked = registeredDelivery & 0b11;
  return asked === 1 || (asked === 2 && state === 'undeliverable');
}

/** What a receipt is written from, kept while it waits. */
interface ReceiptDraft {
  /** Already turned round: from the phone to the sender of the message. */
  readonly addresses: ReceiptAddresses;
  readonly messageId: string;
  readonly text: string;
  readonly submittedAt: number;
  readonly withTlvs: boolean;
  readonly by: ReceiptCommand;
}

/** A receipt to send. */
export type ReceiptPdu =
  | { readonly command: 'deliver_sm'; readonly fields: Partial<MessageFields> }
  | { readonly command: 'data_sm'; readonly fields: Partial<DataFields> };

type ReceiptAddresses = Pick<
  MessageFields,
  'sourceAddrTon' | 'sourceAddrNpi' | 'sourceAddr' | 'destAddrTon' | 'destAddrNpi' | 'destinationAddr'
>;

/** The way back. A copy of the addresses: the submit_sm itself would keep all octets that came in with it. */
export function receiptAddresses(pdu: SubmitSm): ReceiptAddresses {
  return {
    sourceAddrTon: pdu.destAddrTon,
    sourceAddrNpi: pdu.destAddrNpi,
    sourceAddr: pdu.destinationAddr,
    destAddrTon: pdu.sourceAddrTon,
    destAddrNpi: pdu.sourceAddrNpi,
    destinationAddr: pdu.sourceAddr,
  };
}

export function receiptPdu(draft: ReceiptDraft, state: ReceiptState, doneAt: number): ReceiptPdu {
  const { addresses, messageId, text, submittedAt, withTlvs, by } = draft;
  const error = state === 'undeliverable' ? ERROR_UNDELIVERABLE : '000';
  const receipt = formatDeliveryReceipt({ messageId, state, submittedAt, doneAt, error, text, withTlvs });
  if (by === 'deliver_sm') return { command: by, fields: { ...addresses, ...receipt } };
  // data_sm has no short_message.
  const { shortMessage, ...fields } = receipt;
  const tlvs = new Map([...fields.tlvs, ...tlvsOf({ messagePayload: shortMessage })]);
  return { command: by, fields: { ...addresses, ...fields, tlvs } };
}
