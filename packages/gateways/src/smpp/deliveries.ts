/**
 * Handles what the carrier sends: receipts, which are acknowledged once they are committed, and messages from phones, which
 * are acknowledged and logged.
 */
import type { Clock } from '@textprobe/domain/clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { isDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { messageBody } from '@textprobe/smpp/udh';
import type { CarrierReceipt, GatewayHandlers, ReceiptDone } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { createInFlight } from '../pacing/in-flight.ts';
import { joinReceiptParts } from './receipt-parts.ts';
import { readReceipt } from './receipts.ts';
import type { SmppGatewaySettings } from './settings.ts';

/** The most receipts that may await their commit; beyond that the carrier gets a retryable error. */
const MAX_PENDING = 1_000;

export interface Deliveries {
  /** Calls `respond` once, now or later, with the command_status for the deliver_sm or data_sm. */
  receive(pdu: DeliveredPdu, respond: (status: number) => void): void;
  /** Resolves once every receipt is committed or refused, and answered. */
  idle(): Promise<void>;
}

export function createDeliveries(options: {
  clock: Clock;
  log: Log;
  messageIds: SmppGatewaySettings['messageIds'];
  longReceipts: SmppGatewaySettings['longReceipts'];
  onReceipt: GatewayHandlers['onReceipt'];
}): Deliveries {
  const { clock, log } = options;
  const commits = createInFlight();

  function passOn(receipt: CarrierReceipt, respond: (status: number) => void): void {
    let isDone = false;
    commits.begin();
    const done: ReceiptDone = (error) => {
      if (isDone) return;
      isDone = true;
      if (error !== null) logFailure(receipt, error);
      respond(error === null ? ESME_ROK : ESME_RX_T_APPN);
      commits.end();
    };
    try {
      options.onReceipt(receipt, done);
    } catch (error) {
      done(error ?? 'null was thrown');
    }
  }

  function logFailure({ providerId }: CarrierReceipt, error: unknown): void {
    log.error({ err: error, providerId }, 'A receipt could not be committed; the carrier will resend it.');
  }

  return {
    receive: joinReceiptParts((pdu, respond) => {
      if (commits.count >= MAX_PENDING) return respond(ESME_RMSGQFUL);
      const receipt = readReceipt(pdu, clock.now(), options);
      if (receipt !== null) return passOn(receipt, respond);
      // A retry would not help, so it is acknowledged in any case. Its text is not logged, for privacy; a receipt also repeats
      // the first words of its message.
      const octets = messageBody(pdu).payload.length;
      const fields = { from: pdu.sourceAddr, to: pdu.destinationAddr, octets };
      if (isDeliveryReceipt(pdu.esmClass)) log.warn(fields, 'Ignored a receipt without a message id.');
      else log.info(fields, 'Acknowledged and discarded a message from a phone.');
      respond(ESME_ROK);
    }),
    idle: commits.idle,
  };
}
