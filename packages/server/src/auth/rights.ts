/**
 * The rights of a caller, from the headers of a call to the commit of its change (promise 7): a body may take minutes, in
 * which the account may lose its role, its partners or its sessions. They are read before the body, again once a late
 * body has arrived, and once more in the transaction of the change, where they cannot change until it commits.
 */
import type { Transaction } from '@textprobe/database/core/connection';
import type { Clock } from '@textprobe/domain/clock';
import { rolesInWords } from '@textprobe/domain/role-words';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../http/problem.ts';
import type { Caller, CallerSource } from './caller.ts';

/** How long the password or a code counts as just given, in milliseconds. */
const PROOF_MS = 15 * 60_000;

type Rights = Pick<Caller, 'role' | 'scope'>;

/** @param kind of the caller that it was before @throws ProblemError session.required or token.invalid */
export function requireCaller(caller: Caller | null, kind: Caller['kind'] = 'session'): Caller {
  if (caller !== null) return caller;
  if (kind === 'token') throw invalidToken();
  throw new ProblemError(
    'session.required',
    'You are not logged in, or your session has expired. Log in first.',
  );
}

/** The same whether the token is wrong, expired or revoked, or its account is disabled. */
export function invalidToken(): ProblemError {
  return new ProblemError(
    'token.invalid',
    'This token is wrong, has expired or was revoked. Create a new one in the console.',
  );
}

/** @throws ProblemError role.missing, which names the roles that may call, or session.only */
export function requireRole({ kind, role }: Caller, { is404, routeOptions }: FastifyRequest): void {
  // A path without a route is answered with 404 in any role.
  const { roles: allowed = [], sessionOnly } = routeOptions.config;
  if (kind === 'token' && sessionOnly === true)
    throw new ProblemError('session.only', 'No token may do this. Log in to the console to do it.');
  if (is404 || allowed.includes(role)) return;
  const who = allowed.length === 0 ? 'No role' : `Only ${rolesInWords(allowed)}`;
  throw new ProblemError(
    'role.missing',
    `${who} may do this, and your role is ${role}. Ask an administrator.`,
  );
}

/** @throws ProblemError second-factor.enrol */
export function requireEnrolment({ mustEnrol }: Caller, { routeOptions }: FastifyRequest): void {
  if (!mustEnrol || routeOptions.config.withoutSecondFactor === true) return;
  throw new ProblemError(
    'second-factor.enrol',
    'This installation requires two-factor login. Set it up in your profile first.',
  );
}

/** @param now epoch milliseconds @throws ProblemError proof.needed */
export function requireProof(
  { kind, isSignOn, provedAt }: Caller,
  { routeOptions }: FastifyRequest,
  now: number,
): void {
  if (routeOptions.config.proof !== true || now - provedAt <= PROOF_MS) return;
  const how =
    kind === 'session'
      ? `${isSignOn ? 'Log in' : 'Enter your password'} again to make this change.`
      : 'This token may not make this change. Create one that may make changes that need a password.';
  throw new ProblemError('proof.needed', how);
}

/**
 * Requires that the rights with which the call was checked still hold, and locks them until the transaction ends.
 * @throws ProblemError session.required, role.missing, second-factor.enrol, proof.needed or rights.changed
 */
export type ConfirmRights = (tx: Transaction, request: FastifyRequest) => Promise<void>;

export function createConfirmRights({
  callers,
  clock,
}: {
  readonly callers: Pick<CallerSource, 'hold'>;
  readonly clock: Clock;
}): ConfirmRights {
  return async (tx, request) => {
    if (request.caller === null) return;
    const held = requireCaller(await callers.hold(tx, request.caller), request.caller.kind);
    requireRole(held, request);
    requireEnrolment(held, request);
    requireProof(held, request, clock.now());
    // The call was validated, and what it may see was chosen, with the old ones.
    if (!areEqual(held, request.caller))
      throw new ProblemError(
        'rights.changed',
        'Your role or partners have changed since this request began. Nothing was saved. Reload the page and try again.',
      );
  };
}

function areEqual(a: Rights, b: Rights): boolean {
  const partnersOf = ({ scope }: Rights) =>
    JSON.stringify(scope.partnerIds?.toSorted((x, y) => x - y) ?? null);
  return a.role === b.role && partnersOf(a) === partnersOf(b);
}
