/**
 * What the carrier sends us: receipts, handed on and acknowledged once they are committed, and messages from phones,
 * which are acknowledged and told in the log.
 */
import type { Clock } from '@textprobe/domain/clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { decodeText } from '@textprobe/smpp/data-coding';
import {
  type DeliveryReceipt,
  isDeliveryReceipt,
  parseDeliveryReceipt,
  type ReceiptState,
} from '@textprobe/smpp/delivery-receipt';
import type { DeliverSm } from '@textprobe/smpp/pdu';
import { messageState, networkErrorCode, receiptedMessageId } from '@textprobe/smpp/tlv';
import { messageBody } from '@textprobe/smpp/udh';
import { type CarrierReceipt, canonicalProviderId } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { fromWire } from './addresses.ts';

/** What each state of SMPP 3.4 section 5.2.28 is to us; failures with the words for an operator. */
const failures: { readonly [State in ReceiptState]?: string } = {
  expired: 'expired: its validity ended before the phone could be reached (EXPIRED)',
  deleted: 'deleted by the carrier (DELETED)',
  undeliverable: 'undeliverable (UNDELIV)',
  rejected: 'rejected by the carrier (REJECTD)',
  skipped: 'skipped by the carrier (SKIPPED)',
};

/** The receipt in a deliver_sm, null where it is none. `at`: epoch milliseconds, when it came in. */
export function readReceipt(pdu: DeliverSm, at: number): CarrierReceipt | null {
  const receipt = parseDeliveryReceipt(pdu);
  if (!receipt) return null;
  return {
    providerId: storable(receipt.messageId),
    idVariants: [...new Set(receipt.idVariants.map((id) => canonicalProviderId(storable(id))))],
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
function rawReceipt(pdu: DeliverSm): string {
  const id = receiptedMessageId(pdu.tlvs);
  const state = messageState(pdu.tlvs);
  const network = networkErrorCode(pdu.tlvs);
  const parameters = [
    id === null ? [] : `receipted_message_id=${id}`,
    state === null ? [] : `message_state=${state}`,
    network === null ? [] : `network_error_code=${network.network}/${network.code}`,
  ].flat();
  return storable([textOf(pdu), ...parameters].join(' ').trim());
}

function textOf(pdu: DeliverSm): string {
  return decodeText(messageBody(pdu).payload, pdu.dataCoding);
}

/** PostgreSQL holds no NUL and UTF-8 no lone surrogate: both become U+FFFD. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').toWellFormed();
}

/** How many receipts may wait for their commit at a time; the carrier is asked to send more of them again. */
const MOST_AT_A_TIME = 1_000;

export interface Deliveries {
  /** The command_status to answer a deliver_sm with. Never rejects. */
  receive(pdu: DeliverSm): Promise<number>;
}

export function createDeliveries(options: {
  clock: Clock;
  log: Log;
  onReceipt(receipt: CarrierReceipt): Promise<void>;
}): Deliveries {
  const { clock, log } = options;
  let underWay = 0;

  async function handOn(receipt: CarrierReceipt): Promise<number> {
    underWay += 1;
    try {
      await options.onReceipt(receipt);
      return ESME_ROK;
    } catch (error) {
      log.error(
        { err: error, providerId: receipt.providerId },
        'A receipt was not taken; the carrier is asked again.',
      );
      return ESME_RX_T_APPN;
    } finally {
      underWay -= 1;
    }
  }

  return {
    async receive(pdu) {
      if (underWay >= MOST_AT_A_TIME) return ESME_RMSGQFUL;
      const receipt = readReceipt(pdu, clock.now());
      if (receipt) return handOn(receipt);
      // Not worth another try, so it is acknowledged whatever it is.
      const told = {
        from: pdu.sourceAddr,
        to: pdu.destinationAddr,
        text: storable(textOf(pdu)).slice(0, 160),
      };
      if (isDeliveryReceipt(pdu.esmClass)) log.warn(told, 'A receipt names no message and was passed over.');
      else log.info(told, 'A phone sent a message; it was acknowledged and not kept.');
      return ESME_ROK;
    },
  };
}
