/**
 * The requests a session waits on: which answer belongs to which, how many may be out at a time (the window), and what
 * ends without an answer. One timer serves them all: set for the earliest deadline, it ends what is due and is set again.
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
  /** Epoch milliseconds, once it has been handed to the socket. */
  writtenAt: number | null;
  readonly resolve: (response: ResponsePdu, writtenAt: number | null) => void;
  readonly reject: (error: SmppError, writtenAt: number | null) => void;
  /** Called at most once, with an answer that comes after the request had ended in `timeout`. */
  readonly onLate: ((response: ResponsePdu, writtenAt: number | null) => void) | undefined;
}

export interface PendingOptions {
  readonly clock: Clock;
  /** How many requests may wait for an answer at a time, those outside the window (bind, enquire_link …) not counted. */
  readonly window: number;
  /** By default 1. */
  readonly firstSequence?: number;
}

/** How many timed-out requests are remembered for a late answer; the oldest go first. */
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
    fail(request, 'timeout', 'no answer came in time');
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
    // What does not count, an enquire_link say, may end by it: that the peer lives is certain.
    if (isAmbiguous && (request === undefined || request.inWindow)) return;
    const asked = request ?? late.get(response.sequence);
    const answer = asked && asAnswer(response, asked.answer);
    if (!answer) return;
    if (request) {
      remove(request);
      request.resolve(answer, request.writtenAt);
    } else {
      late.delete(response.sequence);
      asked.onLate?.(answer, asked.writtenAt);
    }
  }

  return {
    nextSequence,
    add,
    /**
     * Ends the request that this answers; an answer nobody waits for is passed over. So is one that `isAmbiguous`, for
     * it may be about a PDU other than the request: the true answer may still come, and until then nothing is known.
     */
    settle,
    /** Ends a request whose answer cannot be read. */
    settleUnreadable(sequence: number, why: string): void {
      const request = pending.get(sequence);
      if (request) fail(request, 'bad-response', `the answer cannot be read: ${why}`);
    },
    /** Ends every request: the session is over. */
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
    /** Resolves once no request of the window waits any more. Never rejects. */
    whenEmpty(): Promise<void> {
      if (inWindow === 0) return Promise.resolve();
      windowEmptied ??= Promise.withResolvers();
      return windowEmptied.promise;
    },
  };
}

/**
 * The response as the one that was waited for; undefined where it answers another command. A generic_nack is an answer
 * to anything: its status becomes that of an empty answer, and never success.
 */
function asAnswer(response: ResponsePdu, expected: ResponsePdu['command']): ResponsePdu | undefined {
  if (response.command === expected) return response;
  if (response.command !== 'generic_nack') return undefined;
  const answer = definitionOf(expected).blank() as ResponsePdu;
  answer.sequence = response.sequence;
  answer.status = response.status || ESME_RUNKNOWNERR;
  return answer;
}
