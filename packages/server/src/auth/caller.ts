/** Who sends a request: a session of the console, or a program with a token (TOKEN). */
import type { Transaction } from '@textprobe/database/core/connection';
import type { Scope } from '@textprobe/database/scope/scope';
import type { Role } from '@textprobe/domain/roles';
import type { FastifyRequest } from 'fastify';

export interface Caller {
  readonly kind: 'session' | 'token';
  /** SHA-256 of the secret in its cookie, or of its token. */
  readonly idHash: Buffer;
  /** The hash as hex: identifies the caller in memory, and binds the CSRF tokens of a session. */
  readonly key: string;
  readonly accountId: number;
  readonly username: string;
  /** Null: a session. */
  readonly token: { readonly id: number; readonly name: string } | null;
  /** As of this request; those of a token are at most its account's. */
  readonly role: Role;
  readonly scope: Scope;
  /** A session that began with single sign-on. */
  readonly isSignOn: boolean;
  /** Its account must set up two-factor login first (REQUIRE_TWO_FACTOR). Never of a token. */
  readonly mustEnrol: boolean;
  /**
   * When the session last gave the password or a code, or its owner logged in at the OpenID provider, epoch milliseconds. Of a
   * token: infinite if it was made with a proof, otherwise minus infinity.
   */
  readonly provedAt: number;
}

/** One kind of caller: sessions, or tokens. */
export interface CallerSource {
  /**
   * The caller whose secret the request carries; null if it has ended, or the request carries none. Counts as activity.
   * @throws ProblemError rate.limited, token.invalid
   */
  resume(request: FastifyRequest): Promise<Caller | null>;
  /** The same caller as it is now; null if it has ended. No activity. */
  reread(caller: Caller): Promise<Caller | null>;
  /** The same, and keeps it and its account as they are until the transaction ends. */
  hold(tx: Transaction, caller: Caller): Promise<Caller | null>;
}
