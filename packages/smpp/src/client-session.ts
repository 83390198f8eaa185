/** The ESME side of one connection: binds, submits, and handles deliveries. */
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import { describeStatus, ESME_ROK, ESME_RX_R_APPN, ESME_RX_T_APPN } from './command-status.ts';
import type { BindMode, DataSm, DeliverSm, MessageFields, SubmitSm, SubmitSmResp } from './pdu.ts';
import { ANSWERS } from './pdu-definitions.ts';
import {
  createSession,
  type IncomingPdu,
  type Session,
  type SessionEnd,
  type SessionTimers,
  SmppError,
} from './session.ts';

/** Bind credentials and delivery handlers of an ESME; the same whichever side opened the connection. */
export interface SmppBindOptions extends SessionTimers {
  readonly systemId: string;
  readonly password: string;
  readonly systemType?: string;
  /** Default: `transceiver`. */
  readonly bind?: BindMode;
  /** How many submit_sm may await a response at a time; default 10. */
  readonly window?: number;
  readonly clock: Clock;
  /**
   * Handles a message or receipt and returns the command_status; the response is sent only then; see {@link Deliver}.
   * Without a handler every deliver_sm is refused.
   */
  readonly onDeliverSm?: Deliver<DeliverSm>;
  /** Like {@link onDeliverSm}. Without a handler data_sm gets a generic_nack, like an unsupported command. */
  readonly onDataSm?: Deliver<DataSm>;
}

/**
 * Returns the command_status of the response at once or as a promise. If it returns nothing, it calls `respond` now or later,
 * which saves the promise. Only the first status is sent. Many deliveries may be pending at a time. If it throws or rejects,
 * the response is ESME_RX_T_APPN: retry later.
 */
export type Deliver<P> = (pdu: P, respond: (status: number) => void) => number | Promise<number> | void;

export interface SmppClient {
  /**
   * Sends a submit_sm and resolves to its response, whatever its status. A generic_nack counts as a response, unless it
   * may refer to one of our responses with the same sequence number.
   * @throws SmppError if no response arrived or nothing was sent; its `written` says which.
   */
  submitSm(fields: SubmitFields): Promise<SubmitSmResp>;
  /**
   * Like {@link submitSm} with callbacks, for high rates. `onEnd` is called once, with the response or the SmppError; if nothing
   * is sent, it is called before this returns. `writtenAt` is when the PDU was handed to the socket, in epoch milliseconds, or
   * null if it never was. `onEnd` must not throw.
   * @param onLate called at most once, with a response that arrives after `timeout` while the session is open. Must not throw.
   */
  submit(
    fields: SubmitFields,
    onEnd: (end: SubmitSmResp | SmppError, writtenAt: number | null) => void,
    onLate?: (answer: SubmitSmResp, writtenAt: number | null) => void,
  ): void;
  /** Checks that the peer is alive. @throws SmppError if it does not respond within the response timeout */
  enquireLink(): Promise<void>;
  /** How many requests may be sent now; 0 once the session has ended or is unbinding. */
  readonly freeSlots: number;
  /** Resolves with the reason when the session has ended. Never rejects. */
  readonly closed: Promise<SessionEnd>;
  readonly isOpen: boolean;
  /** Stops accepting submits, waits for the responses in flight, unbinds and closes, all within `timeoutMs`. Never rejects. */
  unbind(timeoutMs?: number): Promise<void>;
  /** Closes at once; whatever is still queued is never written. */
  destroy(): void;
}

/** The fields of a submit_sm; omitted ones are sent as 0 or empty. */
export type SubmitFields = Partial<MessageFields> & Pick<SubmitSm, 'destinationAddr' | 'shortMessage'>;

/** The SMSC refused the bind. */
export class SmppBindError extends Error {
  override readonly name = 'SmppBindError';
  /** The command_status of the bind response. */
  readonly status: number;

  constructor(status: number) {
    super(`the bind was refused: ${describeStatus(status)}`);
    this.status = status;
  }
}

const SMPP_3_4 = 0x34;

/** A session over a connected socket, before its bind. */
export function createClientSession(socket: Socket, options: SmppBindOptions): Session {
  const onRequest = serveDeliveries(options);
  const session: Session = createSession(socket, {
    ...options,
    window: options.window ?? 10,
    onRequest: (pdu) => onRequest(session, pdu),
  });
  return session;
}

/** Dispatches the requests of an SMSC to the handlers in the options. */
function serveDeliveries(options: SmppBindOptions): (session: Session, pdu: IncomingPdu) => void {
  const { onDeliverSm, onDataSm } = options;
  return (session, pdu) => {
    if (pdu.command === 'deliver_sm') {
      if (onDeliverSm) answer(session, pdu, onDeliverSm);
      else session.send('deliver_sm_resp', pdu.sequence, ESME_RX_R_APPN);
    } else if (pdu.command === 'data_sm' && onDataSm) {
      answer(session, pdu, onDataSm);
    } else if (pdu.command !== 'alert_notification') {
      // alert_notification takes no response, and nothing here uses it.
      session.refuse(pdu);
    }
  };
}

function answer<P extends DeliverSm | DataSm>(session: Session, pdu: P, handle: Deliver<P>): void {
  const respond = createRespond(session, ANSWERS[pdu.command], pdu.sequence);
  try {
    const status = handle(pdu, respond);
    if (typeof status === 'number') respond(status);
    else if (status !== undefined) status.then(respond, () => respond(ESME_RX_T_APPN));
  } catch {
    respond(ESME_RX_T_APPN);
  }
}

/** A separate function, so that a handler that keeps `respond` until a commit does not keep the PDU's buffer. */
function createRespond(session: Session, command: 'deliver_sm_resp' | 'data_sm_resp', sequence: number) {
  let isAnswered = false;
  return (status: number): void => {
    if (isAnswered) return;
    isAnswered = true;
    session.send(command, sequence, status);
  };
}

/** Binds; if that fails, closes the session. @throws SmppBindError, SmppError */
export async function bindSession(
  session: Session,
  options: SmppBindOptions,
  mode: BindMode,
): Promise<SmppClient> {
  const { systemId, password, systemType = '' } = options;
  try {
    const fields = { systemId, password, systemType, interfaceVersion: SMPP_3_4 };
    const { status } = await session.request(`bind_${mode}`, fields);
    if (status !== ESME_ROK) throw new SmppBindError(status);
  } catch (error) {
    session.close('the bind failed');
    throw error;
  }
  return clientOf(session, mode);
}

function clientOf(session: Session, mode: BindMode): SmppClient {
  const submit: SmppClient['submit'] = (fields, onEnd, onLate) => {
    if (mode === 'receiver') onEnd(new SmppError('not-bound', 'a receiver bind takes no submit_sm'), null);
    else session.requestWithCallbacks('submit_sm', fields, onEnd, onEnd, { inWindow: true, onLate });
  };

  return {
    submit,
    submitSm: (fields) =>
      new Promise((resolve, reject) =>
        submit(fields, (end) => (end instanceof SmppError ? reject(end) : resolve(end))),
      ),
    async enquireLink() {
      await session.request('enquire_link', {});
    },
    get freeSlots() {
      return mode === 'receiver' ? 0 : session.freeSlots;
    },
    closed: session.closed,
    get isOpen() {
      return session.isOpen;
    },
    unbind: session.unbind,
    destroy: () => session.destroy(),
  };
}
