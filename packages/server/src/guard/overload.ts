/**
 * Refuses quickly what this process cannot answer soon (promise 6): before a session is looked up or a body is read, with
 * 503, or 429 where it is this caller alone who asks too much, and a Retry-After. Whoever has not proven who he is has his
 * network charged, and takes no place while his body arrives (GUARD-1).
 */
import type { ProblemCode } from '@textprobe/contract/problem';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connections } from '../http/connections.ts';
import { describeProblem, PROBLEM_CONTENT_TYPE } from '../http/problem.ts';
import { createAdmission, type Refusal } from './admission.ts';
import { watchBodies } from './body-watch.ts';
import { createLoadWatch } from './load-watch.ts';
import { createStandings, type Standing } from './standing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** It was turned away at the door: neither logged by itself nor counted among what was answered. */
    turnedAway: boolean;
    /** Who is charged for it. */
    standing: Standing;
  }
  interface FastifyContextConfig {
    /** A report of a handset or a carrier: let in before calls. */
    report?: boolean;
  }
}

/** Paths that must answer just then. */
const EXEMPT = /^\/api\/(?:health\/|metrics(?:\?|$))/;
const RETRY_AFTER_S = 1;
/** While fewer are let in than usual, nobody gains by coming back at once. */
const RETRY_LATER_S = 2;
const TELL_EVERY_MS = 10_000;

/** `slow`: the body of a stranger that came too slowly, or made room for another one. */
type TurnedAway = Refusal | 'slow';

/** How full it is, and what was turned away since the start. */
export interface Load {
  inFlight(): number;
  allowed(): number;
  /** Bodies of strangers that are arriving. */
  arriving(): number;
  refused(): Readonly<Record<TurnedAway, number>>;
}

/** @param limits.requestsInFlight in all; `requestDelayMs`: see `AdmissionLimits.delayMs` */
export function refuseOverload(
  app: FastifyInstance,
  deps: { db: Database; clock: Clock; connections: Connections; sessionCookie: string },
  limits: { readonly requestsInFlight: number; readonly requestDelayMs: number },
): Load {
  const { clock, connections } = deps;
  const admission = createAdmission({ requests: limits.requestsInFlight, delayMs: limits.requestDelayMs });
  const standingOf = createStandings(deps);
  const refused: Record<TurnedAway, number> = { busy: 0, share: 0, slow: 0 };
  let toldAt = -Infinity;
  let untold = 0;
  const watch = createLoadWatch({
    ...deps,
    onDelay(delayMs) {
      admission.adapt(delayMs);
      tell(delayMs);
      return admission.inFlight > 0 || !admission.isOpen;
    },
  });

  /** One line for many: a line each would be the next thing that there is too much of. */
  function tell(delayMs: number): void {
    if (untold === 0 || clock.now() - toldAt < TELL_EVERY_MS) return;
    const { inFlight, allowed } = admission;
    app.log.warn({ refused: untold, inFlight, allowed, delayMs }, 'overloaded: requests were refused');
    toldAt = clock.now();
    untold = 0;
  }

  function note(request: FastifyRequest, why: TurnedAway): void {
    refused[why] += 1;
    untold += 1;
    request.turnedAway = true;
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
    note(request, refusal);
    turnAway(request, reply, refusal, admission.isOpen ? RETRY_AFTER_S : RETRY_LATER_S);
  }

  app.decorateRequest('turnedAway', false);
  app.decorateRequest('standing', null as unknown as Standing);
  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    // It came through a proxy whose word on the address is taken.
    if ((request.ips?.length ?? 0) > 1) connections.markForwarded(request.raw.socket);
    const standing = standingOf(request);
    request.standing = standing;
    if (EXEMPT.test(request.url) || config.longLived) return done();
    const place = admission.enter({ isReport: config.report === true, ...standing });
    watch.begin();
    if (typeof place === 'string') return refuse(request, reply, place);
    standing.place = place;
    // 'close' comes after the last byte and after a broken connection alike.
    reply.raw.once('close', () => place.leave());
    done();
  });
  const arriving = watchBodies(app, { clock, onCut: (request) => note(request, 'slow') });
  app.addHook('preValidation', (request, reply, done) => {
    const refusal = request.standing.place?.resume() ?? null;
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
  busy: ['server.busy', 'Too many requests at once. Try again in a moment.'],
  share: ['rate.limited', 'You ask too much at once. Try again in a moment.'],
} as const satisfies Record<Refusal, readonly [ProblemCode, string]>;

/**
 * Past all that is done for other answers: four in five requests may be refused, and what each costs is taken from the
 * fifth: some 50 µs, where by way of an error it was more than 100.
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
