/** The wire of @textprobe/smpp: by promises, as most callers have it, and by its calls without them. */
import { connectSmppClient, type SmppClient, type SubmitFields } from '@textprobe/smpp/client';
import { createSmppServer } from '@textprobe/smpp/server';
import { clock } from '../clock.ts';
import { destinationOf, receiptText, SOURCE, TEXT, WINDOW } from './message.ts';
import type { Wire } from './wire.ts';

export const ourWire: Wire = {
  startSmsc: () => startSmsc(true),
  connectEsme: (port) => connectEsme(port, sendByPromises),
};

export const ourWireWithoutPromises: Wire = {
  startSmsc: () => startSmsc(false),
  connectEsme: (port) => connectEsme(port, sendWithoutPromises),
};

async function startSmsc(isPromised: boolean): Promise<number> {
  let accepted = 0;
  const { port } = await createSmppServer({
    clock,
    authenticate: () => 0,
    onSession(session) {
      session.onSubmitSm((submit) => {
        accepted += 1;
        const messageId = accepted.toString(16).padStart(8, '0');
        session.respond(submit, { status: 0, messageId });
        if (submit.registeredDelivery === 0) return;
        const receipt = {
          sourceAddr: submit.destinationAddr,
          destinationAddr: submit.sourceAddr,
          esmClass: 4,
          shortMessage: receiptText(messageId),
        };
        if (isPromised) void session.deliverSm(receipt);
        else session.deliver(receipt, failIfError);
      });
    },
  });
  return port;
}

function failIfError(end: object): void {
  if (end instanceof Error) throw end;
}

type Send = (client: SmppClient, count: number, fieldsOf: (message: number) => SubmitFields) => Promise<void>;

async function connectEsme(port: number, sendAll: Send) {
  let awaited = 0;
  let allReceipts = Promise.withResolvers<void>();
  const client = await connectSmppClient({
    host: '127.0.0.1',
    port,
    systemId: 'bench',
    password: 'secret',
    window: WINDOW,
    clock,
    onDeliverSm() {
      awaited -= 1;
      if (awaited === 0) allReceipts.resolve();
      return 0;
    },
  });
  return {
    async send(count: number, withReceipts: boolean) {
      awaited = count;
      allReceipts = Promise.withResolvers();
      await sendAll(client, count, (message) => ({
        sourceAddr: SOURCE,
        destinationAddr: destinationOf(message),
        sourceAddrTon: 1,
        sourceAddrNpi: 1,
        destAddrTon: 1,
        destAddrNpi: 1,
        registeredDelivery: withReceipts ? 1 : 0,
        shortMessage: TEXT,
      }));
      if (withReceipts) await allReceipts.promise;
    },
  };
}

const sendByPromises: Send = async (client, count, fieldsOf) => {
  let sent = 0;
  async function sendOn(): Promise<void> {
    while (sent < count) {
      sent += 1;
      const { status } = await client.submitSm(fieldsOf(sent));
      if (status !== 0) throw new Error(`refused with ${status}`);
    }
  }
  await Promise.all(Array.from({ length: WINDOW }, sendOn));
};

const sendWithoutPromises: Send = (client, count, fieldsOf) => {
  const done = Promise.withResolvers<void>();
  let sent = 0;
  let answered = 0;
  function sendOne(): void {
    sent += 1;
    client.submit(fieldsOf(sent), (end) => {
      if (end instanceof Error) return done.reject(end);
      if (end.status !== 0) return done.reject(new Error(`refused with ${end.status}`));
      answered += 1;
      if (sent < count) sendOne();
      else if (answered === count) done.resolve();
    });
  }
  while (sent < Math.min(WINDOW, count)) sendOne();
  return done.promise;
};
