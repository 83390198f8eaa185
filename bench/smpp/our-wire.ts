/** The wire of @textprobe/smpp. */
import { connectSmppClient } from '@textprobe/smpp/client';
import { createSmppServer } from '@textprobe/smpp/server';
import { realClock as clock } from '@textprobe/smpp/testing/real-clock';
import { DESTINATION, receiptText, SOURCE, TEXT, WINDOW } from './message.ts';
import type { Wire } from './wire.ts';

/** A promise for each message, as most callers would have it. */
export const ourWire: Wire = {
  async startSmsc() {
    let accepted = 0;
    const server = await createSmppServer({
      clock,
      authenticate: () => 0,
      onSession(session) {
        session.onSubmitSm((submit) => {
          accepted += 1;
          const messageId = accepted.toString(16).padStart(8, '0');
          session.respond(submit, { status: 0, messageId });
          if (submit.registeredDelivery === 0) return;
          void session.deliverSm({
            sourceAddr: submit.destinationAddr,
            destinationAddr: submit.sourceAddr,
            esmClass: 4,
            shortMessage: receiptText(messageId),
          });
        });
      },
    });
    return server.port;
  },

  async connectEsme(port) {
    let receipts = 0;
    let onReceipt = () => {};
    const client = await connectSmppClient({
      host: '127.0.0.1',
      port,
      systemId: 'bench',
      password: 'secret',
      window: WINDOW,
      clock,
      async onDeliverSm() {
        receipts += 1;
        onReceipt();
        return 0;
      },
    });
    return {
      async send(count, withReceipts) {
        receipts = 0;
        let sent = 0;
        const fields = {
          sourceAddr: SOURCE,
          destinationAddr: DESTINATION,
          sourceAddrTon: 1,
          sourceAddrNpi: 1,
          destAddrTon: 1,
          destAddrNpi: 1,
          registeredDelivery: withReceipts ? 1 : 0,
          shortMessage: TEXT,
        };
        const allReceipts = Promise.withResolvers<void>();
        onReceipt = () => {
          if (receipts === count) allReceipts.resolve();
        };
        async function sendOn(): Promise<void> {
          while (sent < count) {
            sent += 1;
            const { status } = await client.submitSm(fields);
            if (status !== 0) throw new Error(`refused with ${status}`);
          }
        }
        await Promise.all(Array.from({ length: WINDOW }, sendOn));
        if (withReceipts) await allReceipts.promise;
      },
    };
  },
};
