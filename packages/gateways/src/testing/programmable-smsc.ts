/** An SMSC on loopback that answers as a test tells it: the `TestCarrier` of the SMPP gateway. */
import type { TlsOptions } from 'node:tls';
import { createManualClock } from '@textprobe/domain/testing/manual-clock';
import { ESME_RINVDSTADR, ESME_ROK, ESME_RTHROTTLED } from '@textprobe/smpp/command-status';
import { parseConcatenation } from '@textprobe/smpp/concatenation';
import { decodeText } from '@textprobe/smpp/data-coding';
import { formatDeliveryReceipt } from '@textprobe/smpp/delivery-receipt';
import type { BindMode, BindPdu, DataFields, MessageFields, SubmitSm } from '@textprobe/smpp/pdu';
import { createSmppServer, type SmppServer, type SmppServerSession } from '@textprobe/smpp/server';

import { messageBody } from '@textprobe/smpp/udh';
import type { CarrierAnswer, CarrierReceiptToSend, CarrierSubmission, TestCarrier } from './test-carrier.ts';

export interface ProgrammableSmsc extends TestCarrier {
  readonly port: number;
  /** The command_status for each bind from now on; at first ESME_ROK. */
  judgeBindsBy(judge: (bind: BindPdu) => number): void;
  /** The submit_sm as they came, beside `submissions`. */
  readonly pdus: readonly SubmitSm[];
  /** Answers the oldest silent submission with this very status. */
  answerWithStatus(status: number): void;
  /** Sends any deliver_sm; resolves to the status it was answered with. */
  deliver(fields: Partial<MessageFields>): Promise<number>;
  /** As `deliver`, by data_sm, over one of the sessions by its place in `modes`. */
  deliverData(fields: Partial<DataFields>, which?: number): Promise<number>;
  /** Resolves once an ESME is bound. */
  bound(): Promise<void>;
  readonly binds: number;
  /** Ends every session, or one of them in the order in which they bound, and goes on listening. */
  hangUp(which?: number): void;
  /** How each session that is bound now was bound, in their order. */
  readonly modes: readonly BindMode[];
  /** Resolves once so many are bound. */
  boundTimes(count: number): Promise<void>;
  /** How many submit_sm came over each session that is bound now. */
  readonly shares: readonly number[];
  /** A receipt over one of the sessions, by its place in `modes`; whether the gateway took it. */
  sendReceiptOver(which: number, receipt: CarrierReceiptToSend): Promise<boolean>;
  close(): Promise<void>;
}

