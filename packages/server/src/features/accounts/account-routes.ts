/** Login, logout, session status and CSRF token (AUTH-1, 2, 3, 6). */
import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import { calls } from '@textprobe/contract/calls';
import { readProfile } from '@textprobe/database/accounts/accounts';
import type { Database } from '@textprobe/database/core/connection';
import type { FastifyInstance } from 'fastify';
import { ANONYMOUS, refuseForeignOrigin } from '../../auth/access.ts';
import type { DeviceCookies } from '../../auth/device-cookie.ts';
import type { Login } from '../../auth/login.ts';
import { requireCaller } from '../../auth/rights.ts';
import type { Sessions } from '../../auth/sessions.ts';
import { readFormFields, takeForms } from '../../http/form-fields.ts';
import { networkOf } from '../../http/network.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';
import type { LiveStreams } from '../../live/live-streams.ts';

interface AccountDeps {
  readonly db: Database;
  readonly login: Login;
  readonly devices: DeviceCookies;
  readonly sessions: Sessions;
  readonly streams: LiveStreams;
  readonly publicUrl: string | null;
  readonly loginsPerMinute: number;
}

/** The share of its network's login limit that one browser gets. */
const SHARE_OF_BROWSER = 1 / 4;

export async function accountRoutes(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const { db, login, devices, sessions, streams, publicUrl, loginsPerMinute } = deps;

  route(app, calls.authStatus, async ({ request }) => {
    const session = await sessions.resume(request);
    if (session === null) return { authenticated: false as const };
    const { accountId: id, mustEnrol } = session;
    // Without the daily limits: of 1,000 partners they take 11 ms and 52 kB, and the console waits for this answer first.
    const { username, name, role, partnerIds } = await readProfile(db, id);
    return { authenticated: true as const, user: { id, username, name, role, partnerIds, mustEnrol } };
  });

  route(app, calls.logout, async ({ request, reply, write }) => {
    const { accountId } = requireCaller(request.caller);
    await write(async (tx, note) => {
      await sessions.end(tx, request, reply);
      note({ objectId: accountId });
    });
    if (request.caller !== null) streams.endSession(request.caller.key, 'logged-out');
  });

  app.get(calls.csrf.path, { config: { access: 'public' } }, async (request, reply) => {
    const session = await sessions.resume(request);
    return reply
      .type('text/plain; charset=utf-8')
      .send(reply.generateCsrf({ userInfo: session?.key ?? ANONYMOUS }));
  });

  // The only call that accepts every kind of form.
  await app.register(async (scope) => {
    await scope.register(formbody);
    await takeForms(scope);
    await scope.register(rateLimit, {
      max: (request) =>
        devices.findAny(request) === null ? loginsPerMinute : Math.ceil(loginsPerMinute * SHARE_OF_BROWSER),
      timeWindow: 60_000,
      // A browser with a device cookie has a limit of its own, separate from the rest of its network.
      keyGenerator: (request) => devices.findAny(request)?.id ?? networkOf(request.ip),
      errorResponseBuilder: (_request, { ttl }) =>
        new ProblemError('rate.limited', 'Too many logins from this address. Wait a minute.', {
          retryAfterMs: ttl,
        }),
    });
    // A login has no CSRF token: without this check another site could log the visitor in to an attacker's account.
    scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, publicUrl));

    route(
      scope,
      calls.login,
      async ({ body, request, reply }) => {
        const { username, ...given } = body;
        const device = devices.find(request, username);
        const account = await login({
          username,
          given: { kind: 'login', ...given },
          network: networkOf(request.ip),
          device,
        });
        const { id, username: ownName, role } = account;
        const user = { id, username: ownName, role };
        const note = { objectId: id, after: {}, account: { id, username: ownName } };
        await sessions.start(request, reply, account, {
          record: (tx) => app.recordAudit(calls.login, request, { tx, note }),
        });
        devices.issue(request, reply, account);
        return { authenticated: true as const, user };
      },
      {
        async preValidation(request) {
          if (request.isMultipart())
            request.body = await readFormFields(request, ['username', 'password', 'code']);
        },
      },
    );
  });
}
