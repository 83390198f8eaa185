/** Refuses quickly what this process cannot answer soon (promise 6): a bounded number of requests at once. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from './problem.ts';

/** Paths that must answer just then. */
const EXEMPT = /^\/api\/(?:health\/|metrics(?:\?|$))/;

/** Answers the function that tells how many are being answered now. */
export function refuseOverload(app: FastifyInstance, limit: number): () => number {
  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (EXEMPT.test(request.url) || request.routeOptions.config.longLived) return done();
    if (inFlight >= limit) {
      return done(
        new ProblemError('server.busy', 'Too many requests at once. Try again in a second.', {
          retryAfterMs: 1_000,
        }),
      );
    }
    inFlight += 1;
    // 'close' comes after the last byte and after a broken connection alike.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    done();
  });
  return () => inFlight;
}
