/** The tokens of programs as callers (TOKEN-2, TOKEN-4): checked on each call, so that a revoked one ends at once. */
import { hash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { findToken, holdToken, type TokenRights, touchToken } from '@textprobe/database/accounts/api-tokens';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { ProblemError } from '../http/problem.ts';
import { isWellFormed, tokenIn } from '../http/token-form.ts';
import type { Caller, CallerSource } from './caller.ts';
import { invalidToken } from './rights.ts';
import { senderOf } from './sessions.ts';

/** The use of a token is written at most once in this time. */
const TOUCH_EVERY_MS = 60_000;
/** Of one network. */
const WRONG_TOKENS_PER_MINUTE = 199;

export async function createApiTokens(
  app: FastifyInstance,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): Promise<CallerSource> {
  await app.register(rateLimit, { global: false });
  const countWrong = app.createRateLimit({
    max: WRONG_TOKENS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => networkOf(request.ip),
  });

  async function refuse(request: FastifyRequest): Promise<never> {
    const counted = await countWrong(request);
    if (!counted.isAllowed && counted.isExceeded)
      throw new ProblemError('rate.limited', 'Too many wrong tokens from this address. Wait a minute.', {
        retryAfterMs: counted.ttl,
      });
    throw invalidToken();
  }

  function callerOf(idHash: Buffer, found: TokenRights): Caller {
    const { accountId, username, token, role, scope, hasProof } = found;
    const provedAt = hasProof ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    return {
      kind: 'token',
      idHash,
      key: idHash.toString('hex'),
      accountId,
      username,
      token,
      role,
      scope,
      isSignOn: false,
      mustEnrol: false,
      provedAt,
    };
  }

  return {
    async resume(request) {
      const token = tokenIn(request.headers.authorization) ?? '';
      if (!isWellFormed(token)) return refuse(request);
      const idHash = hash('sha256', token, 'buffer');
      const now = clock.now();
      const found = await request.identity.lookUp(() => findToken(db, idHash, now));
      if (found === null) {
        request.identity.reject();
        return refuse(request);
      }
      const caller = callerOf(idHash, found);
      request.identity.authenticate(caller);
      if (now - (found.lastUsedAt ?? 0) >= TOUCH_EVERY_MS)
        await touchToken(db, idHash, { now, address: senderOf(request).address });
      return caller;
    },

    async reread({ idHash }) {
      const found = await findToken(db, idHash, clock.now());
      return found && callerOf(idHash, found);
    },

    async hold(tx, { idHash }) {
      const found = await holdToken(tx, idHash, clock.now());
      return found && callerOf(idHash, found);
    },
  };
}
