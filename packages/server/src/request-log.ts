/** One line a request: what was asked of which route, what came of it, how long it took. Never a body, query or cookie. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Told in every problem body, every answer's X-Request-Id and every line of the log. */
export function createRequestId(): string {
  return randomBytes(9).toString('base64url');
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      ...whatWasAsked(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    // Probes come every few seconds, for ever; what was turned away, by the thousand, and is told in one line.
    const isProbe = request.routeOptions.config.background && reply.statusCode < 500;
    if (isProbe || request.turnedAway) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
  app.addHook('onRequestAbort', async (request) => {
    // One that was cut is told with the others that were turned away.
    if (!request.turnedAway) request.log.info(whatWasAsked(request), 'the client went away');
  });
}

function whatWasAsked(request: FastifyRequest) {
  return { method: request.method, route: request.routeOptions.url ?? 'unknown' };
}
