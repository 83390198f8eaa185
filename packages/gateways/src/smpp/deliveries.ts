/**
 * Handles what the carrier sends: receipts, which are acknowledged once they are committed, and messages from phones, which
 * are acknowledged and logged.
 */
import type { Clock } from '@textprobe/domain/clock';
import { ESME_RMSGQFUL, ESME_ROK, ESME_RX_T_APPN } from '@textprobe/smpp/command-status';
import { isDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { DeliveredPdu } from '@textprobe/smpp/pdu';
import { TAG_INCOMPLETE } from '@textprobe/smpp/tlv';
import { messageBody } from '@textprobe/smpp/udh';
import type { CarrierReceipt, GatewayHandlers, IgnoredReceipt, ReceiptDone } from '../gateway-port.ts';
import type { Log } from '../log.ts';
import { createInFlight } from '../pacing/in-flight.ts';
import { joinReceiptParts } from './receipt-parts.ts';
import { maskedReceipt, readReceipt, type SmppReceipt } from './receipts.ts';
import type { SmppGatewaySettings } from './settings.ts';

/** The most receipts and their parts that may await their commit; beyond that the carrier gets a retryable error. */
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
  settings: Pick<SmppGatewaySettings, 'longReceipts' | 'messageIds' | 'unmarkedReceipts'>;
  onReceipt: GatewayHandlers['onReceipt'];
  receiptParts: () => GatewayHandlers['receiptParts'];
  onIgnored: GatewayHandlers['onIgnored'];
}): Deliveries {
  const { clock, log, settings } = options;
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

  /** Only the phone knows which message it got, so an unmarked receipt must come from one. */
  function isBelieved({ isMarked, recipient }: SmppReceipt): boolean {
    return isMarked || (settings.unmarkedReceipts && recipient !== null);
  }

  function noteIgnored(reason: IgnoredReceipt['reason'], pdu: DeliveredPdu): void {
    options.onIgnored({ reason, at: clock.now(), masked: maskedReceipt(pdu) });
  }

  function logFailure({ providerId }: CarrierReceipt, error: unknown): void {
    log.error({ err: error, providerId }, 'A receipt could not be committed; the carrier will resend it.');
  }

  const receive = joinReceiptParts(
    (pdu, respond) => {
      const receipt = readReceipt(pdu, clock.now(), settings);
      if (pdu.tlvs.has(TAG_INCOMPLETE)) noteIgnored('incomplete', pdu);
      if (receipt !== null && isBelieved(receipt)) {
        if (receipt.state === 'none') noteIgnored('unknown-state', pdu);
        return passOn(receipt, respond);
      }
      // A retry would not help, so it is acknowledged in any case. Its text is not logged, for privacy; a receipt also repeats
      // the first words of its message.
      const octets = messageBody(pdu).payload.length;
      const fields = { from: pdu.sourceAddr, to: pdu.destinationAddr, octets };
      if (isDeliveryReceipt(pdu.esmClass)) {
        noteIgnored('no-id', pdu);
        log.warn(fields, 'Ignored a receipt without a message id.');
      } else if (receipt !== null) {
        noteIgnored('unmarked', pdu);
        log.warn(fields, 'Ignored a text that looks like a receipt: nothing marks it as one.');
      } else log.info(fields, 'Acknowledged and discarded a message from a phone.');
      respond(ESME_ROK);
    },
    {
      now: clock.now,
      track: commits.track,
      store: options.receiptParts,
      onError: (error) =>
        log.error({ err: error }, 'Part of a receipt could not be stored; the carrier will resend it.'),
      onReplaced: (pdu) => noteIgnored('part-missing', pdu),
    },
  );
  return {
    receive(pdu, respond) {
      if (commits.count >= MAX_PENDING) return respond(ESME_RMSGQFUL);
      receive(pdu, respond);
    },
    idle: commits.idle,
  };
}
