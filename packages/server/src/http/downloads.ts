/**
 * Answers of any length, such as exports: each reads one batch after another until its client has everything, which can take
 * hours. An account downloads few at once, so that it cannot use up connections to the database and request capacity with them.
 */
import { createFairGate } from '@textprobe/domain/fair-gate';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signalOfClose } from './disconnect.ts';
import { ProblemError } from './problem.ts';

/** Two of the pool's ten connections. A client that reads slowly delays only downloads of its own account. */
const LIMITS = { atOnce: Number.POSITIVE_INFINITY, ofCaller: 2, waiting: 20 };
const RETRY_MS = 5_000;

/**
 * @param send begins the answer; called once it is the turn of this download, which ends when the connection closes
 * @throws ProblemError rate.limited
 */
export type Download = (
  request: FastifyRequest,
  reply: FastifyReply,
  send: () => FastifyReply,
) => Promise<FastifyReply>;

declare module 'fastify' {
  interface FastifyInstance {
    download: Download;
  }
}

export function createDownloads(): Download {
  const gate = createFairGate(LIMITS);

  /** @returns null when the queue is full; false if the client disconnected */
  async function waitForTurn(request: FastifyRequest, closed: AbortSignal): Promise<boolean | null> {
    const turn = Promise.withResolvers<boolean | null>();
    const untilClosed = async () => {
      turn.resolve(true);
      if (!closed.aborted) await new Promise((end) => closed.addEventListener('abort', end, { once: true }));
      return true;
    };
    const passing = gate.pass(request.identity.gateCaller(), untilClosed, closed);
    passing.then(turn.resolve, () => turn.resolve(false));
    return turn.promise;
  }

  return async (request, reply, send) => {
    const isItsTurn = await waitForTurn(request, signalOfClose(reply));
    if (isItsTurn === null) {
      const message = 'You have too many downloads in progress. Wait until one ends.';
      throw new ProblemError('rate.limited', message, { retryAfterMs: RETRY_MS });
    }
    // Without a client there is nothing to answer.
    return isItsTurn ? send() : reply.hijack();
  };
}
