/** Serves the event stream of changed tests (CALL-25). */
import type { OutgoingHttpHeaders } from 'node:http';
import { calls } from '@textprobe/contract/calls';
import type { ProblemCode } from '@textprobe/contract/problem';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../auth/rights.ts';
import { ProblemError } from '../../http/problem.ts';
import { requestSchemas } from '../../http/route.ts';
import type { LiveStreams, StreamRefusal } from '../../live/live-streams.ts';

const RETRY_MS = 30_000;

const WORDS: Readonly<Record<StreamRefusal, readonly [ProblemCode, string]>> = {
  session: ['rate.limited', 'This session has too many event streams. Close some tabs of the console.'],
  account: ['rate.limited', 'This account has too many event streams. Close some tabs of the console.'],
  all: ['server.busy', 'Too many event streams. Refresh the page manually for now.'],
};

export function liveRoutes(
  app: FastifyInstance,
  deps: { streams: LiveStreams; isDraining: () => boolean },
): void {
  const { streams, isDraining } = deps;
  // No HEAD: it would keep an unread stream open.
  const options = {
    exposeHeadRoute: false,
    schema: requestSchemas(calls.live),
    config: { access: 'session', roles: calls.live.roles, background: true, longLived: true },
  } as const;

  app.get(calls.live.path, options, async (request, reply) => {
    const caller = requireCaller(request.caller);
    if (isDraining())
      throw new ProblemError('server.draining', 'This process is shutting down.', { retryAfterMs: 3_000 });
    const refusal = streams.refusalOf(caller);
    if (refusal !== null) {
      const [code, words] = WORDS[refusal];
      throw new ProblemError(code, words, { retryAfterMs: RETRY_MS });
    }
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Otherwise nginx buffers events.
      'x-accel-buffering': 'no',
    });
    streams.open(reply.raw, caller);
  });
}
