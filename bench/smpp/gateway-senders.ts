/** How one ESME sends: over the bare SMPP client, and over the gateway port by promises and by batches. */
import type { Gateway, OutboundMessage, SubmissionOutcome } from '@textprobe/gateways/gateway-port';
import { checkSmppSettings } from '@textprobe/gateways/smpp/settings';
import { createSmppGateway } from '@textprobe/gateways/smpp/smpp-gateway';
import { connectSmppClient } from '@textprobe/smpp/client';
import { wholeMessage } from '@textprobe/smpp/split-message';
import { messageState, receiptedMessageId } from '@textprobe/smpp/tlv';
import { clock } from '../clock.ts';

export const GATEWAY_WINDOW = 1_000;

/** Where the SMSC listens and how to bind. */
export interface Account {
  readonly host: string;
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
}

export interface SenderEvents {
  /** The carrier accepted a message. Anything else is thrown: the bench has no use for it. */
  onAccepted(): void;
  /** A receipt came. It is to be acknowledged by `done`. */
  onReceipt(done: () => void): void;
}

export interface Sender {
  /** How many messages may be sent now. */
  capacity(): number;
  send(messages: readonly OutboundMessage[]): void;
}

/** `bare`: the client alone, with what no sender can do without: the text's octets, the receipt's id and state. */
export const SENDERS = {
  bare: connectBare,
  promises: (account: Account, events: SenderEvents) => openGateway(account, events, sendByPromises),
  batches: (account: Account, events: SenderEvents) => openGateway(account, events, sendByBatches),
};

async function connectBare(account: Account, events: SenderEvents): Promise<Sender> {
  const client = await connectSmppClient({
    ...account,
    window: GATEWAY_WINDOW,
    clock,
    onDeliverSm({ tlvs }, respond) {
      if (receiptedMessageId(tlvs) === null || messageState(tlvs) !== 2) throw new Error('an odd receipt');
      events.onReceipt(() => respond(0));
    },
  });
  function sendOne({ from, to, text }: OutboundMessage): void {
    const part = wholeMessage(text);
    if (part === null) throw new Error('the text needs several parts');
    const fields = {
      sourceAddrTon: 1,
      sourceAddrNpi: 1,
      sourceAddr: from.slice(1),
      destAddrTon: 1,
      destAddrNpi: 1,
      destinationAddr: to.slice(1),
      esmClass: part.esmClass,
      registeredDelivery: 1,
      dataCoding: part.dataCoding,
      shortMessage: part.shortMessage,
    };
    client.submit(fields, (end) => {
      if (end instanceof Error) throw end;
      if (end.status !== 0) throw new Error(`refused with ${end.status}`);
      events.onAccepted();
    });
  }
  return {
    capacity: () => client.freeSlots,
    send: (messages) => messages.forEach(sendOne),
  };
}

type SendAll = (gateway: Gateway, messages: readonly OutboundMessage[], events: SenderEvents) => void;

async function openGateway(account: Account, events: SenderEvents, sendAll: SendAll): Promise<Sender> {
  const check = checkSmppSettings({ ...account, window: GATEWAY_WINDOW });
  if (!check.ok) throw new Error(check.faults.join(' '));
  const gateway = createSmppGateway({ name: 'bench', clock, log, settings: check.settings });
  const up = Promise.withResolvers<void>();
  gateway.start({
    onReceipt: sendAll === sendByPromises ? takeByPromise(events) : takeByCallback(events),
    onLateOutcome: () => Promise.reject(new Error('a late answer')),
    onCapacity: () => up.resolve(),
  });
  await up.promise;
  return { capacity: gateway.capacity, send: (messages) => sendAll(gateway, messages, events) };
}

const sendByBatches: SendAll = (gateway, messages, { onAccepted }) =>
  gateway.submitBatch(messages, (_message, outcome) => {
    mustBeAccepted(outcome);
    onAccepted();
  });

const sendByPromises: SendAll = (gateway, messages, { onAccepted }) => {
  async function sendOne(message: OutboundMessage): Promise<void> {
    mustBeAccepted(await gateway.submit(message));
    onAccepted();
  }
  for (const message of messages) void sendOne(message);
};

function mustBeAccepted(outcome: SubmissionOutcome): void {
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome));
}

type TakeReceipt = (receipt: unknown, done: (error: unknown) => void) => void;

function takeByCallback({ onReceipt }: SenderEvents): TakeReceipt {
  return (_receipt, done) => onReceipt(() => done(null));
}

/** As a handler has it that promises the commit of each receipt. */
function takeByPromise({ onReceipt }: SenderEvents): TakeReceipt {
  const commit = () => new Promise<void>((resolve) => onReceipt(resolve));
  async function take(done: (error: unknown) => void): Promise<void> {
    await commit();
    done(null);
  }
  return (_receipt, done) => void take(done);
}

function complain(fields: object, message: string): void {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
}
const log = { debug() {}, info() {}, warn: complain, error: complain };
