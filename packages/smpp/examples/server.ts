/**
 * An SMSC: takes every message, tells what became of it when asked, and sends a receipt half a second later.
 *
 *     node examples/server.ts [PORT]
 *
 * The password is `secret`; the port is 2775, or 0 for a free one. It ends with Ctrl-C.
 */
import { ESME_RINVMSGID, ESME_RINVPASWD, ESME_ROK } from '@textprobe/smpp/command-status';
import { parseConcatenation } from '@textprobe/smpp/concatenation';
import { decodeText } from '@textprobe/smpp/data-coding';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { SubmitSm } from '@textprobe/smpp/pdu';
import { createSmppServer, type SmppServerSession } from '@textprobe/smpp/server';
import { messageBody } from '@textprobe/smpp/udh';
import { machineClock as clock } from './machine-clock.ts';

const DELIVERED_AFTER_MS = 500;
/** Whether each message has reached its phone, by its id. */
const messages = new Map<string, boolean>();

function take(session: SmppServerSession, pdu: SubmitSm): void {
  const part = parseConcatenation(pdu);
  const text = decodeText(part?.payload ?? messageBody(pdu).payload, pdu.dataCoding);
  const place = part ? ` (${part.part} of ${part.total})` : '';
  console.log(`${pdu.sourceAddr} to ${pdu.destinationAddr}${place}: ${text}`);
  const messageId = (messages.size + 1).toString(16);
  messages.set(messageId, false);
  session.respond(pdu, { status: ESME_ROK, messageId });
  const isWanted = (pdu.registeredDelivery & 1) === 1;
  const submittedAt = clock.now();
  clock.after(DELIVERED_AFTER_MS, () => {
    messages.set(messageId, true);
    if (isWanted) void sendReceipt(session, pdu, messageId, submittedAt);
  });
}

async function sendReceipt(
  sender: SmppServerSession,
  { sourceAddr, destinationAddr }: SubmitSm,
  messageId: string,
  submittedAt: number,
): Promise<void> {
  const receipt = formatDeliveryReceipt({ messageId, state: 'delivered', submittedAt, doneAt: clock.now() });
  // To whoever sent it, if it may receive, else to another that may: a transmitter has its receiver beside it.
  const receivers = [sender, ...server.sessions].filter(
    ({ mode, isOpen }) => isOpen && mode !== 'transmitter',
  );
  try {
    await receivers[0]?.deliverSm({ sourceAddr: destinationAddr, destinationAddr: sourceAddr, ...receipt });
  } catch (error) {
    console.error(`no answer to the receipt for ${messageId}: ${String(error)}`);
  }
}

const server = await createSmppServer({
  clock,
  port: Number(process.argv[2] ?? 2775),
  systemId: 'example',
  authenticate: ({ password }) => (password === 'secret' ? ESME_ROK : ESME_RINVPASWD),
  onSession(session) {
    const { systemId, mode } = session;
    console.log(`${systemId} is bound as ${mode}`);
    session.onSubmitSm((pdu) => take(session, pdu));
    session.onQuerySm((pdu) => {
      const isDelivered = messages.get(pdu.messageId);
      if (isDelivered === undefined) session.respond(pdu, { status: ESME_RINVMSGID });
      else session.respond(pdu, { status: ESME_ROK, messageState: isDelivered ? 2 : 1 });
    });
    void session.closed.then(({ reason }) => console.log(`${systemId} is gone: ${reason}`));
  },
});
console.log(`listening on 127.0.0.1:${server.port}`);
process.once('SIGINT', () => void server.close());
