/**
 * What client and server sessions share: octets in, octets out, answers matched to requests, enquire_link and unbind,
 * and an end that ends everything. Which requests are served is the owner's business (`onRequest`).
 */
import type { Socket } from 'node:net';
import { createAnsweredSequences } from './answered-sequences.ts';
import type { Clock } from './clock.ts';
import { ESME_RINVCMDID, ESME_RINVCMDLEN, ESME_ROK } from './command-status.ts';
import { startKeepalive } from './keepalive.ts';
import { createOutbox } from './outbox.ts';
import type { NoticePdu, Pdu, RequestCommand, RequestPdu, ResponsePdu } from './pdu.ts';
import { ANSWERS } from './pdu-definitions.ts';
import { PduError } from './pdu-error.ts';
import { createPduReader } from './pdu-reader.ts';
import { createPendingRequests, type PendingRequest, type ResponseOf } from './pending-requests.ts';
import { SmppError } from './smpp-error.ts';

export { SmppError, type SmppErrorReason } from './smpp-error.ts';

export interface SessionTimers {
  /** For answers, and for a PDU of the peer from its first octet to its last; by default 10,000. */
  readonly responseTimeoutMs?: number;
  /** Silence of the peer after which it is asked whether it is there; by default 30,000, 0 for never. */
  readonly enquireLinkMs?: number;
}

export interface SessionOptions extends SessionTimers {
  readonly clock: Clock;
  readonly window: number;
  /** Takes every request and notice but enquire_link and unbind, which the session answers itself. */
  readonly onRequest: (pdu: IncomingPdu) => void;
}

/** What the owner of a session serves or refuses. */
export type IncomingPdu = Exclude<RequestPdu, { command: 'enquire_link' | 'unbind' }> | NoticePdu;

export interface RequestOptions<C extends RequestCommand> {
  /** Whether it takes a slot of the window; by default not. */
  readonly inWindow?: boolean;
  readonly timeoutMs?: number;
  /** Called at most once, with an answer that comes after `timeout`; not once the session has ended. */
  readonly onLate?: ((response: ResponseOf<C>, writtenAt: number | null) => void) | undefined;
}

/** Why a session ended, in words: `unbound`, `the peer closed the connection` … */
export interface SessionEnd {
  readonly reason: string;
}

export type Session = ReturnType<typeof createSession>;

const NO_FIELDS = {};
/** How long a peer may take to close its side after we have closed ours. */
const LINGER_MS = 1_000;

