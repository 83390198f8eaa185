/** The ESME's side: connects, binds, submits, takes delivered messages and receipts. Connecting again is its caller's business. */
import type { ConnectionOptions } from 'node:tls';
import type { Clock } from './clock.ts';
import { describeStatus, ESME_ROK, ESME_RX_R_APPN, ESME_RX_T_APPN } from './command-status.ts';
import { aborted, openSocket } from './open-socket.ts';
import type { BindMode, DeliverSm, MessageFields, ResponsePdu, SubmitSm, SubmitSmResp } from './pdu.ts';
import { createSession, type Session, type SessionEnd, SmppError } from './session.ts';

export interface SmppClientOptions {
  readonly host: string;
  readonly port: number;
  /** True: TLS, with the peer's certificate checked against `host`. Options refine that, e.g. `ca`, `cert`, `key`. */
  readonly tls?: boolean | ConnectionOptions;
  readonly systemId: string;
  readonly password: string;
  readonly systemType?: string;
  /** By default `transceiver`. */
  readonly bind?: BindMode;
  /** How many submit_sm may wait for their answers at a time; by default 10. */
  readonly window?: number;
  /** By default 10,000. */
  readonly responseTimeoutMs?: number;
  /** Silence of the peer after which it is asked whether it is there; by default 30,000, 0 for never. */
  readonly enquireLinkMs?: number;
  /** For connecting and the TLS handshake; by default 10,000. The bind has the response timer. */
  readonly connectTimeoutMs?: number;
  readonly clock: Clock;
  /**
   * Takes a message or receipt and resolves to the command_status of the answer, which is sent only then. Many run at
   * once. A rejection is answered ESME_RX_T_APPN: send it again. Without a handler everything is refused.
   */
  readonly onDeliverSm?: (pdu: DeliverSm) => Promise<number>;
  /** An answer whose submitSm had ended in `timeout`; its sequence is that of the SmppError. */
  readonly onLateSubmitResp?: (pdu: SubmitSmResp) => void;
  /** Calls connecting and binding off. Once bound it means nothing. */
  readonly signal?: AbortSignal;
}

export interface SmppClient {
  /**
   * Sends a submit_sm and resolves to its answer, whatever its status; a generic_nack counts as an answer.
   * @param onWritten called in the turn in which the PDU is handed to the socket. Must not throw.
   * @throws SmppError where no answer came or nothing was sent; its `written` tells which.
   */
  submitSm(fields: SubmitFields, onWritten?: () => void): Promise<SubmitSmResp>;
  /** Asks the peer whether it is there. @throws SmppError where it does not answer within the response timer */
  enquireLink(): Promise<void>;
  /** How many submit_sm may be sent now; 0 once the session has ended or is about to. */
  readonly freeSlots: number;
  /** Resolves once a slot is free, for everybody who waits: look again. Rejects (SmppError `closed`) when it ends. */
  whenFree(): Promise<void>;
  /** Resolves when the session has ended, with the reason in words. Never rejects. */
  readonly closed: Promise<SessionEnd>;
  readonly isOpen: boolean;
  /** Takes no more submits, waits for the answers under way, unbinds and closes, all in `timeoutMs`. Never rejects. */
  unbind(timeoutMs?: number): Promise<void>;
  /** Ends at once; what was not written yet never is. */
  destroy(): void;
}

/** A submit_sm to be: what is left out is sent as 0 or empty. */
export type SubmitFields = Partial<MessageFields> & Pick<SubmitSm, 'destinationAddr' | 'shortMessage'>;

/** The SMSC refused the bind. */
export class SmppBindError extends Error {
  override readonly name = 'SmppBindError';
  /** The command_status it answered with. */
  readonly status: number;

  constructor(status: number) {
    super(`the bind was refused: ${describeStatus(status)}`);
    this.status = status;
  }
}

const SMPP_3_4 = 0x34;

/**
 * Connects and binds.
 * @throws SmppBindError where the SMSC refuses; SmppError (`connect-failed`, `timeout`, `closed`, `aborted`, `invalid`)
 *   where it does not come to that.
 */
export async function connectSmppClient(options: SmppClientOptions): Promise<SmppClient> {
  const { clock, signal, bind = 'transceiver', responseTimeoutMs = 10_000 } = options;
  const { host, port, tls, connectTimeoutMs = 10_000 } = options;
  const socket = await openSocket({ host, port, tls, connectTimeoutMs, clock, signal });
  const session: Session = createSession(socket, {
    clock,
    window: options.window ?? 10,
    responseTimeoutMs,
    enquireLinkMs: options.enquireLinkMs ?? 30_000,
    inactivityTimeoutMs: 0,
    onRequest(pdu) {
      if (pdu.command === 'deliver_sm') void answerDelivery(session, pdu, options.onDeliverSm);
      else session.refuse(pdu);
    },
    onLateResponse(pdu: ResponsePdu) {
      if (pdu.command === 'submit_sm_resp') options.onLateSubmitResp?.(pdu);
    },
  });
  await bindSession(session, options, bind);
  return clientOf(session, bind);
}

async function bindSession(session: Session, options: SmppClientOptions, mode: BindMode): Promise<void> {
  const { systemId, password, systemType = '', signal } = options;
  const onAbort = () => session.destroy('called off');
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal?.aborted) onAbort();
    const fields = { systemId, password, systemType, interfaceVersion: SMPP_3_4 };
    const { status } = await session.request(`bind_${mode}`, fields);
    if (status !== ESME_ROK) throw new SmppBindError(status);
  } catch (error) {
    session.close('the bind failed');
    throw signal?.aborted ? aborted(signal) : error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

async function answerDelivery(
  session: Session,
  pdu: DeliverSm,
  onDeliverSm: SmppClientOptions['onDeliverSm'],
): Promise<void> {
  let status = ESME_RX_R_APPN;
  try {
    if (onDeliverSm) status = await onDeliverSm(pdu);
  } catch {
    status = ESME_RX_T_APPN;
  }
  session.send('deliver_sm_resp', pdu.sequence, status);
}

function clientOf(session: Session, mode: BindMode): SmppClient {
  return {
    submitSm(fields, onWritten) {
      if (mode === 'receiver')
        return Promise.reject(new SmppError('not-bound', 'a receiver bind takes no submit_sm'));
      return session.request('submit_sm', fields, { inWindow: true, onWritten });
    },
    async enquireLink() {
      await session.request('enquire_link', {});
    },
    get freeSlots() {
      return mode === 'receiver' ? 0 : session.freeSlots;
    },
    whenFree: session.whenFree,
    closed: session.closed,
    get isOpen() {
      return session.isOpen;
    },
    unbind: session.unbind,
    destroy: () => session.destroy(),
  };
}
