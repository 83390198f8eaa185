/** The SMSC's side of one connection: waits for the bind, has it judged, then serves what the ESME asks, and delivers. */
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { ESME_RALYBND, ESME_RBINDFAIL, ESME_RINVBNDSTS, ESME_ROK, ESME_RSYSERR } from './command-status.ts';
import { faultOfTlvs, tlvsOf } from './named-tlvs.ts';
import type {
  AlertFields,
  BindMode,
  BindPdu,
  CancelSm,
  DataFields,
  DataSm,
  DataSmResp,
  DeliverSmResp,
  MessageFields,
  PduOf,
  QueryAnswerFields,
  QuerySm,
  ReplaceSm,
  SubmitSm,
} from './pdu.ts';
import { ANSWERS } from './pdu-definitions.ts';
import { createSession, type IncomingPdu, type Session, type SessionEnd, SmppError } from './session.ts';

/** What an ESME may ask of an SMSC. */
type ServedCommand = 'submit_sm' | 'data_sm' | 'query_sm' | 'cancel_sm' | 'replace_sm';
type ServedPdu = PduOf<ServedCommand>;
/**
 * Serves a request: answers it by `respond`, now or later. If it throws or rejects before it has answered, the answer
 * is ESME_RSYSERR. One of whose optional parameters the length is wrong never gets here: it is answered ESME_RINVPARLEN.
 */
export type RequestHandler<P> = (pdu: P) => void | Promise<void>;

/** What a request is answered with beside its status: cancel_sm and replace_sm with nothing else. */
export type AnswerTo<P> = { status: number } & (P extends QuerySm
  ? Partial<QueryAnswerFields>
  : P extends SubmitSm | DataSm
    ? { messageId?: string }
    : object);

export interface SmppServerSession {
  /** The name the ESME bound with. */
  readonly systemId: string;
  readonly mode: BindMode;
  readonly remoteAddress: string;
  /** Sets who serves submit_sm; until then they are answered ESME_RSYSERR. */
  onSubmitSm(handler: RequestHandler<SubmitSm>): void;
  /** Sets who serves data_sm; what nobody serves is answered by generic_nack, as a command unknown here. */
  onDataSm(handler: RequestHandler<DataSm>): void;
  /** As {@link onDataSm}. What the answer leaves out of the message id is that of the request. */
  onQuerySm(handler: RequestHandler<QuerySm>): void;
  /** As {@link onDataSm}. */
  onCancelSm(handler: RequestHandler<CancelSm>): void;
  /** As {@link onDataSm}. */
  onReplaceSm(handler: RequestHandler<ReplaceSm>): void;
  /**
   * Answers a request of the handlers above. Only the first answer is sent; once the session has ended none is.
   * @throws PduError for a field that does not fit, e.g. a messageId over 64 characters; the request stays unanswered.
   */
  respond<P extends ServedPdu>(request: P, answer: AnswerTo<P>): void;
  /**
   * Sends a deliver_sm and resolves to its answer, whatever its status.
   * @throws SmppError where no answer came or nothing was sent; its `written` tells which.
   */
  deliverSm(fields: Partial<MessageFields>, onWritten?: () => void): Promise<DeliverSmResp>;
  /**
   * As {@link deliverSm} without a promise: `onEnd` is called once, with the answer or with the SmppError, and before this
   * returns where nothing is sent. Must not throw.
   */
  deliver(
    fields: Partial<MessageFields>,
    onEnd: (end: DeliverSmResp | SmppError) => void,
    onWritten?: () => void,
  ): void;
  /** As {@link deliverSm}: a message or receipt whose text is in `message_payload`. */
  dataSm(fields: Partial<DataFields>, onWritten?: () => void): Promise<DataSmResp>;
  /**
   * Tells that a phone can be reached again; nobody answers that. Once the session has ended it does nothing.
   * @throws SmppError (`not-bound`) on a transmitter's bind; PduError for a field that does not fit
   */
  alertNotification(fields: Partial<AlertFields>): void;
  readonly isOpen: boolean;
  /** Resolves when the session has ended, with the reason in words. Never rejects. */
  readonly closed: Promise<SessionEnd>;
  /** Waits for the answers under way, unbinds and closes, all in `timeoutMs`. Never rejects. */
  unbind(timeoutMs?: number): Promise<void>;
  /** Ends at once; what was not written yet never is. */
  destroy(): void;
}

export interface ServerSessionOptions {
  readonly clock: Clock;
  /** The name this SMSC answers binds with. */
  readonly systemId: string;
  readonly authenticate: (bind: BindPdu) => number | Promise<number>;
  readonly onSession: (session: SmppServerSession) => void;
  readonly responseTimeoutMs: number;
  readonly enquireLinkMs: number;
  readonly inactivityTimeoutMs: number;
  readonly bindTimeoutMs: number;
}

const tlvsOfBindResp = tlvsOf({ scInterfaceVersion: 0x34 });

