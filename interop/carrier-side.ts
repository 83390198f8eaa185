/** Our SMSC side: the carrier lab without latency, or a minimal server of the SMPP library. */
import type { HandsetEntry } from '@textprobe/carrier-lab/handset';
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { createSmppServer, type SmppServer } from '@textprobe/smpp/server';
import { realClock as clock } from '@textprobe/smpp/testing/real-clock';

export const OFFICE = '+12025550100';
export const LOGIN = { systemId: 'interop', password: 'secret' } as const;

/** A thousand phones of one carrier, without agents. */
export const PHONES: readonly HandsetEntry[] = Array.from({ length: 1_000 }, (_, index) => ({
  phoneNumber: `+1415555${String(index).padStart(4, '0')}`,
  carrier: 'AT&T',
  key: null,
}));

/** Prints warnings and errors only. */
const log = {
  debug() {},
  info() {},
  warn: (fields: object, message: string) => console.warn(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
};

/** Starts the lab as benchmarks use it: it responds at once and sends one receipt per message. */
export function startLab(scenario = 'zero'): Promise<CarrierLab> {
  return createCarrierLab({
    clock,
    log,
    scenario: loadScenario(scenario),
    seed: 'interop',
    ...LOGIN,
    target: null,
    handsets: PHONES,
  });
}

/**
 * Delays each receipt after its response by a different time, in a write of its own: a client with Nagle's algorithm on needs
 * the acknowledgment that every receipt brings (carrier-lab's receipt-sender.ts).
 */
const RECEIPT_DELAY_MS = { min: 5, spread: 10 };

/** A minimal SMSC with the SMPP library alone: accepts everything and reports it as delivered. */
export function startServer(): Promise<SmppServer> {
  let accepted = 0;
  return createSmppServer({
    clock,
    authenticate: () => ESME_ROK,
    onSession(session) {
      session.onSubmitSm((submit) => {
        accepted += 1;
        const messageId = String(accepted);
        const { sourceAddr, destinationAddr } = submit;
        const now = clock.now();
        session.respond(submit, { status: ESME_ROK, messageId });
        clock.after(RECEIPT_DELAY_MS.min + (accepted % RECEIPT_DELAY_MS.spread), () => {
          const receipt = formatDeliveryReceipt({
            messageId,
            state: 'delivered',
            submittedAt: now,
            doneAt: now,
          });
          session
            .deliverSm({ sourceAddr: destinationAddr, destinationAddr: sourceAddr, ...receipt })
            .catch((error: unknown) => console.error('a receipt was lost', error));
        });
      });
    },
  });
}
