/**
 * Access control: every call needs a session unless its route says otherwise (CALL-21), of an account with one of the call's
 * roles (ACCT-1). An unsafe call with a session also needs that session's CSRF token (AUTH-6) and must not come from another
 * site (GUARD-5). A dangerous one needs a recent proof that its owner sends it (ACCT-9).
 */
import csrfProtection from '@fastify/csrf-protection';
import { CSRF_HEADER } from '@textprobe/contract/headers';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CookieStyle } from '../http/cookies.ts';
import { ProblemError } from '../http/problem.ts';
import { requireProof, requireRole, requireSession } from './rights.ts';
import type { ConsoleSession, Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the session and its rights again, for a handler that has read a late body itself. */
    rereadRights(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** Null on public calls, and where a handset key or a signed link takes its place. */
    session: ConsoleSession | null;
    /** Whether the session was read before the whole body had arrived. */
    hasLateBody: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** CSRF tokens fetched before the login are bound to this; never valid for an unsafe call. */
export const ANONYMOUS = 'anonymous';

export async function guardAccess(
  app: FastifyInstance,
  deps: {
    sessions: Sessions;
    clock: Clock;
    cookies: CookieStyle;
    csrfSecret: Buffer;
    publicUrl: string | null;
  },
): Promise<void> {
  const { sessions, clock, cookies, csrfSecret, publicUrl } = deps;
  await app.register(csrfProtection, {
    cookieKey: cookies.csrf,
    cookieOpts: { ...cookies.attributes, signed: true },
    // Bound to the session: a token from before the login, or of another session, is invalid.
    csrfOpts: { hmacKey: csrfSecret, userInfo: true },
    getUserInfo: (request) => request.session?.key ?? ANONYMOUS,
    getToken: (request) => String(request.headers[CSRF_HEADER.toLowerCase()] ?? ''),
  });
  app.decorateRequest('session', null);
  app.decorateRequest('hasLateBody', false);

  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'session';
    if (access === 'public' || (access === 'handset' && request.headers.authorization !== undefined)) return;
    request.hasLateBody = !SAFE_METHODS.has(request.method) && !request.raw.complete;
    request.session = await sessions.resume(request);
    if (access === 'session') requireSession(request.session);
    if (request.session === null) return;
    requireRole(request.session, request);
    if (!SAFE_METHODS.has(request.method)) refuseForeignOrigin(request, publicUrl);
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (request.session === null || SAFE_METHODS.has(request.method)) return done();
    app.csrfProtection(request, reply, done);
  });

  // Before the handler, which replays stored responses.
  app.addHook('onRequest', async (request) => {
    if (request.session !== null) requireProof(request.session, request, clock.now());
  });

  app.decorate('rereadRights', async (request) => {
    if (request.session === null || !request.hasLateBody) return;
    request.session = requireSession(await sessions.reread(request.session));
    requireRole(request.session, request);
    requireProof(request.session, request, clock.now());
  });
  app.addHook('preHandler', app.rereadRights);
}

/**
 * Refuses requests that a page of another site makes a browser send (GUARD-5), even with a leaked CSRF token. Programs
 * send neither header and are admitted.
 * @throws ProblemError origin.foreign where `Origin` or `Sec-Fetch-Site` names another origin
 */
export function refuseForeignOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  publicUrl: string | null,
): void {
  const site = headers['sec-fetch-site'];
  const isForeign =
    (site !== undefined && site !== 'same-origin') ||
    (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, publicUrl));
  if (isForeign)
    throw new ProblemError(
      'origin.foreign',
      'This request came from another site. Send it from the console.',
    );
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: originHost, origin: canonical } = new URL(origin);
  const own = publicUrl === null ? null : new URL(publicUrl);
  // For the public host the scheme counts too: a page loaded over plain http may be forged.
  if (own !== null && originHost === own.host) return canonical === own.origin;
  return originHost === host;
}
