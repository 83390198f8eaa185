/** The SMSC's side of one connection: waits for the bind, has it judged, then serves submit_sm and delivers. */
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { ESME_RALYBND, ESME_RBINDFAIL, ESME_RINVBNDSTS, ESME_ROK, ESME_RSYSERR } from './command-status.ts';
import type { BindMode, BindPdu, DeliverSmResp, MessageFields, SubmitSm } from './pdu.ts';
import { createSession, type Session, type SessionEnd, SmppError } from './session.ts';

export interface SmppServerSession {
  /** The name the ESME bound with. */
  readonly systemId: string;
  readonly mode: BindMode;
  readonly remoteAddress: string;
  /**
   * Sets who serves submit_sm; until then they are answered ESME_RSYSERR. The handler answers by `respond`, now or
   * later. If it throws or rejects before it has answered, the answer is ESME_RSYSERR.
   */
  onSubmitSm(handler: (pdu: SubmitSm) => void | Promise<void>): void;
  /**
   * Answers a submit_sm. Only the first answer is sent; once the session has ended none is.
   * @throws PduError for a messageId over 64 characters, or beyond Latin-1; the submit_sm stays unanswered.
   */
  respond(request: SubmitSm, answer: { status: number; messageId?: string }): void;
  /**
   * Sends a deliver_sm and resolves to its answer, whatever its status.
   * @throws SmppError where no answer came or nothing was sent; its `written` tells which.
   */
  deliverSm(fields: Partial<MessageFields>, onWritten?: () => void): Promise<DeliverSmResp>;
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

const TAG_SC_INTERFACE_VERSION = 0x0210;
const tlvsOfBindResp = new Map([[TAG_SC_INTERFACE_VERSION, Buffer.of(0x34)]]);

/** Serves SMPP on a socket that has just connected. */
export function acceptConnection(socket: Socket, options: ServerSessionOptions): void {
  const remoteAddress = socket.remoteAddress ?? '';
  /** What becomes of a submit_sm; undefined until the ESME is bound. */
  let serve: ((pdu: SubmitSm) => void) | undefined;
  let binding = false;

  const session: Session = createSession(socket, {
    clock: options.clock,
    window: Number.POSITIVE_INFINITY,
    responseTimeoutMs: options.responseTimeoutMs,
    enquireLinkMs: options.enquireLinkMs,
    inactivityTimeoutMs: options.inactivityTimeoutMs,
    onRequest(pdu) {
      if (pdu.command === 'submit_sm') {
        if (serve) serve(pdu);
        else session.send('submit_sm_resp', pdu.sequence, ESME_RINVBNDSTS);
      } else if (pdu.command === 'deliver_sm') {
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
    try {
      return options.authenticate(bind);
    } catch {
      return ESME_RBINDFAIL;
    }
  }
}

function createBoundSession(session: Session, bind: BindPdu, remoteAddress: string) {
  const mode = bind.command.slice('bind_'.length) as BindMode;
  const unanswered = new Set<SubmitSm>();
  let handler: ((pdu: SubmitSm) => void | Promise<void>) | undefined;

  function respond(
    request: SubmitSm,
    { status, messageId = '' }: { status: number; messageId?: string },
  ): void {
    if (!unanswered.has(request)) return;
    session.send('submit_sm_resp', request.sequence, status, { messageId });
    unanswered.delete(request);
  }

  function serve(pdu: SubmitSm): void {
    unanswered.add(pdu);
    if (mode === 'receiver') return respond(pdu, { status: ESME_RINVBNDSTS });
    const failed = () => respond(pdu, { status: ESME_RSYSERR });
    if (!handler) return failed();
    try {
      handler(pdu)?.catch(failed);
    } catch {
      failed();
    }
  }

  const served: SmppServerSession = {
    systemId: bind.systemId,
    mode,
    remoteAddress,
    onSubmitSm(next) {
      handler = next;
    },
    respond,
    deliverSm(fields, onWritten) {
      if (mode === 'transmitter')
        return Promise.reject(new SmppError('not-bound', 'a transmitter bind takes no deliver_sm'));
      return session.request('deliver_sm', fields, { inWindow: true, onWritten });
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
