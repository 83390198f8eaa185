/** Receipts as PDUs: whether one is requested, and its content. */
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { tlvsOf } from '@textprobe/smpp/named-tlvs';
import type { DataFields, MessageFields, SubmitSm } from '@textprobe/smpp/pdu';
import type { ReceiptState } from './fate.ts';
import type { ReceiptCommand } from './scenario-model.ts';

/** The error of a failed message: 3GPP's "absent subscriber", by far the most common. */
const ERROR_UNDELIVERABLE = '027';

/** Whether registered_delivery requests a receipt for this state (SMPP 3.4 section 5.2.17, bits 1 and 0). */
export function wantsReceipt(registeredDelivery: number, state: ReceiptState): boolean {
  const asked = registeredDelivery & 0b11;
  return asked === 1 || (asked === 2 && state === 'undeliverable');
}

/** The data of a queued receipt. */
interface ReceiptDraft {
  /** Reversed: from the phone to the sender of the message. */
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

/** The reverse route. The addresses are copied: the submit_sm would keep its whole receive buffer alive. */
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
