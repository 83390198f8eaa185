/**
 * Sheds load that this process cannot answer soon (promise 6), before any session lookup or body is read: 503, or 429 where
 * one caller exceeds its share, with Retry-After. Unauthenticated requests are charged to their network and hold no capacity
 * while their body arrives (GUARD-1).
 */
import type { ProblemCode } from '@textprobe/contract/problem';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from '../http/connections.ts';
import { describeProblem, PROBLEM_CONTENT_TYPE } from '../http/problem.ts';
import { createAdmission, type Refusal } from './admission.ts';
import { watchBodies } from './body-watch.ts';
import { type CallerIdentity, createCallerIdentities, TOO_MANY_REQUESTS } from './caller-identity.ts';
import { createLoadWatch } from './load-watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused by load shedding: excluded from the request log and from the duration metric. */
    isShed: boolean;

    identity: CallerIdentity;
  }
  interface FastifyContextConfig {
    /** A report of a handset or a carrier: takes precedence over calls. */
    report?: boolean;
  }
}

/** Health and metrics must answer during an overload. */
const EXEMPT = /^\/api\/(?:health\/|metrics(?:\?|$))/;
const RETRY_AFTER_S = 1;
/** While the limit is reduced, an immediate retry would be refused again. */
const RETRY_LATER_S = 2;
const WARN_EVERY_MS = 10_000;

/** `slow`: the body of a stranger arrived too slowly, or was dropped in favor of another one. */
type ShedReason = Refusal | 'slow';

/** Requests in flight, and those refused since the start. */
export interface Load {
  inFlight(): number;
  allowed(): number;
  /** Bodies of strangers still arriving. */
  arriving(): number;
  refused(): Readonly<Record<ShedReason, number>>;
}

/** @param limits.requestDelayMs see `AdmissionLimits.delayMs` */
export function refuseOverload(
  app: FastifyInstance,
  deps: { db: Database; clock: Clock; connections: Connections; sessionCookie: string },
  limits: { readonly requestsInFlight: number; readonly requestDelayMs: number },
): Load {
  const { clock, connections } = deps;
  const admission = createAdmission({ requests: limits.requestsInFlight, delayMs: limits.requestDelayMs });
  const identityOf = createCallerIdentities(deps);
  const refused: Record<ShedReason, number> = { busy: 0, share: 0, slow: 0 };
  let warnedAt = -Infinity;
  let refusedSince = 0;
  const watch = createLoadWatch({
    ...deps,
    onDelay(delayMs) {
      admission.adapt(delayMs);
      warn(delayMs);
      return admission.inFlight > 0 || !admission.isOpen;
    },
  });

  /** At most one line in 10 s: a line for each refused request would add to the overload. */
  function warn(delayMs: number): void {
    if (refusedSince === 0 || clock.now() - warnedAt < WARN_EVERY_MS) return;
    const { inFlight, allowed } = admission;
    app.log.warn({ refused: refusedSince, inFlight, allowed, delayMs }, 'overloaded: requests were refused');
    warnedAt = clock.now();
    refusedSince = 0;
  }

  function note(request: FastifyRequest, why: ShedReason): void {
    refused[why] += 1;
    refusedSince += 1;
    request.isShed = true;
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
    note(request, refusal);
    turnAway(request, reply, refusal, admission.isOpen ? RETRY_AFTER_S : RETRY_LATER_S);
  }

  app.decorateRequest('isShed', false);
  app.decorateRequest('identity', null as unknown as CallerIdentity);
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    // It came through a trusted proxy.
    if ((request.ips?.length ?? 0) > 1) connections.markForwarded(request.raw.socket);
    const identity = identityOf(request);
    request.identity = identity;
    if (EXEMPT.test(request.url) || config.longLived) return done();
    const permit = admission.admit({ isReport: config.report === true, ...identity });
    watch.begin();
    if (typeof permit === 'string') return refuse(request, reply, permit);
    identity.permit = permit;
    // 'close' fires after the last byte and after a broken connection alike.
    reply.raw.once('close', () => permit.release());
    done();
  });
  const arriving = watchBodies(app, { clock, onCut: (request) => note(request, 'slow') });
  app.addHook('preValidation', (request, reply, done) => {
    const refusal = request.identity.permit?.resume() ?? null;
    if (refusal !== null) return refuse(request, reply, refusal);
    done();
  });
  app.addHook('onClose', async () => watch.stop());
  return {
    inFlight: () => admission.inFlight,
    allowed: () => admission.allowed,
    arriving,
    refused: () => refused,
  };
}

const WORDS = {
  busy: ['server.busy', 'The server is overloaded. Try again in a moment.'],
  share: ['rate.limited', TOO_MANY_REQUESTS],
} as const satisfies Record<Refusal, readonly [ProblemCode, string]>;

/**
 * Bypasses hooks and serializers: four in five requests may be refused, which slows down the fifth. A refusal takes some
 * 50 µs this way, more than 100 as an error.
 */
function turnAway(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, retryAfterS: number): void {
  const [code, words] = WORDS[refusal];
  const problem = describeProblem(code, words, request.id);
  const body = JSON.stringify(problem);
  reply.hijack();
  reply.raw.writeHead(problem.status, {
    'content-type': PROBLEM_CONTENT_TYPE,
    'content-length': body.length,
    'cache-control': 'no-store',
    'retry-after': String(retryAfterS),
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
  });
  reply.raw.end(body);
}
