/** Receipts as the deliver_sm that carries them: whether one was asked for, and what it says. */
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { MessageFields, SubmitSm } from '@textprobe/smpp/pdu';
import type { ReceiptState } from './fate.ts';

/** What a receipt says of a message that failed: 3GPP's "absent subscriber", the commonest by far. */
const ERROR_UNDELIVERABLE = '027';

/** Whether registered_delivery asks for a receipt of this state (SMPP 3.4 section 5.2.17, bits 1 and 0). */
export function wantsReceipt(registeredDelivery: number, state: ReceiptState): boolean {
  const asked = registeredDelivery & 0b11;
  return asked === 1 || (asked === 2 && state === 'undeliverable');
}

/** What a receipt is written from, kept while it waits. */
export interface ReceiptDraft {
  /** Already turned round: from the phone to the sender of the message. */
  readonly addresses: ReceiptAddresses;
  readonly messageId: string;
  readonly text: string;
  readonly submittedAt: number;
  readonly withTlvs: boolean;
}

export type ReceiptAddresses = Pick<
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

/** The fields of the deliver_sm. */
export function receiptFields(
  draft: ReceiptDraft,
  state: ReceiptState,
  doneAt: number,
): Partial<MessageFields> {
  const { addresses, messageId, text, submittedAt, withTlvs } = draft;
  const error = state === 'undeliverable' ? ERROR_UNDELIVERABLE : '000';
  const receipt = formatDeliveryReceipt({ messageId, state, submittedAt, doneAt, error, text, withTlvs });
  return { ...addresses, ...receipt };
}
