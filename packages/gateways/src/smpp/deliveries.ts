/**
 * What the carrier sends us: receipts, handed on and acknowledged once they are committed, and messages from phones,
 * which are acknowledged and told in the log.
 */
import type { Clock } from '@textprobe/domain/clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { isDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { messageBody } from '@textprobe/smpp/udh';
import type { CarrierReceipt, GatewayHandlers, ReceiptDone } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { createUnderWay } from '../pacing/under-way.ts';
import { readReceipt } from './receipts.ts';
import type { SmppGatewaySettings } from './settings.ts';

/** How many receipts may wait for their commit at a time; the carrier is asked to send more of them again. */
const MOST_AT_A_TIME = 1_000;

export interface Deliveries {
  /** Calls `respond` once, now or later, with the command_status to answer a deliver_sm or data_sm with. */
  receive(pdu: DeliveredPdu, respond: (status: number) => void): void;
  /** Resolves once every receipt is committed or refused, and answered. */
  idle(): Promise<void>;
}

export function createDeliveries(options: {
  clock: Clock;
  log: Log;
  messageIds: SmppGatewaySettings['messageIds'];
  onReceipt: GatewayHandlers['onReceipt'];
}): Deliveries {
  const { clock, log, messageIds } = options;
  const commits = createUnderWay();

  function handOn(receipt: CarrierReceipt, respond: (status: number) => void): void {
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
    log.error({ err: error, providerId }, 'A receipt was not taken; the carrier is asked again.');
  }

  return {
    receive(pdu, respond) {
      if (commits.count >= MOST_AT_A_TIME) return respond(ESME_RMSGQFUL);
      const receipt = readReceipt(pdu, clock.now(), messageIds);
      if (receipt !== null) return handOn(receipt, respond);
      // Not worth another try, so it is acknowledged whatever it is.
      // What it says is nobody's business in a log; a receipt too repeats the first words of its message.
      const octets = messageBody(pdu).payload.length;
      const told = { from: pdu.sourceAddr, to: pdu.destinationAddr, octets };
      if (isDeliveryReceipt(pdu.esmClass)) log.warn(told, 'A receipt names no message and was passed over.');
      else log.info(told, 'A phone sent a message; it was acknowledged and not kept.');
      respond(ESME_ROK);
    },
    idle: commits.idle,
  };
}
