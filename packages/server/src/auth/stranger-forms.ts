/** What forms with a password share that people fill in without a session: links and requests for an account. */
import rateLimit from '@fastify/rate-limit';
import { createFairGate } from '@textprobe/domain/fair-gate';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { ProblemError } from '../http/problem.ts';
import { refuseForeignOrigin } from './access.ts';
import { hashPassword } from './passwords.ts';

/** A hash takes some 20 ms of a core; logins have two slots of their own. */
const HASHES_AT_ONCE = 1;
const HASHES_WAITING = 20;

interface StrangerForms {
  readonly publicUrl: string | null;
  /** Per network; logins are counted separately. */
  readonly formsPerMinute: number;
  /** Shown beyond this limit. */
  readonly refusal: string;
}

/** @throws ProblemError server.busy */
type HashForStranger = (request: FastifyRequest, password: string) => Promise<string>;

/** Mounts the routes with the limits. The origin is checked instead of a CSRF token. */
export async function strangerForms(
  app: FastifyInstance,
  { publicUrl, formsPerMinute, refusal }: StrangerForms,
  mount: (scope: FastifyInstance, hashFor: HashForStranger) => void,
): Promise<void> {
  const gate = createFairGate({ atOnce: HASHES_AT_ONCE, waiting: HASHES_WAITING });
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: formsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => networkOf(request.ip),
      errorResponseBuilder: (_request, { ttl }) =>
        new ProblemError('rate.limited', refusal, { retryAfterMs: ttl }),
    });
    scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, publicUrl));
    mount(scope, async (request, password) => {
      const passwordHash = await gate.pass(request.identity.gateCaller(), () => hashPassword(password));
      if (passwordHash !== null) return passwordHash;
      throw new ProblemError('server.busy', 'Too many requests at once. Try again in a moment.', {
        retryAfterMs: 2_000,
      });
    });
  });
}
