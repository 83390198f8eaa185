/**
 * Who may call: every call needs a session unless its route says otherwise (CALL-21), and every unsafe call that rides
 * on a session needs that session's CSRF token (AUTH-6) and must not come from another site (GUARD-5).
 */
import csrfProtection from '@fastify/csrf-protection';
import { CSRF_HEADER } from '@textprobe/contract/headers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CookieStyle } from '../http/cookies.ts';
import { ProblemError } from '../http/problem.ts';
import type { ConsoleSession, Sessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public calls, and where a handset proves itself by its key or a link by its signature. */
    session: ConsoleSession | null;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What a token is bound to before anybody logged in; never valid for an unsafe call. */
export const NOBODY = 'nobody';

export async function guardAccess(
  app: FastifyInstance,
  deps: { sessions: Sessions; cookies: CookieStyle; csrfSecret: Buffer; publicUrl: string | null },
): Promise<void> {
  const { sessions, cookies, csrfSecret, publicUrl } = deps;
  await app.register(csrfProtection, {
    cookieKey: cookies.csrf,
    cookieOpts: { ...cookies.attributes, signed: true },
    // Bound to the session: a token from before the login, or of another session, is worth nothing.
    csrfOpts: { hmacKey: csrfSecret, userInfo: true },
    getUserInfo: (request) => request.session?.key ?? NOBODY,
    getToken: (request) => String(request.headers[CSRF_HEADER.toLowerCase()] ?? ''),
  });
  app.decorateRequest('session', null);

  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'session';
    if (access === 'public' || (access === 'handset' && request.headers.authorization !== undefined)) return;
    request.session = await sessions.resume(request);
    if (access === 'session' && request.session === null) {
      throw new ProblemError(
        'session.required',
        'Your session has ended or you have not logged in: log in first.',
      );
    }
    if (request.session !== null && !SAFE_METHODS.has(request.method))
      refuseForeignOrigin(request, publicUrl);
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (request.session === null || SAFE_METHODS.has(request.method)) return done();
    app.csrfProtection(request, reply, done);
  });
}

/**
 * Refuses what a page of another site sends in the name of a visitor (GUARD-5): the browser says where it comes from, and
 * a CSRF token that leaked does not make up for it. Programs say neither and are let in.
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
  if (isForeign) throw new ProblemError('origin.foreign', 'Send this from the console itself.');
}

function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string | null): boolean {
  if (!URL.canParse(origin)) return false;
  const { host: originHost, origin: canonical } = new URL(origin);
  const own = publicUrl === null ? null : new URL(publicUrl);
  // Of the public host the scheme counts too: a page that came over plain http may be anybody's.
  if (own !== null && originHost === own.host) return canonical === own.origin;
  return originHost === host;
}
