/**
 * The requests in flight of a session: matches responses, enforces the window and times out. One timer serves all of them:
 * it is set for the earliest deadline.
 */
import type { Clock } from './clock.ts';
import { ESME_RUNKNOWNERR } from './command-status.ts';
import type { PduOf, RequestCommand, ResponsePdu } from './pdu.ts';
import { definitionOf } from './pdu-definitions.ts';
import { SmppError, type SmppErrorReason } from './smpp-error.ts';

export type ResponseOf<C extends RequestCommand> = PduOf<`${C}_resp`>;

export interface PendingRequest {
  readonly sequence: number;
  readonly answer: ResponsePdu['command'];
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly inWindow: boolean;
  /** Epoch milliseconds; null until the PDU was handed to the socket. */
  writtenAt: number | null;
  readonly resolve: (response: ResponsePdu, writtenAt: number | null) => void;
  readonly reject: (error: SmppError, writtenAt: number | null) => void;
  /** Called at most once, with a response that arrives after the request ended in `timeout`. */
  readonly onLate: ((response: ResponsePdu, writtenAt: number | null) => void) | undefined;
}

export interface PendingOptions {
  readonly clock: Clock;
  /** How many requests may be in flight, not counting those outside the window (bind, enquire_link …). */
  readonly window: number;
  /** Default: 1. */
  readonly firstSequence?: number;
}

/** How many timed-out requests are remembered for a late response; the oldest are dropped first. */
const MAX_LATE = 10_000;
const MAX_SEQUENCE = 0x7fffffff;

export function createPendingRequests({ clock, window, firstSequence = 1 }: PendingOptions) {
  const pending = new Map<number, PendingRequest>();
  const late = new Map<number, PendingRequest>();
  let lastSequence = firstSequence - 1;
  let inWindow = 0;
  let windowEmptied: PromiseWithResolvers<void> | undefined;
  let hasEnded = false;
  let timerAt = Number.POSITIVE_INFINITY;
  let cancelTimer = () => {};

  function nextSequence(): number {
    do lastSequence = lastSequence === MAX_SEQUENCE ? 1 : lastSequence + 1;
    while (pending.has(lastSequence));
    return lastSequence;
  }

  function add(request: PendingRequest): void {
    pending.set(request.sequence, request);
    if (late.size > 0) late.delete(request.sequence);
    if (request.inWindow) inWindow += 1;
    if (request.deadline < timerAt) setTimer(request.deadline);
  }

  function setTimer(at: number): void {
    cancelTimer();
    timerAt = at;
    cancelTimer = clock.after(at - clock.now(), sweep);
  }

  function sweep(): void {
    const now = clock.now();
    timerAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    for (const request of pending.values()) {
      if (request.deadline <= now) expire(request);
      else if (request.deadline < next) next = request.deadline;
    }
    if (next < timerAt) setTimer(next);
  }

  function expire(request: PendingRequest): void {
    const [oldest] = late.size < MAX_LATE ? [] : late.keys();
    if (oldest !== undefined) late.delete(oldest);
    if (request.onLate) late.set(request.sequence, request);
    fail(request, 'timeout', 'timed out waiting for the response');
  }

  function fail(request: PendingRequest, reason: SmppErrorReason, message: string): void {
    remove(request);
    const { writtenAt } = request;
    request.reject(new SmppError(reason, message, { written: writtenAt !== null }), writtenAt);
  }

  function remove(request: PendingRequest): void {
    pending.delete(request.sequence);
    if (!request.inWindow) return;
    inWindow -= 1;
    if (inWindow > 0) return;
    windowEmptied?.resolve();
    windowEmptied = undefined;
  }

  function settle(response: ResponsePdu, isAmbiguous = false): void {
    const request = pending.get(response.sequence);
    // It may end a request outside the window, such as enquire_link: the peer is certainly alive.
    if (isAmbiguous && (request === undefined || request.inWindow)) return;
    const matched = request ?? late.get(response.sequence);
    const answer = matched && asAnswer(response, matched.answer);
    if (!answer) return;
    if (request) {
      remove(request);
      request.resolve(answer, request.writtenAt);
    } else {
      late.delete(response.sequence);
      matched.onLate?.(answer, matched.writtenAt);
    }
  }

  return {
    nextSequence,
    add,
    /**
     * Ends the request that the response belongs to; an unexpected one is ignored. If `isAmbiguous`, the response may refer to
     * another PDU, so a request in the window stays pending: its real response may still arrive.
     */
    settle,
    /** Ends every request because the session is over. */
    endAll(reason: string): void {
      hasEnded = true;
      cancelTimer();
      const why = `the session has ended: ${reason}`;
      for (const request of pending.values()) fail(request, 'closed', why);
      late.clear();
    },
    get freeSlots(): number {
      return hasEnded ? 0 : window - inWindow;
    },
    /** Resolves once no request in the window is in flight. Never rejects. */
    whenEmpty(): Promise<void> {
      if (inWindow === 0) return Promise.resolve();
      windowEmptied ??= Promise.withResolvers();
      return windowEmptied.promise;
    },
  };
}

/**
 * The response as the expected command; undefined if it belongs to another command. A generic_nack answers any request: it
 * becomes an empty response with its status, and never success.
 */
function asAnswer(response: ResponsePdu, expected: ResponsePdu['command']): ResponsePdu | undefined {
  if (response.command === expected) return response;
  if (response.command !== 'generic_nack') return undefined;
  const answer = definitionOf(expected).blank() as ResponsePdu;
  answer.sequence = response.sequence;
  answer.status = response.status || ESME_RUNKNOWNERR;
  return answer;
}
