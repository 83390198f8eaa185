/** Our side as an SMSC: the carrier lab without latency, or a server of the SMPP library, with what it has heard. */
import type { HandsetEntry } from '@textprobe/carrier-lab/handset';
import { type CarrierLab, createCarrierLab } from '@textprobe/carrier-lab/lab';
import { loadScenario } from '@textprobe/carrier-lab/scenario';
import { ESME_ROK } from '@textprobe/smpp/command-status';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import { createSmppServer, type SmppServer } from '@textprobe/smpp/server';
import { realClock as clock } from '@textprobe/smpp/testing/real-clock';

export const OFFICE = '+12025550100';
export const LOGIN = { systemId: 'interop', password: 'secret' } as const;

/** A thousand phones of one carrier, with no agent on them. */
export const PHONES: readonly HandsetEntry[] = Array.from({ length: 1_000 }, (_, index) => ({
  phoneNumber: `+1415555${String(index).padStart(4, '0')}`,
  carrier: 'AT&T',
  key: null,
}));

/** Warnings and errors are told, nothing else. */
const log = {
  debug() {},
  info() {},
  warn: (fields: object, message: string) => console.warn(message, fields),
  error: (fields: object, message: string) => console.error(message, fields),
};

/** The lab as benchmarks run against it: answers at once, one receipt each. */
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
 * A receipt leaves this long after its answer, in a write of its own, and each at another time: to a client that leaves
 * Nagle's algorithm on, every receipt brings the acknowledgement that it waits for (carrier-lab's receipt-sender.ts).
 */
const RECEIPT_AFTER_MS = { least: 5, spread: 10 };

/** The least that an SMSC does, by the SMPP library alone: accepts everything, and says of each that it was delivered. */
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
        clock.after(RECEIPT_AFTER_MS.least + (accepted % RECEIPT_AFTER_MS.spread), () => {
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