/** Runs SMPP over a connected socket. */
export function createSession(socket: Socket, options: SessionOptions) {
  const { clock, responseTimeoutMs = 10_000, enquireLinkMs = 30_000 } = options;
  const reader = createPduReader();
  const outbox = createOutbox(socket, clock);
  const pending = createPendingRequests({ clock, window: options.window });
  const answered = createAnsweredSequences();
  const closed = Promise.withResolvers<SessionEnd>();
  let isClosed = false;
  let unbinding: Promise<void> | undefined;
  let socketError: Error | undefined;
  let lastHeard = clock.now();
  let stopLinger = () => {};
  let stopHalfTimer = () => {};
  /** Which PDU of the stream has begun and is not whole; undefined while none is. */
  let half: number | undefined;

  const stopKeepalive = startKeepalive({
    clock,
    enquireLinkMs,
    lastHeard: () => lastHeard,
    enquire: () => request('enquire_link', {}),
    onDead: destroy,
  });

  // Small PDUs and answers would wait for each other by Nagle and delayed ACK: 40 ms a window.
  socket.setNoDelay(true);
  socket.on('data', onData);
  socket.on('error', (error) => {
    socketError = error;
  });
  socket.on('end', () => destroy('the peer closed the connection'));
  socket.on('close', () => {
    destroy(socketError ? `the connection broke: ${socketError.message}` : 'the connection was closed');
    stopLinger();
  });

  // A socket that broke before it came here has told everybody but us.
  if (socket.destroyed) process.nextTick(destroy, 'the connection was closed');

  function onData(chunk: Buffer): void {
    if (isClosed) return;
    lastHeard = clock.now();
    reader.push(chunk);
    for (let read = reader.next(); read !== null && !isClosed; read = reader.next()) {
      if (read instanceof PduError) answerFault(read);
      else dispatch(read);
    }
    if (reader.isLost) close('the peer sent a PDU of an impossible length');
    else watchHalf();
  }

  /** A PDU that has begun must be whole within the response timer: a length that lies would swallow what follows. */
  function watchHalf(): void {
    const begun = reader.isHalf ? reader.count : undefined;
    if (begun === half) return;
    half = begun;
    stopHalfTimer();
    if (begun === undefined || isClosed) return;
    armHalfTimer(2);
  }

  // In two steps: after a standstill of our own, what has come meanwhile is read between them. While we read nothing
  // because the peer reads nothing, its PDU cannot go on.
  function armHalfTimer(steps: number): void {
    stopHalfTimer = clock.after(responseTimeoutMs / 2, () => {
      if (socket.isPaused()) return armHalfTimer(steps);
      if (steps > 1) return armHalfTimer(steps - 1);
      send('generic_nack', 0, ESME_RINVCMDLEN);
      close('the peer left a PDU unfinished');
    });
  }

  function answerFault({ isResponse, sequence, status, message }: PduError): void {
    if (!isResponse) send('generic_nack', sequence, status);
    // An answer to a command unknown here answers nothing of ours.
    else if (status !== ESME_RINVCMDID) pending.settleUnreadable(sequence, message);
  }

  function dispatch(pdu: Pdu): void {
    switch (pdu.command) {
      case 'submit_sm':
      case 'deliver_sm':
      case 'data_sm':
      case 'alert_notification':
      case 'bind_receiver':
      case 'bind_transmitter':
      case 'bind_transceiver':
        return options.onRequest(pdu);
      case 'enquire_link':
        return send('enquire_link_resp', pdu.sequence, ESME_ROK);
      case 'unbind':
        send('unbind_resp', pdu.sequence, ESME_ROK);
        return close('unbound by the peer');
      case 'generic_nack':
        return pending.settle(pdu, answered.has(pdu.sequence));
      default:
        return pending.settle(pdu);
    }
  }

  /** Answers a request; once the session has ended it does nothing. @throws PduError for a field that does not fit. */
  function send(
    command: ResponsePdu['command'],
    sequence: number,
    status: number,
    fields: object = NO_FIELDS,
  ): void {
    if (isClosed) return;
    outbox.push(command, sequence, status, fields);
    answered.add(sequence);
  }

  /** Sends a request and waits for its answer, whatever its status. Rejects with a SmppError where none comes. */
  function request<C extends RequestCommand>(
    command: C,
    fields: object,
    options?: RequestOptions<C>,
  ): Promise<ResponseOf<C>> {
    return new Promise((resolve, reject) => ask(command, fields, resolve, reject, options));
  }

  /**
   * As {@link request}, without a promise. `onFailure` may be called before this returns: where nothing is sent. Both are
   * told when the PDU was handed to the socket, in epoch milliseconds; null: never.
   */
  function ask<C extends RequestCommand>(
    command: C,
    fields: object,
    onAnswer: (response: ResponseOf<C>, writtenAt: number | null) => void,
    onFailure: (error: SmppError, writtenAt: number | null) => void,
    { inWindow = false, timeoutMs = responseTimeoutMs, onLate }: RequestOptions<C> = {},
  ): void {
    if (isClosed || (unbinding && inWindow))
      return onFailure(new SmppError('closed', 'the session has ended or is about to'), null);
    if (inWindow && pending.freeSlots <= 0)
      return onFailure(new SmppError('window-full', `${options.window} requests wait for an answer`), null);
    const waiting: PendingRequest = {
      sequence: pending.nextSequence(),
      answer: ANSWERS[command],
      deadline: clock.now() + timeoutMs,
      inWindow,
      writtenAt: null,
      resolve: onAnswer as PendingRequest['resolve'],
      reject: onFailure,
      onLate: onLate as PendingRequest['onLate'],
    };
    try {
      outbox.push(command, waiting.sequence, 0, fields, waiting);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      return onFailure(new SmppError('invalid', `${command} cannot be written: ${why}`, { cause }), null);
    }
    pending.add(waiting);
  }

  /** Ends the session in good order: what is queued still goes out. */
  function close(reason: string): void {
    if (isClosed) return;
    outbox.flush();
    finish(reason);
    socket.end();
    stopLinger = clock.after(LINGER_MS, () => socket.destroy());
  }

  /** Ends the session at once: what is queued is never written. */
  function destroy(reason = 'destroyed'): void {
    if (isClosed) return;
    outbox.drop();
    finish(reason);
    socket.destroy();
  }

  function finish(reason: string): void {
    isClosed = true;
    stopKeepalive();
    stopHalfTimer();
    pending.endAll(reason);
    closed.resolve({ reason });
  }

  async function unbindWithin(timeoutMs: number): Promise<void> {
    const deadline = clock.now() + timeoutMs;
    const enough = Promise.withResolvers<void>();
    const cancel = clock.after(timeoutMs, enough.resolve);
    await Promise.race([pending.whenEmpty(), enough.promise]);
    cancel();
    const agreed = request('unbind', {}, { timeoutMs: deadline - clock.now() }).catch(() => {});
    if (clock.now() < deadline) await agreed;
    close('unbound');
  }

  return {
    request,
    ask,
    send,
    /** Answers what is not served here, as section 3.3 wants it. */
    refuse: (pdu: IncomingPdu) => send('generic_nack', pdu.sequence, ESME_RINVCMDID),
    close,
    destroy,
    /**
     * Takes no more requests for the window, waits for the answers of those under way, sends unbind, waits for its
     * answer and closes, all within `timeoutMs`. Never rejects; calling again joins the first call.
     */
    unbind(timeoutMs: number = responseTimeoutMs): Promise<void> {
      if (!unbinding) unbinding = isClosed ? Promise.resolve() : unbindWithin(timeoutMs);
      return unbinding;
    },
    get isOpen(): boolean {
      return !isClosed && !unbinding;
    },
    get freeSlots(): number {
      return unbinding ? 0 : pending.freeSlots;
    },
    /** Resolves when the session has ended. Never rejects. */
    closed: closed.promise,
  };
}