/** @param tls with it the SMSC speaks TLS */
export async function startProgrammableSmsc({ tls }: { tls?: TlsOptions } = {}): Promise<ProgrammableSmsc> {
  const shares = new Map<SmppServerSession, number>();
  const pdus: SubmitSm[] = [];
  const submissions: CarrierSubmission[] = [];
  const silent: { session: SmppServerSession; pdu: SubmitSm }[] = [];
  let listeners: (() => void)[] = [];
  let decide: (submission: CarrierSubmission) => CarrierAnswer = () => ({ accept: `id${pdus.length}` });
  let judge: (bind: BindPdu) => number = () => ESME_ROK;
  let unanswered = 0;
  let mostUnanswered = 0;
  let binds = 0;
  let farewells = 0;
  let server: SmppServer | null = await listen(0);
  const { port } = server;

  /** Its time stands still: whatever the test does to the gateway's clock, the carrier waits. */
  function listen(onPort: number): Promise<SmppServer> {
    return createSmppServer({
      clock: createManualClock(),
      port: onPort,
      ...(tls === undefined ? {} : { tls }),
      authenticate: (bind) => {
        binds += 1;
        return judge(bind);
      },
      onSession,
    });
  }

  function onSession(session: SmppServerSession) {
    unanswered = 0;
    shares.set(session, 0);
    void session.closed.then(({ reason }) => {
      if (reason === 'unbound by the peer') farewells += 1;
      shares.delete(session);
      tell();
    });
    session.onSubmitSm((pdu) => onSubmit(session, pdu));
    tell();
  }

  function onSubmit(session: SmppServerSession, pdu: SubmitSm) {
    const submission = submissionOf(pdu);
    pdus.push(pdu);
    shares.set(session, (shares.get(session) ?? 0) + 1);
    submissions.push(submission);
    unanswered += 1;
    mostUnanswered = Math.max(mostUnanswered, unanswered);
    const answer = decide(submission);
    if (answer === 'silence') silent.push({ session, pdu });
    // A turn later, so that what else is in the same chunk counts as unanswered too.
    else setImmediate(() => respond(session, pdu, statusOf(answer), idOf(answer)));
    tell();
  }

  function respond(session: SmppServerSession, pdu: SubmitSm, status: number, messageId: string) {
    unanswered -= 1;
    session.respond(pdu, { status, messageId });
  }

  function answerSilent(status: number, messageId: string) {
    const oldest = silent.shift();
    if (!oldest) throw new Error('no submission waits for its answer');
    respond(oldest.session, oldest.pdu, status, messageId);
  }

  function tell() {
    const told = listeners;
    listeners = [];
    for (const listener of told) listener();
  }

  async function until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => listeners.push(resolve));
  }

  function openSession(which = 0): SmppServerSession {
    const session = [...shares.keys()][which];
    if (!session) throw new Error('no ESME is bound');
    return session;
  }

  async function sendReceiptOver(which: number, receipt: CarrierReceiptToSend): Promise<boolean> {
    const { providerId, state, phone, office } = receipt;
    const words = formatDeliveryReceipt({ messageId: providerId, state, submittedAt: 0, doneAt: 0 });
    const addresses = { sourceAddrTon: 1, sourceAddr: phone.slice(1), destinationAddr: office.slice(1) };
    return (await openSession(which).deliverSm({ ...addresses, ...words })).status === ESME_ROK;
  }

  async function deliver(fields: Partial<MessageFields>): Promise<number> {
    return (await openSession().deliverSm(fields)).status;
  }

  return {
    port,
    pdus,
    submissions,
    deliver,
    deliverData: async (fields, which) => (await openSession(which).dataSm(fields)).status,
    answerBy(next) {
      decide = next;
    },
    judgeBindsBy(next) {
      judge = next;
    },
    submitted: (count) => until(() => submissions.length >= count),
    bound: () => until(() => (server?.sessions.size ?? 0) > 0),
    answerNow: (answer) => answerSilent(statusOf(answer), idOf(answer)),
    answerWithStatus: (status) => answerSilent(status, ''),
    boundTimes: (count) => until(() => shares.size >= count),
    sendReceiptOver,
    sendReceipt: (receipt) => sendReceiptOver(0, receipt),
    hangUp(which) {
      const sessions = which === undefined ? [...shares.keys()] : [openSession(which)];
      for (const session of sessions) session.destroy();
    },
    get modes() {
      return [...shares.keys()].map(({ mode }) => mode);
    },
    get shares() {
      return [...shares.values()];
    },
    async goDown() {
      await server?.close(0);
      server = null;
    },
    async comeBack() {
      server = await listen(port);
    },
    async close() {
      await server?.close(0);
    },
    get mostUnanswered() {
      return mostUnanswered;
    },
    get farewells() {
      return farewells;
    },
    get binds() {
      return binds;
    },
  };
}

function statusOf(answer: Exclude<CarrierAnswer, 'silence'>): number {
  if (answer === 'refuse') return ESME_RINVDSTADR;
  return answer === 'throttle' ? ESME_RTHROTTLED : ESME_ROK;
}

function idOf(answer: CarrierAnswer): string {
  return typeof answer === 'object' ? answer.accept : '';
}

function submissionOf(pdu: SubmitSm): CarrierSubmission {
  const place = parseConcatenation(pdu);
  return {
    from: `+${pdu.sourceAddr}`,
    to: `+${pdu.destinationAddr}`,
    text: decodeText(messageBody(pdu).payload, pdu.dataCoding),
    part: place?.part ?? 1,
    parts: place?.total ?? 1,
  };
}
