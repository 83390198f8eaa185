/**
 * Console sessions: a random secret in a cookie, its hash in the database. Not @fastify/session, which counts every request
 * as activity, uses the clock of the process and stores a serialized cookie where we need columns to query.
 */
import { hash, randomBytes } from 'node:crypto';
import { BACKGROUND_HEADER } from '@textprobe/contract/headers';
import { recordLogin } from '@textprobe/database/accounts/accounts';
import {
  deleteSession,
  findSession,
  holdSession,
  insertSession,
  type Session,
  touchSession,
} from '@textprobe/database/accounts/sessions';
import type { Database, Transaction } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieStyle } from '../http/cookies.ts';
import { addressOf } from '../http/network.ts';
import type { Caller, CallerSource } from './caller.ts';
import { loginFailed } from './login.ts';

export const SESSION_IDLE_MS = 60 * 60_000;
const SESSION_ABSOLUTE_MS = 12 * 60 * 60_000;
/** Activity is written at most once in this time, so a session may end up to a minute before its idle timeout. */
const TOUCH_EVERY_MS = 60_000;

/** In characters; a browser's is about 120. */
const USER_AGENT_LIMIT = 500;

/** Whose sessions need two-factor login (ACCT-6). */
export type RequireTwoFactor = 'none' | 'administrators' | 'all';

interface Login {
  /** Default: a transaction of its own. */
  readonly tx?: Transaction;
  /** When the person logged in at the OpenID provider, epoch milliseconds. Default: the password was given just now. */
  readonly signedOnAt?: number;
  /** Writes the row of the audit trail. */
  readonly record: (tx: Transaction) => Promise<void>;
}

/** Background calls do not count as activity. */
export interface Sessions extends CallerSource {
  /**
   * Starts a session with a new secret, and ends the one that the browser had.
   * @throws ProblemError login.failed if the password or the second factor has changed since they were checked; rate.limited
   */
  start(
    request: FastifyRequest,
    reply: FastifyReply,
    account: { id: number; credentialVersion: number | null },
    login: Login,
  ): Promise<void>;
  /** Send the reply after the commit of `tx`. */
  end(tx: Transaction, request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createSessions(deps: {
  db: Database;
  clock: Clock;
  cookies: CookieStyle;
  requireTwoFactor: RequireTwoFactor;
}): Sessions {
  const { db, clock, cookies, requireTwoFactor } = deps;

  function mustEnrol({ role, hasSecondFactor, isSignOn }: Session): boolean {
    const needed = { none: false, administrators: role === 'administrator', all: true };
    return needed[requireTwoFactor] && !hasSecondFactor && !isSignOn;
  }

  function callerOf(idHash: Buffer, session: Session): Caller {
    const { accountId, username, role, scope, isSignOn, provedAt } = session;
    return {
      kind: 'session',
      idHash,
      key: idHash.toString('hex'),
      accountId,
      username,
      token: null,
      role,
      scope,
      isSignOn,
      mustEnrol: mustEnrol(session),
      provedAt,
    };
  }

  function presentedHash(request: FastifyRequest): Buffer | null {
    const secret = request.cookies[cookies.session];
    return secret !== undefined && /^[\w-]{43}$/.test(secret) ? hashSecret(secret) : null;
  }

  const presently = () => ({ now: clock.now(), idleMs: SESSION_IDLE_MS });

  return {
    async resume(request) {
      const idHash = presentedHash(request);
      if (idHash === null) return null;
      const when = presently();
      const session = await request.identity.lookUp(() => findSession(db, idHash, when));
      if (session === null) {
        request.identity.reject();
        return null;
      }
      const caller = callerOf(idHash, session);
      request.identity.authenticate(caller);
      if (when.now - session.lastActiveAt >= TOUCH_EVERY_MS && !isBackground(request))
        await touchSession(db, idHash, when.now);
      return caller;
    },

    async reread({ idHash }) {
      const found = await findSession(db, idHash, presently());
      return found && callerOf(idHash, found);
    },

    async hold(tx, { idHash }) {
      const found = await holdSession(tx, idHash, presently());
      return found && callerOf(idHash, found);
    },

    async start(request, reply, account, { tx: given, signedOnAt, record }) {
      const old = presentedHash(request);
      const secret = randomBytes(32).toString('base64url');
      const now = clock.now();
      const expiresAt = now + SESSION_ABSOLUTE_MS;
      const idHash = hashSecret(secret);
      const { id: accountId, credentialVersion } = account;
      const session = {
        idHash,
        accountId,
        credentialVersion,
        ...senderOf(request),
        createdAt: now,
        provedAt: signedOnAt ?? now,
        isSignOn: signedOnAt !== undefined,
        expiresAt,
      };
      // First, since it may refuse: a session whose cookie is never sent would stay open.
      request.identity.authenticate({ key: idHash.toString('hex'), accountId });
      const insert = async (tx: Transaction) => {
        // First, as it takes the stronger lock: otherwise two logins to one account could deadlock.
        await recordLogin(tx, accountId, now);
        if (old !== null) await deleteSession(tx, old);
        if (!(await insertSession(tx, session))) throw loginFailed();
        await record(tx);
      };
      await (given === undefined ? db.transaction().execute(insert) : insert(given));
      reply.setCookie(cookies.session, secret, { ...cookies.attributes, maxAge: SESSION_ABSOLUTE_MS / 1000 });
    },

    async end(tx, request, reply) {
      const idHash = presentedHash(request);
      if (idHash !== null) await deleteSession(tx, idHash);
      reply.clearCookie(cookies.session, cookies.attributes);
    },
  };
}

function isBackground(request: FastifyRequest): boolean {
  return (
    request.routeOptions.config.background === true ||
    request.headers[BACKGROUND_HEADER.toLowerCase()] !== undefined
  );
}

/** The browser and the address of a request, short enough to store. */
export function senderOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): {
  readonly userAgent: string;
  readonly address: string;
} {
  return {
    userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_LIMIT),
    address: addressOf(ip),
  };
}

function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
