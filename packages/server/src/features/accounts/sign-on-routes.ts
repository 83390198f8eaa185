/** Single sign-on: to the provider, and back with a session or a proof (ACCT-7, ACCT-9). */
import rateLimit from '@fastify/rate-limit';
import type { AuditAction } from '@textprobe/contract/call';
import { calls } from '@textprobe/contract/calls';
import { SIGNED_ON_PAGE } from '@textprobe/contract/sign-on';
import { proveSession } from '@textprobe/database/accounts/sessions';
import { findSignOn, type SignOnPerson, signOnAccount } from '@textprobe/database/accounts/sign-ons';
import { countFailedLogin } from '@textprobe/database/audit/audit-log';
import type { Database } from '@textprobe/database/core/connection';
import { listPartners } from '@textprobe/database/directory/choices';
// oxlint-disable-next-line no-restricted-imports -- the provider names partners: there is no session yet
import { ALL_PARTNERS } from '@textprobe/database/scope/scope';
import type { Clock } from '@textprobe/domain/clock';
import { AUDITORS } from '@textprobe/domain/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../../auth/sessions.ts';
import {
  type Claims,
  createSignOnProvider,
  type SignOnChecks,
  SignOnRefused,
  type SignOnSettings,
} from '../../auth/sign-on.ts';
import { contactOf, roleOf, textsAt, usernameOf } from '../../auth/sign-on-claims.ts';
import type { AuditNote } from '../../http/audit-trail.ts';
import type { CookieStyle } from '../../http/cookies.ts';
import { networkOf } from '../../http/network.ts';
import { ownOrigin } from '../../http/own-address.ts';
import { ProblemError } from '../../http/problem.ts';
import { route } from '../../http/route.ts';

interface SignOnDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly cookies: CookieStyle;
  readonly sessions: Sessions;
  readonly publicUrl: string | null;
  /** Per network; other logins are counted separately. */
  readonly loginsPerMinute: number;
  /** Null: the calls say that it is not set up. */
  readonly signOn: SignOnSettings | null;
}

/** The content of the cookie, as base64url of JSON. */
interface Flow extends SignOnChecks {
  readonly returnTo: string;
  /** Proves a change of the current session. */
  readonly isProof: boolean;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

const FLOW_MS = 10 * 60_000;
/** How long ago a login may be that counts as a proof, with the difference of the clocks. */
const PROOF_AGE_MS = 60_000;

export async function signOnRoutes(app: FastifyInstance, deps: SignOnDeps): Promise<void> {
  const { signOn, loginsPerMinute } = deps;
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      max: loginsPerMinute,
      timeWindow: 60_000,
      keyGenerator: (request) => networkOf(request.ip),
      errorResponseBuilder: (_request, { ttl }) =>
        new ProblemError('rate.limited', 'Too many logins from this address. Wait a minute.', {
          retryAfterMs: ttl,
        }),
    });
    if (signOn !== null) return mountCalls(scope, deps, signOn);
    for (const call of [calls.startSignOn, calls.finishSignOn])
      route(scope, call, isOff, { answersHead: true });
  });
}

async function isOff(): Promise<never> {
  throw new ProblemError('sign-on.off', 'Single sign-on is not set up here. Log in with a password.');
}

