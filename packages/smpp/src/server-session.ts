/** The SMSC's side of one connection: waits for the bind, has it judged, then serves what the ESME asks, and delivers. */
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { ESME_RALYBND, ESME_RBINDFAIL, ESME_RINVBNDSTS, ESME_ROK, ESME_RSYSERR } from './command-status.ts';
import { faultOfTlvs, tlvsOf } from './named-tlvs.ts';
import type {
  BindMode,
  BindPdu,
  DataFields,
  DataSmResp,
  DeliverSmResp,
  MessageFields,
  SubmitSm,
} from './pdu.ts';
import {
  createSession,
  type IncomingPdu,
  type Session,
  type SessionEnd,
  type SessionTimers,
  SmppError,
} from './session.ts';

export interface SmppServerSession {
  /** The name the ESME bound with. */
  readonly systemId: string;
  readonly mode: BindMode;
  readonly remoteAddress: string;
  /**
   * Sets who serves submit_sm; until then they are answered ESME_RSYSERR. The handler answers by `respond`, now or later;
   * where it throws or rejects before that, the answer is ESME_RSYSERR. One of whose optional parameters the length is
   * wrong is answered ESME_RINVPARLEN, and the handler never sees it.
   */
  onSubmitSm(handler: (pdu: SubmitSm) => void | Promise<void>): void;
  /**
   * Answers a submit_sm. Only the first answer is sent; once the session has ended none is.
   * @throws PduError for a field that does not fit, e.g. a messageId over 64 characters; the request stays unanswered.
   */
  respond(request: SubmitSm, answer: { status: number; messageId?: string }): void;
  /**
   * Sends a deliver_sm and resolves to its answer, whatever its status.
   * @throws SmppError where no answer came or nothing was sent; its `written` tells which.
   */
  deliverSm(fields: Partial<MessageFields>): Promise<DeliverSmResp>;
  /**
   * As {@link deliverSm} without a promise: `onEnd` is called once, with the answer or with the SmppError, and before this
   * returns where nothing is sent. Must not throw.
   */
  deliver(fields: Partial<MessageFields>, onEnd: (end: DeliverSmResp | SmppError) => void): void;
  /** As {@link deliverSm}: a message or receipt whose text is in `message_payload`. */
  dataSm(fields: Partial<DataFields>): Promise<DataSmResp>;
  readonly isOpen: boolean;
  /** Resolves when the session has ended, with the reason in words. Never rejects. */
  readonly closed: Promise<SessionEnd>;
  /** Waits for the answers under way, unbinds and closes, all in `timeoutMs`. Never rejects. */
  unbind(timeoutMs?: number): Promise<void>;
  /** Ends at once; what was not written yet never is. */
  destroy(): void;
}

export interface ServerSessionOptions extends SessionTimers {
  readonly clock: Clock;
  /** The name this SMSC answers binds with. */
  readonly systemId?: string;
  /** Judges a bind: ESME_ROK, or the command_status to refuse it with. Throwing refuses with ESME_RBINDFAIL. */
  readonly authenticate: (bind: BindPdu) => number | Promise<number>;
  /** Called once an ESME has bound, before any submit_sm of its is served: set `onSubmitSm` here. Must not throw. */
  readonly onSession: (session: SmppServerSession) => void;
}

/** How long a connection may stay without a bind. */
export const BIND_TIMEOUT_MS = 5_000;

const tlvsOfBindResp = tlvsOf({ scInterfaceVersion: 0x34 });

/** Serves SMPP on a socket that has just connected. */
export function acceptConnection(socket: Socket, options: ServerSessionOptions): void {
  const remoteAddress = socket.remoteAddress ?? '';
  /** What becomes of a submit_sm; undefined until the ESME is bound. */
  let serve: ((pdu: SubmitSm) => void) | undefined;
  let binding = false;

  const session: Session = createSession(socket, {
    ...options,
    window: Number.POSITIVE_INFINITY,
    onRequest(pdu) {
      if (pdu.command === 'submit_sm') {
        if (serve) serve(pdu);
        else session.send('submit_sm_resp', pdu.sequence, ESME_RINVBNDSTS);
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
  const cancelBindTimer = options.clock.after(BIND_TIMEOUT_MS, () => session.close('no bind came in time'));
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
    const fields = { systemId: options.systemId ?? '', tlvs: tlvsOfBindResp };
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

const isBind = (pdu: IncomingPdu): pdu is BindPdu => pdu.command.startsWith('bind_');

function createBoundSession(session: Session, bind: BindPdu, remoteAddress: string) {
  const mode = bind.command.slice('bind_'.length) as BindMode;
  const unanswered = new Set<SubmitSm>();
  let onSubmitSm: Parameters<SmppServerSession['onSubmitSm']>[0] | undefined;

  const respond: SmppServerSession['respond'] = (request, answer) => {
    if (!unanswered.has(request)) return;
    session.send('submit_sm_resp', request.sequence, answer.status, answer);
    unanswered.delete(request);
  };

  function serve(pdu: SubmitSm): void {
    unanswered.add(pdu);
    if (mode === 'receiver') return respond(pdu, { status: ESME_RINVBNDSTS });
    const fault = pdu.tlvs.size > 0 ? faultOfTlvs(pdu.tlvs) : null;
    if (fault) return respond(pdu, { status: fault.status });
    const failed = () => respond(pdu, { status: ESME_RSYSERR });
    if (!onSubmitSm) return failed();
    try {
      onSubmitSm(pdu)?.catch(failed);
    } catch {
      failed();
    }
  }

  /** A request that only an ESME that may receive is sent. */
  function toReceiver<C extends 'deliver_sm' | 'data_sm'>(command: C, fields: object) {
    if (mode === 'transmitter')
      return Promise.reject(new SmppError('not-bound', `a transmitter bind takes no ${command}`));
    return session.request(command, fields, { inWindow: true });
  }

  const served: SmppServerSession = {
    systemId: bind.systemId,
    mode,
    remoteAddress,
    onSubmitSm(handler) {
      onSubmitSm = handler;
    },
    respond,
    deliver(fields, onEnd) {
      if (mode === 'transmitter') onEnd(new SmppError('not-bound', 'a transmitter bind takes no deliver_sm'));
      else session.ask('deliver_sm', fields, onEnd, onEnd, { inWindow: true });
    },
    deliverSm: (fields) => toReceiver('deliver_sm', fields),
    dataSm: (fields) => toReceiver('data_sm', fields),
    get isOpen() {
      return session.isOpen;
    },
    closed: session.closed,
    unbind: session.unbind,
    destroy: () => session.destroy(),
  };
  return { session: served, serve };
}
