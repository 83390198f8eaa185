/**
 * Bodies on their way in: none takes a place of admission while it arrives, and those of requests that have not proven who
 * they are are few, small and quick (GUARD-1).
 */
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT, STRANGER_BODY_LIMIT } from '../http/body-parsers.ts';
import { cutRequest } from '../http/client-errors.ts';
import { ProblemError, unknownRoute } from '../http/problem.ts';
import { createStrangerBodies } from './stranger-bodies.ts';

const WITHIN_MS = 10_000;
/**
 * A source that posts an MMS proves itself by a signature over all of its body. Whoever knows its address, 128 random bits,
 * may take as long as a phone takes for 10 MB at 1.5 Mbit/s.
 */
const LARGE_WITHIN_MS = 60_000;
/** Of these Fastify reads no body. */
const BODYLESS = new Set(['GET', 'HEAD', 'TRACE']);

/** @returns how many bodies of strangers are arriving */
export function watchBodies(
  app: FastifyInstance,
  { clock, onCut }: { readonly clock: Clock; readonly onCut: (request: FastifyRequest) => void },
): () => number {
  const bodies = createStrangerBodies(clock);

  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { raw, standing } = request;
    if (BODYLESS.has(request.method) || raw.complete || !hasBody(request)) return done(null, payload);
    if (request.is404) return done(unknownRoute(request));
    if (standing.isProven) {
      standing.place?.pause();
      return done(null, payload);
    }
    const limit = limitOf(request);
    if (lengthOf(request) > limit) return done(tooLarge(limit));
    standing.place?.pause();
    bodies.begin({
      network: standing.network,
      request: raw,
      withinMs: lengthOf(request) > STRANGER_BODY_LIMIT ? LARGE_WITHIN_MS : WITHIN_MS,
      mostBytes: limit,
      cut(why) {
        onCut(request);
        cutRequest(raw.socket, why === 'slow' ? 'request.timeout' : 'server.busy', clock);
      },
    });
    done(null, payload);
  });
  app.addHook('onClose', async () => bodies.stop());
  return () => bodies.size;
}

function hasBody(request: FastifyRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;
}

/** In bytes, as the client says; 0 where it does not. */
function lengthOf({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0) || 0;
}

/** A route whose strangers send more says so itself. */
function limitOf({ routeOptions }: FastifyRequest): number {
  const { bodyLimit } = routeOptions;
  return bodyLimit === BODY_LIMIT ? STRANGER_BODY_LIMIT : bodyLimit;
}

function tooLarge(limit: number): ProblemError {
  return new ProblemError('body.too-large', `Send at most ${limit.toLocaleString('en-US')} bytes here.`);
}