function mountCalls(app: FastifyInstance, deps: SignOnDeps, settings: SignOnSettings): void {
  const { db, clock, cookies, sessions, publicUrl } = deps;
  const provider = createSignOnProvider(settings, clock);
  const callbackOf = (request: FastifyRequest) =>
    new URL(calls.finishSignOn.path, ownOrigin(request, publicUrl)).href;

  route(app, calls.startSignOn, async ({ query, request, reply }) => {
    const isProof = query.proof !== undefined;
    const returnTo = isProof ? SIGNED_ON_PAGE : (query.returnTo ?? '/');
    return answering(request, reply, returnTo, async () => {
      const { url, checks } = await provider.start(callbackOf(request), isProof);
      const flow: Flow = { ...checks, returnTo, isProof, expiresAt: clock.now() + FLOW_MS };
      const value = Buffer.from(JSON.stringify(flow)).toString('base64url');
      reply.setCookie(cookies.signOn, value, {
        ...cookies.attributes,
        signed: true,
        maxAge: FLOW_MS / 1000,
      });
      return url.href;
    });
  });

  route(app, calls.finishSignOn, async ({ request, reply }) => {
    const flow = readFlow(request);
    reply.clearCookie(cookies.signOn, cookies.attributes);
    return answering(request, reply, flow?.returnTo ?? '/', async () => {
      if (flow === null) throw new SignOnRefused('expired', {});
      const { search } = new URL(request.url, 'http://localhost');
      const claims = await provider.finish(new URL(search, callbackOf(request)), flow);
      try {
        await (flow.isProof ? prove(request, claims) : logIn(request, reply, claims));
      } catch (error) {
        if (error instanceof SignOnRefused) await countRefused(request, flow.isProof);
        throw error;
      }
      return flow.returnTo;
    });
  });

  /** A person whom the provider knows, and who may not log in here. */
  async function countRefused({ ip }: FastifyRequest, isProof: boolean): Promise<void> {
    const action = isProof ? 'account.proof-failed' : 'account.login-failed';
    await countFailedLogin(db, { action, accountId: null, network: networkOf(ip), at: clock.now() });
  }

  function readFlow(request: FastifyRequest): Flow | null {
    const { valid, value } = request.unsignCookie(request.cookies[cookies.signOn] ?? '');
    if (!valid) return null;
    try {
      const flow = JSON.parse(Buffer.from(value, 'base64url').toString()) as Flow;
      return flow.expiresAt > clock.now() ? flow : null;
    } catch {
      // Another of our signed cookies.
      return null;
    }
  }

  async function logIn(request: FastifyRequest, reply: FastifyReply, claims: Claims): Promise<void> {
    const person = await personOf(request, claims);
    const now = clock.now();
    const { issuer, subject, username } = person;
    const outcome = await db.transaction().execute(async (tx) => {
      const signedOn = await signOnAccount(tx, person, now);
      if (signedOn.kind !== 'account') return signedOn;
      const { id, before, after } = signedOn;
      const record = (audit: AuditAction, note: Pick<AuditNote, 'before' | 'after'>) =>
        app.recordAudit({ ...calls.finishSignOn, audit }, request, {
          tx,
          note: { objectId: id, account: signedOn, ...note },
        });
      if (before === null) await record('account.created', { after });
      else if (JSON.stringify(before) !== JSON.stringify(after))
        await record('account.updated', { before, after });
      await sessions.start(
        request,
        reply,
        { id, credentialVersion: null },
        {
          tx,
          signedOnAt: loggedInAt(claims, now),
          record: () => record('account.logged-in', { after: {} }),
        },
      );
      return signedOn;
    });
    if (outcome.kind !== 'account') throw new SignOnRefused(outcome.kind, { issuer, subject, username });
    if (outcome.isKeptAdministrator)
      request.log.warn(
        { issuer, subject, role: person.role },
        'single sign-on does not demote the last enabled administrator with a password',
      );
  }

  async function personOf({ log }: FastifyRequest, claims: Claims): Promise<SignOnPerson> {
    const id = { issuer: settings.issuer, subject: claims.sub };
    const role = roleOf(claims, settings);
    if (role === null) throw new SignOnRefused('role', id);
    const person = { ...id, username: usernameOf(claims), ...contactOf(claims), role };
    const { partnerClaim } = settings;
    if (partnerClaim === null || AUDITORS.includes(role)) return { ...person, partnerIds: null };
    const names = textsAt(claims, partnerClaim);
    const known = (await listPartners(db, ALL_PARTNERS, 'all')).filter(({ name }) => names.includes(name));
    const unknown = names.filter((name) => !known.some((one) => one.name === name));
    if (unknown.length > 0) log.warn({ ...id, unknown }, 'single sign-on names partners that do not exist');
    if (known.length === 0) throw new SignOnRefused('partners', id);
    return { ...person, partnerIds: known.map((one) => one.id).toSorted((a, b) => a - b) };
  }

  async function prove(request: FastifyRequest, claims: Claims): Promise<void> {
    const session = await sessions.resume(request);
    const id = { issuer: settings.issuer, subject: claims.sub };
    const accountId = await db.transaction().execute((tx) => findSignOn(tx, id));
    if (session === null || session.accountId !== accountId) throw new SignOnRefused('other-account', id);
    const now = clock.now();
    const provedAt = loggedInAt(claims, now);
    if (now - provedAt > PROOF_AGE_MS) throw new SignOnRefused('not-recent', { ...id, provedAt });
    await proveSession(db, session.idHash, provedAt);
  }
}

/** Redirects to the address that the work returns; if it refuses the login, to the page that says why. */
async function answering(
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  try {
    const address = await work();
    return await reply.redirect(address, 302);
  } catch (error) {
    if (!(error instanceof SignOnRefused)) throw error;
    const { reason, details } = error;
    request.log.warn(
      { requestId: request.id, reason, ...details },
      LOGGED[reason] ?? 'single sign-on refused',
    );
    const from = `&from=${encodeURIComponent(returnTo)}`;
    const page = returnTo === SIGNED_ON_PAGE ? SIGNED_ON_PAGE : '/login';
    return reply.redirect(`${page}?refused=${reason}${page === '/login' ? from : ''}`, 302);
  }
}

const LOGGED: Partial<Record<string, string>> = {
  taken:
    'single sign-on refused: an account with this username or email exists. To link it, run: textprobe account link-sign-on NAME SUBJECT',
};

/** When the person logged in at the provider, epoch milliseconds; 0: it does not say. */
function loggedInAt({ auth_time: seconds }: Claims, now: number): number {
  return typeof seconds === 'number' ? Math.min(seconds * 1000, now) : 0;
}
