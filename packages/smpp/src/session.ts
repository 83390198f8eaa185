/**
 * What client and server sessions share: reading and writing PDUs, matching responses to requests, enquire_link, unbind and
 * shutdown. The owner serves all other requests (`onRequest`).
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
  /** For responses, and for a PDU of the peer from its first octet to its last; default 10,000. */
  readonly responseTimeoutMs?: number;
  /** How long the peer may be silent before enquire_link is sent; default 30,000, 0 disables it. */
  readonly enquireLinkMs?: number;
}

export interface SessionOptions extends SessionTimers {
  readonly clock: Clock;
  readonly window: number;
  /** Handles every request except enquire_link and unbind, which the session answers itself. */
  readonly onRequest: (pdu: IncomingPdu) => void;
}

/** The requests that the owner of a session serves or refuses. */
export type IncomingPdu = Exclude<RequestPdu, { command: 'enquire_link' | 'unbind' }> | NoticePdu;

export interface RequestOptions<C extends RequestCommand> {
  /** Whether it takes a slot of the window; default false. */
  readonly inWindow?: boolean;
  readonly timeoutMs?: number;
  /** Called at most once, with a response that arrives after `timeout`; never once the session has ended. */
  readonly onLate?: ((response: ResponseOf<C>, writtenAt: number | null) => void) | undefined;
}

/** Why a session ended: `unbound`, `the peer closed the connection` … */
export interface SessionEnd {
  readonly reason: string;
}

export type Session = ReturnType<typeof createSession>;

const NO_FIELDS = {};
/** How long a peer may take to close its side after we closed ours. */
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
  let lastReceivedAt = clock.now();
  let stopLinger = () => {};
  let stopPartialTimer = () => {};
  /** The index of the incomplete PDU in the stream; undefined if there is none. */
  let partialIndex: number | undefined;

  const stopKeepalive = startKeepalive({
    clock,
    enquireLinkMs,
    lastReceivedAt: () => lastReceivedAt,
    enquire: () => request('enquire_link', {}),
    onDead: destroy,
  });

  // Nagle's algorithm and delayed ACKs would hold small PDUs and their responses back: 40 ms per window.
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

  // A socket that was destroyed before it got here emits no more events.
  if (socket.destroyed) process.nextTick(destroy, 'the connection was closed');

  function onData(chunk: Buffer): void {
    if (isClosed) return;
    lastReceivedAt = clock.now();
    reader.push(chunk);
    for (let read = reader.next(); read !== null && !isClosed; read = reader.next()) {
      if (read instanceof PduError) answerFault(read);
      else dispatch(read);
    }
    if (reader.isLost) close('the peer sent a PDU of an invalid length');
    else watchPartial();
  }

  /** A PDU must be complete within the response timeout: a wrong command_length would swallow what follows. */
  function watchPartial(): void {
    const incomplete = reader.isPartial ? reader.count : undefined;
    if (incomplete === partialIndex) return;
    partialIndex = incomplete;
    stopPartialTimer();
    if (incomplete === undefined || isClosed) return;
    armPartialTimer(2);
  }

  // In two steps: if our process stalls, the data that arrived in the meantime is read between them. While reading is paused
  // because the peer does not read, its PDU cannot make progress.
  function armPartialTimer(steps: number): void {
    stopPartialTimer = clock.after(responseTimeoutMs / 2, () => {
      if (socket.isPaused()) return armPartialTimer(steps);
      if (steps > 1) return armPartialTimer(steps - 1);
      send('generic_nack', 0, ESME_RINVCMDLEN);
      close('timed out waiting for the rest of a PDU');
    });
  }

  /** Every response that we support can be read; any other one belongs to none of our requests. */
  function answerFault({ isResponse, sequence, status }: PduError): void {
    if (!isResponse) send('generic_nack', sequence, status);
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

  /** Sends a response; does nothing once the session has ended. @throws PduError for a field that does not fit. */
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

  /** Sends a request and waits for its response, whatever its status. Rejects with an SmppError if none arrives. */
  function request<C extends RequestCommand>(
    command: C,
    fields: object,
    options?: RequestOptions<C>,
  ): Promise<ResponseOf<C>> {
    return new Promise((resolve, reject) => requestWithCallbacks(command, fields, resolve, reject, options));
  }

  /**
   * Like {@link request} with callbacks. If nothing is sent, `onFailure` is called before this returns. Both get the time when
   * the PDU was handed to the socket, in epoch milliseconds, or null if it never was.
   */
  function requestWithCallbacks<C extends RequestCommand>(
    command: C,
    fields: object,
    onAnswer: (response: ResponseOf<C>, writtenAt: number | null) => void,
    onFailure: (error: SmppError, writtenAt: number | null) => void,
    { inWindow = false, timeoutMs = responseTimeoutMs, onLate }: RequestOptions<C> = {},
  ): void {
    if (isClosed || (unbinding && inWindow))
      return onFailure(new SmppError('closed', 'the session has ended or is unbinding'), null);
    if (inWindow && pending.freeSlots <= 0)
      return onFailure(new SmppError('window-full', `${options.window} requests are in flight`), null);
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
      return onFailure(new SmppError('invalid', `${command} cannot be encoded: ${why}`, { cause }), null);
    }
    pending.add(waiting);
  }

  /** Closes gracefully: the queue is still written. */
  function close(reason: string): void {
    if (isClosed) return;
    outbox.flush();
    finish(reason);
    socket.end();
    stopLinger = clock.after(LINGER_MS, () => socket.destroy());
  }

  /** Closes at once: the queue is never written. */
  function destroy(reason = 'destroyed'): void {
    if (isClosed) return;
    outbox.drop();
    finish(reason);
    socket.destroy();
  }

  function finish(reason: string): void {
    isClosed = true;
    stopKeepalive();
    stopPartialTimer();
    pending.endAll(reason);
    closed.resolve({ reason });
  }

  async function unbindWithin(timeoutMs: number): Promise<void> {
    const deadline = clock.now() + timeoutMs;
    const timedOut = Promise.withResolvers<void>();
    const cancel = clock.after(timeoutMs, timedOut.resolve);
    await Promise.race([pending.whenEmpty(), timedOut.promise]);
    cancel();
    const unbound = request('unbind', {}, { timeoutMs: deadline - clock.now() }).catch(() => {});
    if (clock.now() < deadline) await unbound;
    close('unbound');
  }

  return {
    request,
    requestWithCallbacks,
    send,
    /** Refuses an unsupported request (section 3.3). */
    refuse: (pdu: IncomingPdu) => send('generic_nack', pdu.sequence, ESME_RINVCMDID),
    close,
    destroy,
    /**
     * Stops accepting requests in the window, waits for the responses in flight, sends unbind, waits for its response
     * and closes, all within `timeoutMs`. Never rejects. Idempotent: later calls return the first promise.
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