/** Serves SMPP on a socket that has just connected. */
export function acceptConnection(socket: Socket, options: ServerSessionOptions): void {
  const remoteAddress = socket.remoteAddress ?? '';
  /** What becomes of a request; undefined until the ESME is bound. */
  let serve: ((pdu: ServedPdu) => void) | undefined;
  let binding = false;

  const session: Session = createSession(socket, {
    clock: options.clock,
    window: Number.POSITIVE_INFINITY,
    responseTimeoutMs: options.responseTimeoutMs,
    enquireLinkMs: options.enquireLinkMs,
    inactivityTimeoutMs: options.inactivityTimeoutMs,
    onRequest(pdu) {
      if (isServed(pdu)) {
        if (serve) serve(pdu);
        else session.send(ANSWERS[pdu.command], pdu.sequence, ESME_RINVBNDSTS);
      } else if (!isBind(pdu)) {
        session.refuse(pdu);
      } else if (binding) {
        session.send(`${pdu.command}_resp`, pdu.sequence, ESME_RALYBND);
      } else {
        binding = true;
        void answerBind(pdu);
      }
    },
  });
  const cancelBindTimer = options.clock.after(options.bindTimeoutMs, () =>
    session.close('no bind came in time'),
  );
  void session.closed.then(cancelBindTimer);

  async function answerBind(bind: BindPdu): Promise<void> {
    // Not awaited where the verdict is there already: the peer's next PDU may be in the same chunk as its bind.
    const verdict = judge(bind);
    const status = typeof verdict === 'number' ? verdict : await verdict.catch(() => ESME_RBINDFAIL);
    if (!session.isOpen) return;
    cancelBindTimer();
    if (status !== ESME_ROK) {
      session.send(`${bind.command}_resp`, bind.sequence, status);
      return session.close('the bind was refused');
    }
    const fields = { systemId: options.systemId, tlvs: tlvsOfBindResp };
    session.send(`${bind.command}_resp`, bind.sequence, ESME_ROK, fields);
    const bound = createBoundSession(session, bind, remoteAddress);
    serve = bound.serve;
    options.onSession(bound.session);
  }

  function judge(bind: BindPdu): number | Promise<number> {
    const fault = faultOfTlvs(bind.tlvs);
    if (fault) return fault.status;
    try {
      return options.authenticate(bind);
    } catch {
      return ESME_RBINDFAIL;
    }
  }
}

function isServed(pdu: IncomingPdu): pdu is ServedPdu {
  const { command } = pdu;
  return (
    command === 'submit_sm' ||
    command === 'data_sm' ||
    command === 'query_sm' ||
    command === 'cancel_sm' ||
    command === 'replace_sm'
  );
}

const isBind = (pdu: IncomingPdu): pdu is BindPdu => pdu.command.startsWith('bind_');

function createBoundSession(session: Session, bind: BindPdu, remoteAddress: string) {
  const mode = bind.command.slice('bind_'.length) as BindMode;
  const unanswered = new Set<ServedPdu>();
  const handlers = new Map<ServedCommand, RequestHandler<never>>();

  function respond<P extends ServedPdu>(request: P, answer: AnswerTo<P>): void {
    if (!unanswered.has(request)) return;
    const whole = request.command === 'query_sm' ? { messageId: request.messageId, ...answer } : answer;
    session.send(ANSWERS[request.command], request.sequence, answer.status, whole);
    unanswered.delete(request);
  }

  function serve(pdu: ServedPdu): void {
    const handler = handlers.get(pdu.command) as RequestHandler<ServedPdu> | undefined;
    if (!handler && pdu.command !== 'submit_sm') return session.refuse(pdu);
    unanswered.add(pdu);
    if (mode === 'receiver') return respond(pdu, { status: ESME_RINVBNDSTS });
    const fault = pdu.tlvs.size > 0 ? faultOfTlvs(pdu.tlvs) : null;
    if (fault) return respond(pdu, { status: fault.status });
    const failed = () => respond(pdu, { status: ESME_RSYSERR });
    if (!handler) return failed();
    try {
      handler(pdu)?.catch(failed);
    } catch {
      failed();
    }
  }

  /** A request that only an ESME that may receive is sent. */
  function toReceiver<C extends 'deliver_sm' | 'data_sm'>(
    command: C,
    fields: object,
    onWritten?: () => void,
  ) {
    if (mode === 'transmitter')
      return Promise.reject(new SmppError('not-bound', `a transmitter bind takes no ${command}`));
    return session.request(command, fields, { inWindow: true, onWritten });
  }

  const served: SmppServerSession = {
    systemId: bind.systemId,
    mode,
    remoteAddress,
    onSubmitSm: (handler) => void handlers.set('submit_sm', handler),
    onDataSm: (handler) => void handlers.set('data_sm', handler),
    onQuerySm: (handler) => void handlers.set('query_sm', handler),
    onCancelSm: (handler) => void handlers.set('cancel_sm', handler),
    onReplaceSm: (handler) => void handlers.set('replace_sm', handler),
    respond,
    deliver(fields, onEnd, onWritten) {
      if (mode === 'transmitter') onEnd(new SmppError('not-bound', 'a transmitter bind takes no deliver_sm'));
      else session.ask('deliver_sm', fields, onEnd, onEnd, { inWindow: true, onWritten });
    },
    deliverSm: (fields, onWritten) => toReceiver('deliver_sm', fields, onWritten),
    dataSm: (fields, onWritten) => toReceiver('data_sm', fields, onWritten),
    alertNotification(fields) {
      if (mode === 'transmitter')
        throw new SmppError('not-bound', 'a transmitter bind takes no alert_notification');
      session.notify('alert_notification', fields);
    },
    get isOpen() {
      return session.isOpen;
    },
    closed: session.closed,
    unbind: session.unbind,
    destroy: () => session.destroy(),
  };
  return { session: served, serve };
}
