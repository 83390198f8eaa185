/** The wire of npm `smpp`, used as its README shows; it has no window, so this keeps one as narrow as ours. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import smpp, { type SmppPdu } from 'smpp';
import { destinationOf, receiptText, SOURCE, TEXT, WINDOW } from './message.ts';
import type { Wire } from './wire.ts';

export const npmWire: Wire = {
  async startSmsc() {
    let accepted = 0;
    const server = smpp.createServer({ noDelay: true }, (session) => {
      session.on('error', () => {});
      session.on('bind_transceiver', (pdu: SmppPdu) => session.send(pdu.response()));
      session.on('submit_sm', (pdu: SmppPdu) => {
        accepted += 1;
        const messageId = accepted.toString(16).padStart(8, '0');
        session.send(pdu.response({ message_id: messageId }));
        if (pdu.registered_delivery === 0) return;
        session.deliver_sm({
          source_addr: pdu.destination_addr,
          destination_addr: pdu.source_addr,
          esm_class: 4,
          short_message: receiptText(messageId),
        });
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  },

  async connectEsme(port) {
    const session = smpp.connect({ host: '127.0.0.1', port, noDelay: true });
    await once(session, 'connect');
    await new Promise<void>((resolve) => {
      session.bind_transceiver({ system_id: 'bench', password: 'secret' }, () => resolve());
    });
    let receipts = 0;
    let look = () => {};
    session.on('deliver_sm', (pdu: SmppPdu) => {
      session.send(pdu.response());
      receipts += 1;
      look();
    });
    return {
      send(count, withReceipts) {
        const done = Promise.withResolvers<void>();
        let sent = 0;
        let answered = 0;
        receipts = 0;
        look = () => {
          if (answered === count && (!withReceipts || receipts === count)) done.resolve();
        };
        const fieldsOf = (message: number) => ({
          source_addr: SOURCE,
          destination_addr: destinationOf(message),
          source_addr_ton: 1,
          source_addr_npi: 1,
          dest_addr_ton: 1,
          dest_addr_npi: 1,
          registered_delivery: withReceipts ? 1 : 0,
          short_message: TEXT,
        });
        function sendOne(): void {
          sent += 1;
          session.submit_sm(fieldsOf(sent), ({ command_status: status }) => {
            if (status !== 0) done.reject(new Error(`refused with ${status}`));
            answered += 1;
            if (sent < count) sendOne();
            look();
          });
        }
        while (sent < Math.min(WINDOW, count)) sendOne();
        return done.promise;
      },
    };
  },
};
