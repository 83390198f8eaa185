/** What the owner of a link may do without a session: check it, and choose a password with it (ACCT-4). */
import rateLimit from '@fastify/rate-limit';
import { calls } from '@textprobe/contract/calls';
import { acceptLink, findLink, type LinkRow } from '@textprobe/database/accounts/account-links';
import type { Database } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseForeignOrigin } from '../../auth/access.ts';
import { hashToken } from '../../auth/account-links.ts';
import { newPasswordFault } from '../../auth/new-password.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { createFairGate } from '../../guard/gate.ts';
import { networkOf } from '../../http/network.ts';
import { fieldProblem, ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';

interface AccountLinkDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string | null;
  /** Of one network; logins count apart. */
  readonly linksPerMinute: number;
  readonly onPasswordChange: (username: string) => Promise<void>;
}

/** A hash takes some 20 ms of a core; logins have two slots of their own. */
const HASHES_AT_ONCE = 1;
const HASHES_WAITING = 20;

export async function accountLinkRoutes(app: FastifyInstance, deps: AccountLinkDeps): Promise<void> {
  const { db, clock, publicUrl, linksPerMinute, onPasswordChange } = deps;
  const gate = createFairGate(HASHES_AT_ONCE, HASHES_WAITING);

  /** Lookups of one network wait for each other, as those of invented sessions do. */
  async function find(request: FastifyRequest, tokenHash: Buffer): Promise<LinkRow> {
    const link = await request.identity.lookUp(() => findLink(db, tokenHash, clock.now()));
    if (link === null) throw unknown();
    return link;
  }

  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: linksPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => networkOf(request.ip),
      errorResponseBuilder: (_request, { ttl }) =>
        new ProblemError('rate.limited', 'Too many links from this address. Wait a minute.', {
          retryAfterMs: ttl,
        }),
    });
    scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, publicUrl));

    route(scope, calls.checkLink, async ({ body: { token }, request }) => {
      const { username, name, isInvitation } = await find(request, hashToken(token));
      return { purpose: isInvitation ? ('invitation' as const) : ('reset' as const), username, name };
    });

    route(scope, calls.acceptLink, async ({ body: { token, password }, request }) => {
      const tokenHash = hashToken(token);
      // Before the hash: a token that does not work costs one lookup.
      const { accountId, username } = await find(request, tokenHash);
      const message = newPasswordFault(password, username);
      if (message !== null)
        throw fieldProblem('body.invalid', [{ field: 'password', code: 'password.refused', message }]);
      const caller = { network: networkOf(request.ip), isKnown: false };
      const passwordHash = await gate.pass(caller, () => hashPassword(password));
      if (passwordHash === null)
        throw new ProblemError('server.busy', 'Too many requests at once. Try again in a moment.', {
          retryAfterMs: 2_000,
        });
      const link = { accountId, tokenHash, now: clock.now() };
      const isAccepted = await db.transaction().execute((tx) => acceptLink(tx, link, passwordHash));
      if (!isAccepted) throw unknown();
      await onPasswordChange(username);
      return { username };
    });
  });
}

/** The same whether the link is wrong, used or expired. */
function unknown(): ProblemError {
  return new ProblemError(
    'link.unknown',
    'This link does not work: it is incomplete, was used already, or has expired. Ask an administrator for a new one.',
  );
}
