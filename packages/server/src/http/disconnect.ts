/** Notices that a client has disconnected, so that work for it can stop. */
import type { FastifyReply } from 'fastify';

/** Aborts when the connection closes, also after a complete answer. */
export function signalOfClose(reply: FastifyReply): AbortSignal {
  // The event does not come again if the client left while its session was looked up.
  if (reply.raw.closed) return AbortSignal.abort();
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  return closed.signal;
}
