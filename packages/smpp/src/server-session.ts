/** The SMSC side of one connection: authenticates the bind, then serves submit_sm and delivers messages. */
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
  /** The system_id of the bind. */
  readonly systemId: string;
  readonly mode: BindMode;
  readonly remoteAddress: string;
  /**
   * Sets the handler of submit_sm; without one each gets ESME_RSYSERR. The handler calls `respond`, now or later; if it throws
   * or rejects before that, the response is ESME_RSYSERR. A submit_sm with an optional parameter of a wrong length gets
   * ESME_RINVPARLEN and never reaches the handler.
   */
  onSubmitSm(handler: (pdu: SubmitSm) => void | Promise<void>): void;
  /**
   * Answers a submit_sm. Only the first response is sent, and none once the session has ended.
   * @throws PduError for a field that does not fit, e.g. a messageId over 64 characters; the request stays unanswered.
   */
  respond(request: SubmitSm, answer: { status: number; messageId?: string }): void;
  /**
   * Sends a deliver_sm and resolves to its response, whatever its status.
   * @throws SmppError if no response arrived or nothing was sent; its `written` says which.
   */
  deliverSm(fields: Partial<MessageFields>): Promise<DeliverSmResp>;
  /**
   * Like {@link deliverSm} with a callback: `onEnd` is called once, with the response or the SmppError; if nothing is sent, it is
   * called before this returns. `onEnd` must not throw.
   */
  deliver(fields: Partial<MessageFields>, onEnd: (end: DeliverSmResp | SmppError) => void): void;
  /** Like {@link deliverSm}, for a message or receipt whose text is in `message_payload`. */
  dataSm(fields: Partial<DataFields>): Promise<DataSmResp>;
  readonly isOpen: boolean;
  /** Resolves with the reason when the session has ended. Never rejects. */
  readonly closed: Promise<SessionEnd>;
  /** Waits for the responses in flight, unbinds and closes, all within `timeoutMs`. Never rejects. */
  unbind(timeoutMs?: number): Promise<void>;
  /** Closes at once; whatever is still queued is never written. */
  destroy(): void;
}

export interface ServerSessionOptions extends SessionTimers {
  readonly clock: Clock;
  /** The system_id in bind responses. */
  readonly systemId?: string;
  /** Returns ESME_ROK, or the command_status that refuses the bind. If it throws, the status is ESME_RBINDFAIL. */
  readonly authenticate: (bind: BindPdu) => number | Promise<number>;
  /** Called once an ESME has bound, before its first submit_sm is served: set `onSubmitSm` here. Must not throw. */
  readonly onSession: (session: SmppServerSession) => void;
}

/** How long a connection may stay unbound. */
export const BIND_TIMEOUT_MS = 5_000;

const tlvsOfBindResp = tlvsOf({ scInterfaceVersion: 0x34 });

/** Serves SMPP on a newly connected socket. */
export function acceptConnection(socket: Socket, options: ServerSessionOptions): void {
  const remoteAddress = socket.remoteAddress ?? '';
  /** Handles a submit_sm; undefined until the ESME is bound. */
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
  const cancelBindTimer = options.clock.after(BIND_TIMEOUT_MS, () =>
    session.close('timed out waiting for the bind'),
  );
  void session.closed.then(cancelBindTimer);

  async function answerBind(bind: BindPdu): Promise<void> {
    // Do not await a status that is already known: the peer's next PDU may be in the same chunk as its bind.
    const verdict = authenticate(bind);
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

  function authenticate(bind: BindPdu): number | Promise<number> {
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

  /** Sends a request, unless the ESME is bound as a transmitter. */
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
      else session.requestWithCallbacks('deliver_sm', fields, onEnd, onEnd, { inWindow: true });
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
