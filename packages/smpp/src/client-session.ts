/** The ESME's side of one connection, whoever opened it: binds, asks, and takes what is delivered. */
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

/** How an ESME binds and what it does with what comes; the same whoever opened the connection. */
export interface SmppBindOptions extends SessionTimers {
  readonly systemId: string;
  readonly password: string;
  readonly systemType?: string;
  /** By default `transceiver`. */
  readonly bind?: BindMode;
  /** How many submit_sm may wait for their answers at a time; by default 10. */
  readonly window?: number;
  readonly clock: Clock;
  /**
   * Takes a message or receipt and gives the command_status of the answer, which is sent only then; see {@link Deliver}.
   * Without a handler everything is refused.
   */
  readonly onDeliverSm?: Deliver<DeliverSm>;
  /** As {@link onDeliverSm}. Without a handler data_sm is answered by generic_nack, as a command unknown here. */
  readonly onDataSm?: Deliver<DataSm>;
}

/**
 * Gives the command_status of the answer at once, as a promise, or, where it returns nothing, by a call of `respond`, now or
 * later: that costs no promise. Only the first status is sent. Many may wait for their status at a time. An exception or a
 * rejection is answered ESME_RX_T_APPN: send it again.
 */
export type Deliver<P> = (pdu: P, respond: (status: number) => void) => number | Promise<number> | void;

export interface SmppClient {
  /**
   * Sends a submit_sm and resolves to its answer, whatever its status; a generic_nack counts as an answer, unless it
   * may be about an answer of ours under the same number.
   * @throws SmppError where no answer came or nothing was sent; its `written` tells which.
   */
  submitSm(fields: SubmitFields): Promise<SubmitSmResp>;
  /**
   * As {@link submitSm} without a promise, for high rates: `onEnd` is called once, with the answer or with the SmppError, and
   * before this returns where nothing is sent. `writtenAt` is when the PDU was handed to the socket, in epoch milliseconds;
   * null: never. Must not throw.
   * @param onLate called at most once, with an answer that comes after `timeout` while the session lasts. Must not throw.
   */
  submit(
    fields: SubmitFields,
    onEnd: (end: SubmitSmResp | SmppError, writtenAt: number | null) => void,
    onLate?: (answer: SubmitSmResp, writtenAt: number | null) => void,
  ): void;
  /** Asks the peer whether it is there. @throws SmppError where it does not answer within the response timer */
  enquireLink(): Promise<void>;
  /** How many requests may be sent now; 0 once the session has ended or is about to. */
  readonly freeSlots: number;
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

/** A session over a connected socket that is yet to bind. */
export function createClientSession(socket: Socket, options: SmppBindOptions): Session {
  const onRequest = serveDeliveries(options);
  const session: Session = createSession(socket, {
    ...options,
    window: options.window ?? 10,
    onRequest: (pdu) => onRequest(session, pdu),
  });
  return session;
}

/** Serves what an SMSC may ask of an ESME by the handlers of its options. */
function serveDeliveries(options: SmppBindOptions): (session: Session, pdu: IncomingPdu) => void {
  const { onDeliverSm, onDataSm } = options;
  return (session, pdu) => {
    if (pdu.command === 'deliver_sm') {
      if (onDeliverSm) answer(session, pdu, onDeliverSm);
      else session.send('deliver_sm_resp', pdu.sequence, ESME_RX_R_APPN);
    } else if (pdu.command === 'data_sm' && onDataSm) {
      answer(session, pdu, onDataSm);
    } else if (pdu.command !== 'alert_notification') {
      // That a phone can be reached again is not answered, and of no use here.
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

/** Apart from the PDU, so that whoever keeps `respond` until a commit does not keep the octets that came with it. */
function createRespond(session: Session, command: 'deliver_sm_resp' | 'data_sm_resp', sequence: number) {
  let isAnswered = false;
  return (status: number): void => {
    if (isAnswered) return;
    isAnswered = true;
    session.send(command, sequence, status);
  };
}

/** Binds, and ends the session where that does not come about. @throws SmppBindError, SmppError */
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
    else session.ask('submit_sm', fields, onEnd, onEnd, { inWindow: true, onLate });
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
