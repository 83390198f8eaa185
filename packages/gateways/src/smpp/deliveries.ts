/**
 * What the carrier sends us: receipts, handed on and acknowledged once they are committed, and messages from phones,
 * which are acknowledged and told in the log.
 */
import type { Clock } from '@textprobe/domain/clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { isDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { messageBody } from '@textprobe/smpp/udh';
import type { CarrierReceipt } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { readReceipt } from './receipts.ts';
import type { SmppGatewaySettings } from './settings.ts';

/** How many receipts may wait for their commit at a time; the carrier is asked to send more of them again. */
const MOST_AT_A_TIME = 1_000;

export interface Deliveries {
  /** The command_status to answer a deliver_sm or data_sm with. Never rejects. */
  receive(pdu: DeliveredPdu): Promise<number>;
}

export function createDeliveries(options: {
  clock: Clock;
  log: Log;
  messageIds: SmppGatewaySettings['messageIds'];
  onReceipt(receipt: CarrierReceipt): Promise<void>;
}): Deliveries {
  const { clock, log, messageIds } = options;
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
      const receipt = readReceipt(pdu, clock.now(), messageIds);
      if (receipt) return handOn(receipt);
      // Not worth another try, so it is acknowledged whatever it is.
      // What it says is nobody's business in a log; a receipt too repeats the first words of its message.
      const octets = messageBody(pdu).payload.length;
      const told = { from: pdu.sourceAddr, to: pdu.destinationAddr, octets };
      if (isDeliveryReceipt(pdu.esmClass)) log.warn(told, 'A receipt names no message and was passed over.');
      else log.info(told, 'A phone sent a message; it was acknowledged and not kept.');
      return ESME_ROK;
    },
  };
}
