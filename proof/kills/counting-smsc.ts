/**
 * A carrier that stays up and counts submissions per part. For each one it checks that the intent was committed; it resends
 * receipts until they are acknowledged, and hands complete texts to phones.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { realClock } from '@textprobe/database/testing/real-clock';
import { ESME_RINVDSTADR, ESME_ROK } from '@textprobe/smpp/command-status';
import { parseConcatenation } from '@textprobe/smpp/concatenation';
import { decodeText } from '@textprobe/smpp/data-coding';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { SubmitSm } from '@textprobe/smpp/pdu';
import { createSmppServer, type SmppServerSession } from '@textprobe/smpp/server';
import { messageBody } from '@textprobe/smpp/udh';

/** Identifies a message: the text of every part contains the tag of its test. */
export interface Addressed {
  readonly tag: string;
  /** E.164. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
}

/** What the carrier received of one message. */
export interface CarrierMessage extends Addressed {
  /** How often each part was submitted, by part number. */
  readonly submitted: Map<number, number>;
  readonly parts: number;
  readonly texts: Map<number, string>;
  readonly isRefused: boolean;
}

export interface CountingSmsc {
  readonly port: number;
  /** By tag, sender and recipient. */
  readonly messages: ReadonlyMap<string, CarrierMessage>;
  /** Receipts not yet acknowledged. */
  unacknowledged(): number;
  close(): Promise<void>;
}

const MAX_RESPONSE_MS = 12;
const RETRY_MS = 60;
const REFUSED_ONE_IN = 8;

export async function startCountingSmsc(options: {
  /** The prefix of message ids, unique to each carrier. */
  readonly prefix: string;
  readonly random: () => number;
  readonly onSubmission: (of: Addressed) => void;
  /** Called with a complete text, for its phone. */
  readonly onText: (of: Addressed, text: string) => void;
}): Promise<CountingSmsc> {
  const { prefix, random, onSubmission, onText } = options;
  const messages = new Map<string, CarrierMessage>();
  const sessions = new Set<SmppServerSession>();
  let ids = 0;
  let unacknowledged = 0;
  let closed = false;
  const server = await createSmppServer({
    clock: realClock,
    authenticate: () => ESME_ROK,
    onSession(session) {
      sessions.add(session);
      void session.closed.then(() => sessions.delete(session));
      session.onSubmitSm((pdu) => handleSubmit(session, pdu));
    },
  });

  async function handleSubmit(session: SmppServerSession, pdu: SubmitSm): Promise<void> {
    const text = decodeText(messageBody(pdu).payload, pdu.dataCoding);
    const { part, total } = parseConcatenation(pdu) ?? { part: 1, total: 1 };
    const tag = /T\d+;/.exec(text)?.[0] ?? text;
    const of = { tag, from: `+${pdu.sourceAddr}`, to: `+${pdu.destinationAddr}` };
    onSubmission(of);
    const message = messages.get(keyOf(of)) ?? addMessage(of, total);
    message.submitted.set(part, (message.submitted.get(part) ?? 0) + 1);
    message.texts.set(part, text);
    if (message.isRefused) {
      session.respond(pdu, { status: ESME_RINVDSTADR });
      return;
    }
    const messageId = `${prefix}${(ids += 1)}`;
    if (message.texts.size === total && message.submitted.get(part) === 1) onText(of, completeText(message));
    await sleep(random() * MAX_RESPONSE_MS);
    session.respond(pdu, { status: ESME_ROK, messageId });
    void sendReceipt(pdu, messageId);
  }

  function addMessage(of: Addressed, parts: number): CarrierMessage {
    const isRefused = random() < 1 / REFUSED_ONE_IN;
    const message = { ...of, parts, isRefused, submitted: new Map(), texts: new Map() };
    messages.set(keyOf(of), message);
    return message;
  }

  /** Resends the receipt over any open session until it is acknowledged. */
  async function sendReceipt({ sourceAddr, destinationAddr }: SubmitSm, messageId: string): Promise<void> {
    unacknowledged += 1;
    const receipt = formatDeliveryReceipt({ messageId, state: 'delivered', submittedAt: 0, doneAt: 0 });
    const fields = { sourceAddr: destinationAddr, sourceAddrTon: 1, destinationAddr: sourceAddr, ...receipt };
    while (!closed) {
      const open = [...sessions];
      const session = open[Math.floor(random() * open.length)];
      const answer = await session?.deliverSm(fields).catch(() => null);
      if (answer?.status === ESME_ROK) break;
      await sleep(RETRY_MS);
    }
    unacknowledged -= 1;
  }

  return {
    port: server.port,
    messages,
    unacknowledged: () => unacknowledged,
    async close() {
      closed = true;
      await server.close(0);
    },
  };
}

export function keyOf({ tag, from, to }: Addressed): string {
  return `${tag} ${from} ${to}`;
}

function completeText({ texts }: CarrierMessage): string {
  return [...texts]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join('');
}
