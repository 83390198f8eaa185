/**
 * Access control: every call needs a session or a token unless its route says otherwise (CALL-21), of an account with one of
 * the call's roles (ACCT-1). An unsafe call with a session also needs that session's CSRF token (AUTH-6) and must not come
 * from another site (GUARD-5). An account that must set up two-factor login does that first (ACCT-6). A dangerous call needs
 * a recent proof that its owner sends it (ACCT-9).
 */
import csrfProtection from '@fastify/csrf-protection';
import { CSRF_HEADER } from '@textprobe/contract/headers';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CookieStyle } from '../http/cookies.ts';
import { ProblemError } from '../http/problem.ts';
import { carriesApiToken } from '../http/token-form.ts';
import type { Caller, CallerSource } from './caller.ts';
import { requireCaller, requireEnrolment, requireProof, requireRole } from './rights.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the caller and its rights again, for a handler that has read a late body itself. */
    rereadRights(request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** Null on public calls, and where a handset key or a signed link takes the place of a session or a token. */
    caller: Caller | null;
    /** Whether the caller was read before the whole body had arrived. */
    hasLateBody: boolean;
  }
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** CSRF tokens fetched before the login are bound to this; never valid for an unsafe call. */
export const ANONYMOUS = 'anonymous';

export async function guardAccess(
  app: FastifyInstance,
  deps: {
    callers: CallerSource;
    clock: Clock;
    cookies: CookieStyle;
    csrfSecret: Buffer;
    publicUrl: string | null;
  },
): Promise<void> {
  const { callers, clock, cookies, csrfSecret, publicUrl } = deps;
  await app.register(csrfProtection, {
    cookieKey: cookies.csrf,
    cookieOpts: { ...cookies.attributes, signed: true },
    // Bound to the session: a token from before the login, or of another session, is invalid.
    csrfOpts: { hmacKey: csrfSecret, userInfo: true },
    getUserInfo: (request) => request.caller?.key ?? ANONYMOUS,
    getToken: (request) => String(request.headers[CSRF_HEADER.toLowerCase()] ?? ''),
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('hasLateBody', false);

  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'session';
    if (access === 'public' || (access === 'handset' && carriesHandsetKey(request))) return;
    request.hasLateBody = !SAFE_METHODS.has(request.method) && !request.raw.complete;
    request.caller = await callers.resume(request);
    if (access === 'session') requireCaller(request.caller);
    if (request.caller === null) return;
    requireRole(request.caller, request);
    requireEnrolment(request.caller, request);
    if (needsCsrfToken(request)) refuseForeignOrigin(request, publicUrl);
  });

  app.addHook('onRequest', (request, reply, done) => {
    if (needsCsrfToken(request)) app.csrfProtection(request, reply, done);
    else done();
  });

  // Before the handler, which replays stored responses.
  app.addHook('onRequest', async (request) => {
    if (request.caller !== null) requireProof(request.caller, request, clock.now());
  });

  app.decorate('rereadRights', async (request) => {
    if (request.caller === null || !request.hasLateBody) return;
    request.caller = requireCaller(await callers.reread(request.caller), request.caller.kind);
    requireRole(request.caller, request);
    requireEnrolment(request.caller, request);
    requireProof(request.caller, request, clock.now());
  });
  app.addHook('preHandler', app.rereadRights);
}

function carriesHandsetKey(request: FastifyRequest): boolean {
  return request.headers.authorization !== undefined && !carriesApiToken(request);
}

/** A browser sends the cookie of a session by itself, also for a page of another site; a token it does not. */
function needsCsrfToken({ caller, method }: FastifyRequest): boolean {
  return caller?.kind === 'session' && !SAFE_METHODS.has(method);
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
