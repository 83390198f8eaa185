/**
 * Which caller a request is charged to: its network until it authenticates, then its session and account, its key or its source.
 * A credential that was valid recently counts as known as soon as the headers are read, so that known callers get the
 * capacity that strangers cannot use.
 */
import { hash } from 'node:crypto';
import type { Clock } from '@textprobe/domain/clock';
import { createFairGate, type GateCaller } from '@textprobe/domain/fair-gate';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../http/network.ts';
import { ProblemError } from '../http/problem.ts';
import { tokenIn } from '../http/token-form.ts';
import type { Permit } from './admission.ts';

export interface CallerIdentity {
  /** See `networkOf`. */
  readonly network: string;
  /** Whether its credential was valid recently. */
  readonly isKnown: boolean;
  /** What the request counts against until it authenticates. */
  readonly chargedTo: string;
  /** The account of its session or token; null without one, and until that is authenticated or known. */
  readonly account: string | null;
  readonly isAuthenticated: boolean;
  /** Null where the request needs none, and before it is admitted. */
  permit: Permit | null;
  /** Looks the credential up; an unknown one queues with others of its network. @throws ProblemError rate.limited */
  lookUp<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The credential that the request carries is valid, or a session or token that has just been found or started. It is known from
   * now on.
   * @throws ProblemError rate.limited if it was not known before, and its account already has its share of the capacity
   */
  authenticate(caller?: { readonly key: string; readonly accountId: number }): void;
  /** The credential is invalid or no longer valid. */
  reject(): void;
  /** The caller at a fair gate: its account, or its network without one. */
  gateCaller(): GateCaller;
}

/** @returns a function that derives the identity of an incoming request from its headers */
export function createCallerIdentities(deps: {
  readonly clock: Pick<Clock, 'now'>;
  /** The name of the session cookie. */
  readonly sessionCookie: string;
}): (request: FastifyRequest) => CallerIdentity {
  const known = createKnownCallers(deps.clock);
  const lookUp = createLookUp();
  const credentialOf = createCredentialReader(deps.sessionCookie);

  return (request) => {
    const network = networkOf(request.ip);
    const carried = credentialOf(request, network);
    const found = carried === null ? null : known.find(carried);
    const isKnown = found !== null;
    const identity = {
      network,
      isKnown,
      chargedTo: isKnown && carried !== null ? carried : network,
      account: found?.account ?? null,
      isAuthenticated: false,
      permit: null as Permit | null,
      lookUp: <T>(work: () => Promise<T>) => (isKnown ? work() : lookUp(network, work)),
      authenticate(caller?: { readonly key: string; readonly accountId: number }) {
        const credential = caller === undefined ? carried : callerCredential(caller.key);
        identity.isAuthenticated = true;
        if (caller !== undefined) identity.account = `account:${caller.accountId}`;
        if (credential === null) return;
        known.remember(credential, identity.account);
        if ((identity.permit?.authenticate(credential, identity.account) ?? null) !== null)
          throw new ProblemError('rate.limited', TOO_MANY_REQUESTS, { retryAfterMs: 1_000 });
      },
      reject() {
        if (carried !== null) known.forget(carried);
      },
      gateCaller: () => ({ chargedTo: identity.account ?? network, isKnown: identity.account !== null }),
    };
    return identity;
  };
}

/** For a caller beyond its share of the capacity. */
export const TOO_MANY_REQUESTS = 'Too many requests. Try again in a moment.';

const KNOWN_MS = 10 * 60_000;
/** Some 200 bytes each. Only valid credentials are remembered, so a stranger cannot evict others. */
const MAX_KNOWN = 10_000;

interface KnownCaller {
  /** Of a session. */
  readonly account: string | null;
  /** Epoch milliseconds. */
  readonly seenAt: number;
}

/**
 * The credentials that were valid recently. This decides only which share of the capacity a request counts against: each
 * request is still checked against the database, so a revoked credential grants no access.
 */
function createKnownCallers(clock: Pick<Clock, 'now'>) {
  /** Least recently seen first. */
  const seen = new Map<string, KnownCaller>();

  return {
    find(credential: string): KnownCaller | null {
      const caller = seen.get(credential);
      return caller !== undefined && clock.now() - caller.seenAt < KNOWN_MS ? caller : null;
    },
    remember(credential: string, account: string | null): void {
      seen.delete(credential);
      seen.set(credential, { account, seenAt: clock.now() });
      if (seen.size <= MAX_KNOWN) return;
      const [oldest] = seen.keys();
      if (oldest !== undefined) seen.delete(oldest);
    },
    forget: (credential: string) => void seen.delete(credential),
  };
}

const LOOK_UPS_AT_ONCE = 20;
/** After a restart none of the keys of a network with a hundred handsets is known yet. */
const LOOK_UPS_WAITING = 100;

/**
 * Looks up unknown credentials, a few at once for each network, so that guesses queue behind each other.
 * @throws ProblemError rate.limited when the queue of the network is full
 */
function createLookUp() {
  const gates = new Map<string, { readonly gate: ReturnType<typeof createFairGate>; users: number }>();

  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const entry = gates.get(network) ?? {
      gate: createFairGate({ atOnce: LOOK_UPS_AT_ONCE, waiting: LOOK_UPS_WAITING }),
      users: 0,
    };
    gates.set(network, entry);
    entry.users += 1;
    try {
      const found = await entry.gate.pass({ chargedTo: network, isKnown: false }, async () => ({
        value: await work(),
      }));
      if (found !== null) return found.value;
      throw new ProblemError('rate.limited', 'Too many logins or keys to check. Try again in a moment.', {
        retryAfterMs: 1_000,
      });
    } finally {
      entry.users -= 1;
      if (entry.users === 0) gates.delete(network);
    }
  };
}

/** The credential of a session or a token, from its `Caller.key`. */
function callerCredential(key: string): string {
  return `caller:${key}`;
}

/**
 * Names the credential of a request from its headers alone, without checking it; a later request is recognized by this
 * name.
 * @returns a function that answers null where the request carries no credential
 */
function createCredentialReader(
  sessionCookie: string,
): (request: FastifyRequest, network: string) => string | null {
  const secretIn = new RegExp(`(?:^|; ?)${sessionCookie}=([\\w-]{43})(?:;|$)`);

  return ({ headers, routeOptions, url }, network) => {
    const { access, report } = routeOptions.config;
    // A source signs each report, so its URL alone proves nothing: known only together with the network it came from.
    if (report === true && access === 'public') return `source:${url.split('?', 1)[0]}@${network}`;
    const token = tokenIn(headers.authorization);
    if (access === 'handset' && headers.authorization !== undefined && token === null)
      return `key:${hash('sha256', headers.authorization, 'hex')}`;
    const secret = token ?? secretIn.exec(headers.cookie ?? '')?.[1];
    return secret === undefined ? null : callerCredential(hash('sha256', secret, 'hex'));
  };
}
