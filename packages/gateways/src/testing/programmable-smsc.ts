/** A programmable SMSC on loopback: the `TestCarrier` of the SMPP gateway. */
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
  /** Decides the command_status of each bind from now on; ESME_ROK by default. */
  judgeBindsBy(judge: (bind: BindPdu) => number): void;
  /** The raw submit_sm PDUs behind `submissions`. */
  readonly pdus: readonly SubmitSm[];
  /** Answers the oldest unanswered submission with this status. */
  answerWithStatus(status: number): void;
  /** Sends a deliver_sm; resolves to the status of its response. */
  deliver(fields: Partial<MessageFields>): Promise<number>;
  /** Like `deliver`, with data_sm, over the session at this index in `modes`. */
  deliverData(fields: Partial<DataFields>, which?: number): Promise<number>;
  /** Resolves once an ESME is bound. */
  bound(): Promise<void>;
  readonly binds: number;
  /** Closes all sessions, or the one at this index in bind order, and keeps listening. */
  hangUp(which?: number): void;
  /** The bind mode of each bound session, in bind order. */
  readonly modes: readonly BindMode[];
  /** Resolves once `count` sessions are bound. */
  boundTimes(count: number): Promise<void>;
  /** The number of submit_sm on each bound session. */
  readonly shares: readonly number[];
  /** Sends a receipt over the session at this index in `modes`; resolves to whether the gateway accepted it. */
  sendReceiptOver(which: number, receipt: CarrierReceiptToSend): Promise<boolean>;
  close(): Promise<void>;
}

/** @param options.tls enables TLS */
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
  let unbinds = 0;
  let server: SmppServer | null = await listen(0);
  const { port } = server;

  /** The SMSC's clock never advances, so it never times out, whatever the test does to the gateway's clock. */
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
      if (reason === 'unbound by the peer') unbinds += 1;
      shares.delete(session);
      notify();
    });
    session.onSubmitSm((pdu) => onSubmit(session, pdu));
    notify();
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
    // Respond one turn later, so that other PDUs of the same chunk count as unanswered too.
    else setImmediate(() => respond(session, pdu, statusOf(answer), idOf(answer)));
    notify();
  }

  function respond(session: SmppServerSession, pdu: SubmitSm, status: number, messageId: string) {
    unanswered -= 1;
    session.respond(pdu, { status, messageId });
  }

  function answerSilent(status: number, messageId: string) {
    const oldest = silent.shift();
    if (!oldest) throw new Error('no submission is waiting for an answer');
    respond(oldest.session, oldest.pdu, status, messageId);
  }

  function notify() {
    const waiting = listeners;
    listeners = [];
    for (const listener of waiting) listener();
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => listeners.push(resolve));
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
    get unbinds() {
      return unbinds;
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
